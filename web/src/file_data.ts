// The data of an HTML file: what thalweg.explore.hosts.embedded_data writes.

import type { Frame, GroupsAnswer, ListedDocument, Share, TimeAnswer } from "./protocol";

/** A part of a text: between words, or [text, topic, probability] with the word if it is spelled otherwise. */
export type EmbeddedPart = string | [text: string, topic: number, probability: number, word?: string];

export interface EmbeddedDocument {
  row: number;
  id: string | number;
  title?: string;
  day: string | null;
  metadata: Record<string, string | number | boolean | null>;
  shares: Share[];
  parts: EmbeddedPart[];
  words: [string, number, number, number][];
  n_tokens: number;
  is_cut: boolean;
}

export interface EmbeddedTopic {
  topic: number;
  /** Word, p(word | topic), p(word): all that are among the best for some lambda. */
  words: [word: string, share: number, corpus: number][];
  related: { topic: number; similarity: number }[];
  /** Words that edits hold in the topic, and those that they keep out of it. */
  held: string[];
  removed: string[];
  typical: ListedDocument[];
  uncertain: ListedDocument[];
}

export interface EmbeddedWord {
  word: string;
  share: number;
  n_documents: number;
  topics: [topic: number, share: number, probability: number, rank: number][];
  /** Documents with the word per period of `trend`; only for words of topics. */
  found: number[] | null;
}

export interface FileData {
  title: string;
  frame: Frame;
  n_tokens: number;
  topics: EmbeddedTopic[];
  words: EmbeddedWord[];
  documents: EmbeddedDocument[];
  trend: { column: string; every: string; starts: string[]; n_documents: number[] } | null;
  groups: GroupsAnswer[];
  time: TimeAnswer[];
}
