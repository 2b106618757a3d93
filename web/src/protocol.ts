// Messages between the page and the server; see docs/explanation/design/explorer.md.

export type Phase = "reading" | "preview" | "training" | "paused" | "done" | "failed";

export interface Topic {
  topic: number;
  name: string | null;
  share: number;
  words: string[];
  x: number;
  y: number;
  coherence: number | null;
  stability: number | null;
  locked: boolean;
}

export interface Columns {
  dates: string[];
  groups: string[];
  others: string[];
}

export interface ReadingProgress {
  documents: number;
  bytes: number;
  of_bytes: number | null;
  remaining: number | null;
}

export interface TrainingProgress {
  passes: number;
  of_passes: number | null;
  documents: number;
  seconds: number;
  score: number | null;
  documents_per_second: number;
  tokens_per_second: number;
  share: number | null;
  remaining: number | null;
}

export interface Frame {
  type: "frame";
  frame: number;
  run: number;
  phase: Phase;
  message: string | null;
  is_preview: boolean;
  progress: { reading?: ReadingProgress; training?: TrainingProgress };
  columns: Columns | null;
  n_documents: number | null;
  edits: { n: number; version: number; can_redo: boolean };
  n_indexed: number;
  n_words?: number;
  lambda: number;
  topics: Topic[];
}

export interface Hello {
  type: "hello";
  protocol: number;
  title: string;
  /** Documents that can be read, if they are not all. */
  n_readable?: number;
}

export type Share = [topic: number, share: number];

export interface ListedDocument {
  row: number;
  id: string | number;
  title?: string | null;
  shares: Share[];
  snippet?: string | null;
  spans?: [number, number][];
  similarity?: number;
}

export interface TopicWord {
  word: string;
  share: number;
  corpus: number;
  count: number;
  total: number;
}

export interface TopicAnswer {
  topic: number;
  name: string | null;
  share: number;
  words: TopicWord[];
  related: { topic: number; similarity: number }[];
  uncertain: boolean;
  documents: ListedDocument[];
  locked: boolean;
  held: string[];
  removed: string[];
}

/** A part of a text: [text] between words, or [text, word, topic, probability]. */
export type Part = [string] | [string, string, number, number];

export interface DocumentAnswer {
  row: number;
  id: string | number;
  title?: string | null;
  metadata: Record<string, string | number | boolean | null>;
  shares: Share[];
  parts: Part[];
  words: [string, number, number, number][];
  n_tokens: number;
  is_cut: boolean;
  similar: ListedDocument[];
}

export interface WordAnswer {
  word: string;
  share: number;
  topics: { topic: number; share: number; probability: number; rank: number }[];
  contexts: { row: number; id: string | number; before: string; word: string; after: string }[];
  n_documents: number | null;
  trend: { column: string; every: string; periods: { start: string; n_documents: number; n_found: number }[] } | null;
}

/** Topic, mean share, and the ends of its 95% interval. */
export type Interval = [topic: number, share: number, low: number, high: number];

export interface GroupsAnswer {
  column: string;
  groups: { group: string; n_documents: number; topics: Interval[] }[];
  n_used: number;
  n_documents: number;
}

export interface TimeAnswer {
  column: string;
  every: string;
  periods: { start: string; n_documents: number; topics: Interval[] }[];
  n_used: number;
  n_documents: number;
}

export interface SearchAnswer {
  hits: ListedDocument[];
  more: boolean;
  is_ranked?: boolean;
  n_indexed: number;
  n_documents: number;
}

export interface HistoryRow {
  passes: number;
  documents: number;
  seconds: number;
  score: number | null;
  topics: number[];
  shares: number[];
}

/** An edit of the steering core, with rows in place of documents. */
export interface Edit {
  edit: "add" | "remove" | "allow" | "stop" | "merge" | "split" | "create" | "delete" | "lock" | "unlock" | "name" | "topics";
  topic?: number;
  topics?: number[];
  words?: string[];
  rows?: number[];
  preview?: number;
  new_name?: string | null;
  n_topics?: number;
}

export interface EditAnswer {
  text: string;
  n_edits: number;
  warnings: string[];
  topics: number[];
}

export interface SplitPreview {
  topic: number;
  preview: number;
  parts: { share: number; words: string[] }[];
}

export interface Answers {
  topic: TopicAnswer;
  document: DocumentAnswer;
  word: WordAnswer;
  groups: GroupsAnswer;
  time: TimeAnswer;
  search: SearchAnswer;
  suggest: { words: string[] };
  similar: { row: number; documents: ListedDocument[] };
  values: { column: string; values: string[] };
  training: { history: HistoryRow[] };
  pause: { phase: Phase };
  resume: { phase: Phase };
  rename: { topic: number; name: string | null };
  edit: EditAnswer;
  undo: EditAnswer;
  redo: EditAnswer;
  edits: { entries: { text: string; is_undone: boolean }[]; command: string };
  preview_split: SplitPreview;
  train: { phase: Phase };
}

export type RequestName = keyof Answers;
export type Params = Record<string, unknown>;

/** What the page needs from its host: a server, a notebook kernel, or the data of an HTML file. */
export interface Host {
  request<N extends RequestName>(name: N, params: Params): Promise<Answers[N]>;
  setView(lambda: number, words: number): void;
  download(name: string): Promise<void>;
  /** Asks for a frame again, whatever this page has had before. */
  reopen?(): void;
  /** Whether it can train the model, and write files of it. */
  readonly canTrain: boolean;
  /** Whether it can change the model: names, and other edits. */
  readonly canEdit: boolean;
}

export interface HostListener {
  onHello(hello: Hello): void;
  onFrame(frame: Frame): void;
  onConnection(isConnected: boolean, why?: string): void;
}
