// The host of an HTML file: answers come from data in the file, without a server.

import type { EmbeddedTopic, EmbeddedWord, FileData } from "./file_data";
import { contexts, find, listed, partsOf, searched, type SearchedDocument } from "./file_search";
import type { Answers, DocumentAnswer, Host, HostListener, Params, RequestName, SearchAnswer, TopicAnswer, WordAnswer } from "./protocol";
import { count } from "./text";

const SIMILAR = 8;
const CONTEXTS = 20;

type Asked = "topic" | "document" | "similar" | "word" | "groups" | "time" | "search" | "suggest" | "values" | "training";

export class FileHost implements Host {
  readonly canTrain = false;
  readonly canEdit = false;
  private readonly topics: Map<number, EmbeddedTopic>;
  private readonly words: Map<string, EmbeddedWord>;
  private readonly documents: SearchedDocument[];
  private readonly byRow: Map<number, SearchedDocument>;
  private n = 0;

  constructor(private readonly data: FileData, private readonly listener: HostListener) {
    this.topics = new Map(data.topics.map((each) => [each.topic, each]));
    this.words = new Map(data.words.map((each) => [each.word, each]));
    this.documents = data.documents.map(searched);
    this.byRow = new Map(this.documents.map((each) => [each.about.row, each]));
  }

  open(): void {
    this.listener.onHello({ type: "hello", protocol: 1, title: this.data.title, n_readable: this.documents.length });
    this.listener.onConnection(true);
  }

  setView(lambda: number, words: number): void {
    const { frame } = this.data;
    const topics = frame.topics.map((each) => ({ ...each, words: this.ranked(each.topic, lambda, words).map(([word]) => word) }));
    this.listener.onFrame({ ...frame, frame: ++this.n, lambda, topics });
  }

  async request<N extends RequestName>(name: N, params: Params): Promise<Answers[N]> {
    const answers: { [A in Asked]: () => Answers[A] } = {
      topic: () => this.topic(params),
      document: () => this.document(Number(params.row)),
      similar: () => this.similar(Number(params.row)),
      word: () => this.word(String(params.word)),
      groups: () => this.byColumn(this.data.groups, params),
      time: () => this.byColumn(this.data.time, params),
      search: () => this.search(params),
      suggest: () => ({ words: [...this.words.keys()].filter((word) => word.startsWith(String(params.prefix).toLowerCase())).slice(0, 10) }),
      values: () => this.values(String(params.column)),
      training: () => ({ history: [] }),
    };
    const answer = Object.hasOwn(answers, name) ? answers[name as Asked] : null;
    if (!answer) throw new Error("A file cannot do this. It needs the live explorer: thalweg explore");
    return answer() as Answers[N];
  }

  async download(): Promise<void> {
    throw new Error("A file cannot do this. It needs the live explorer: thalweg explore");
  }

  /** The most relevant words: lambda log p(w|k) + (1 - lambda) log(p(w|k) / p(w)). */
  private ranked(topic: number, lambda: number, n: number): EmbeddedTopic["words"] {
    const relevance = ([, share, corpus]: EmbeddedTopic["words"][number]) => Math.log(share) - (1 - lambda) * Math.log(corpus);
    return [...(this.topics.get(topic)?.words ?? [])].sort((a, b) => relevance(b) - relevance(a)).slice(0, n);
  }

  private topic(params: Params): TopicAnswer {
    const found = this.topics.get(Number(params.topic));
    const about = this.data.frame.topics.find((each) => each.topic === found?.topic);
    if (!found || !about) throw new Error(`There is no topic ${String(params.topic)}.`);
    const words = this.ranked(found.topic, Number(params.lambda ?? 0.6), Number(params.words ?? 30)).map(([word, share, corpus]) => {
      const n = share * about.share * this.data.n_tokens;
      return { word, share, corpus, count: n, total: Math.max(corpus * this.data.n_tokens, n) };
    });
    const uncertain = params.uncertain === true;
    const documents = uncertain ? found.uncertain : found.typical;
    const { locked, held, removed, related } = { locked: about.locked, ...found };
    return { topic: found.topic, name: about.name, share: about.share, words, related, uncertain, documents, locked, held, removed };
  }

  private found(row: number): SearchedDocument {
    const found = this.byRow.get(row);
    if (!found) {
      throw new Error(`This file does not contain document ${row}. It has ${count(this.documents.length)} of ${count(this.data.frame.n_documents ?? 0)} documents.`);
    }
    return found;
  }

  private document(row: number): DocumentAnswer {
    const { about } = this.found(row);
    const { id, metadata, shares, words, n_tokens, is_cut } = about;
    return { row, id, title: about.title ?? null, metadata, shares, words, n_tokens, is_cut, parts: partsOf(about), similar: [] };
  }

  /** Documents of the file with similar topics: sum_k sqrt(theta_ik theta_jk). */
  private similar(row: number): Answers["similar"] {
    const to = this.found(row);
    const shares = new Map(to.about.shares);
    const affinity = (each: SearchedDocument) =>
      each.about.shares.reduce((sum, [k, share]) => sum + Math.sqrt(share * (shares.get(k) ?? 0)), 0);
    const documents = this.documents
      .filter((each) => each !== to && each.text !== to.text)
      .map((each) => ({ ...listed(each), similarity: Math.min(1, affinity(each)) }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, SIMILAR);
    return { row, documents };
  }

  /** Values of a column in the documents of the file. */
  private values(column: string): Answers["values"] {
    const found = new Set(this.documents.map(({ about }) => about.metadata[column]).filter((value) => value != null).map(String));
    return { column, values: [...found].sort() };
  }

  private word(word: string): WordAnswer {
    const found = this.words.get(word);
    if (!found) throw new Error("This file does not contain this word. It has the words of the topics and of its documents.");
    const { trend } = this.data;
    const periods = trend?.starts.map((start, i) => ({ start, n_documents: trend.n_documents[i] ?? 0, n_found: found.found?.[i] ?? 0 })) ?? [];
    return {
      word,
      share: found.share,
      topics: found.topics.map(([topic, share, probability, rank]) => ({ topic, share, probability, rank })),
      contexts: contexts(this.documents, word, CONTEXTS),
      n_documents: found.n_documents,
      trend: trend && found.found ? { column: trend.column, every: trend.every, periods } : null,
    };
  }

  private byColumn<A extends { column: string }>(answers: A[], params: Params): A {
    const found = params.column === undefined ? answers[0] : answers.find((each) => each.column === params.column);
    if (!found) throw new Error("The documents have no such column.");
    return found;
  }

  private search(params: Params): SearchAnswer {
    const text = (value: unknown) => (typeof value === "string" && value ? value : null);
    const query = text(params.query) ?? "";
    const limit = Number(params.limit ?? 20);
    const filters = {
      topic: typeof params.topic === "number" ? params.topic : null,
      least: Number(params.least ?? 0.2),
      groups: (params.groups ?? {}) as Record<string, string>,
      from: text(params.from),
      to: text(params.to),
    };
    const found = find(this.documents, query, filters);
    return {
      hits: found.slice(0, limit).map((each) => listed(each, query)),
      more: found.length > limit,
      is_ranked: true,
      n_indexed: this.documents.length,
      n_documents: this.documents.length,
    };
  }
}
