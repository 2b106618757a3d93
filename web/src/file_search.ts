// Search in the documents of an HTML file, and passages of their texts.

import type { EmbeddedDocument } from "./file_data";
import type { ListedDocument, Part } from "./protocol";

const SNIPPET = 220;
const CONTEXT = 60;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

export interface Filters {
  topic: number | null;
  least: number;
  groups: Record<string, string>;
  from: string | null;
  to: string | null;
}

/** A document with its text as one string and its tokens, made once. */
export interface SearchedDocument {
  about: EmbeddedDocument;
  text: string;
  tokens: string[];
}

export function searched(about: EmbeddedDocument): SearchedDocument {
  const text = about.parts.length
    ? about.parts.map((part) => (typeof part === "string" ? part : part[0])).join("")
    : about.words.map(([word]) => word).join(" ");
  return { about, text, tokens: tokensOf(text) };
}

export function partsOf(about: EmbeddedDocument): Part[] {
  return about.parts.map((part): Part => {
    if (typeof part === "string") return [part];
    const [text, topic, probability, word] = part;
    return [text, word ?? text.toLowerCase(), topic, probability];
  });
}

/** Terms of a query: words in quotes follow each other; the last word may be the beginning of one. */
export function termsOf(query: string): { tokens: string[]; isOpen: boolean }[] {
  const found = [...query.matchAll(/"([^"]*)"|(\S+)/g)]
    .map((match) => tokensOf((match[1] ?? match[2] ?? "").replace(/["_]/g, " ")))
    .filter((tokens) => tokens.length > 0);
  const isOpen = !query.trimEnd().endsWith('"') && (found.at(-1)?.at(-1)?.length ?? 0) > 2;
  return found.map((tokens, i) => ({ tokens, isOpen: isOpen && i === found.length - 1 }));
}

/** Documents that contain all terms and fulfil the filters, those with most occurrences per word first. */
export function find(documents: SearchedDocument[], query: string, filters: Filters): SearchedDocument[] {
  const terms = termsOf(query);
  const scored: [SearchedDocument, number][] = [];
  for (const each of documents) {
    if (!passes(each.about, filters)) continue;
    const counts = terms.map((term) => occurrences(each.tokens, term.tokens, term.isOpen));
    if (counts.some((n) => n === 0)) continue;
    const share = filters.topic === null ? 0 : shareOf(each.about, filters.topic);
    const frequency = counts.reduce((sum, n) => sum + n, 0) / (each.tokens.length + 50);
    scored.push([each, terms.length ? frequency : share]);
  }
  return scored.sort((a, b) => b[1] - a[1]).map(([each]) => each);
}

export function shareOf(about: EmbeddedDocument, topic: number): number {
  return about.shares.find(([k]) => k === topic)?.[1] ?? 0;
}

export function listed(each: SearchedDocument, query = ""): ListedDocument {
  const { row, id, shares, title } = each.about;
  const about = { row, id, shares: shares.slice(0, 3), ...(title === undefined ? {} : { title }) };
  return each.about.parts.length ? { ...about, ...snippet(each.text, query) } : about;
}

/** The passage of a text with the first word of a query, and the places of its words, in characters. */
export function snippet(text: string, query: string): { snippet: string; spans: [number, number][] } {
  const line = text.replace(/\s+/g, " ").trim();
  const wanted = termsOf(query).flatMap((term) => term.tokens).map(escaped);
  const pattern = wanted.length ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${wanted.join("|")})[\\p{L}\\p{N}]*`, "giu") : null;
  const first = pattern ? line.search(pattern) : 0;
  let start = Math.max(0, first - SNIPPET / 3);
  if (start > 0) start = line.indexOf(" ", start) + 1 || start;
  let cut = line.slice(start, start + SNIPPET);
  if (start + SNIPPET < line.length) cut = `${cut.slice(0, Math.max(cut.lastIndexOf(" "), SNIPPET / 2))} …`;
  if (start > 0) cut = `… ${cut}`;
  // Spans count characters, not UTF-16 units, as those of the server do.
  const length = (upTo: number) => [...cut.slice(0, upTo)].length;
  const spans = pattern
    ? [...cut.matchAll(pattern)].map((m): [number, number] => [length(m.index), length(m.index + m[0].length)])
    : [];
  return { snippet: cut, spans };
}

/** Places of a word with the text on both sides, one per document. */
export function contexts(documents: SearchedDocument[], word: string, most: number) {
  const found = [];
  for (const each of documents) {
    const places = positions(each.about, word);
    if (!places) continue;
    const [start, end] = places;
    const flat = (text: string) => text.replace(/\s+/g, " ");
    found.push({
      row: each.about.row,
      id: each.about.id,
      before: flat(each.text.slice(Math.max(0, start - CONTEXT), start)),
      word: each.text.slice(start, end),
      after: flat(each.text.slice(end, end + CONTEXT)),
    });
    if (found.length === most) break;
  }
  return found;
}

function positions(about: EmbeddedDocument, word: string): [number, number] | null {
  let position = 0;
  for (const part of about.parts) {
    const text = typeof part === "string" ? part : part[0];
    if (typeof part !== "string" && (part[3] ?? text.toLowerCase()) === word) return [position, position + text.length];
    position += text.length;
  }
  return null;
}

function passes(about: EmbeddedDocument, filters: Filters): boolean {
  if (filters.topic !== null && shareOf(about, filters.topic) < filters.least) return false;
  if (filters.from && (about.day === null || about.day < filters.from)) return false;
  if (filters.to && (about.day === null || about.day > filters.to)) return false;
  return Object.entries(filters.groups).every(([name, value]) => String(about.metadata[name] ?? "") === value);
}

function occurrences(tokens: string[], wanted: string[], isOpen: boolean): number {
  let n = 0;
  for (let i = 0; i + wanted.length <= tokens.length; i++) {
    const isHere = wanted.every((word, j) => {
      const token = tokens[i + j] ?? "";
      return isOpen && j === wanted.length - 1 ? token.startsWith(word) : token === word;
    });
    if (isHere) n += 1;
  }
  return n;
}

function tokensOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
