// The state of the page: signals that views read, and actions that change them.

import { computed, effect, signal, untracked } from "@preact/signals";
import type { Columns, Frame, Host, HistoryRow, HostListener, Topic } from "./protocol";
import { fromFragment, NOTHING, toFragment, type Selection } from "./selection";
import { label, visible } from "./text";

const MAX_SPARK = 120;
const MS_BETWEEN_SPARKS = 950;
export const WORDS_IN_LIST = 8;

export const host = signal<Host | null>(null);
export const title = signal("");
/** Documents that can be read; null if they are all. */
export const nReadable = signal<number | null>(null);
export const frame = signal<Frame | null>(null);
export const connection = signal<{ isConnected: boolean; why: string }>({ isConnected: false, why: "" });
export const selection = signal<Selection>(NOTHING);
export const isMapFrozen = signal(false);
export const notice = signal("");
/** Shares of each topic over time, for the spark lines; as many points as are readable. */
export const sparks = signal<Sparks>(new Map());
/** The topic that the mouse or the focus is on: it is marked in all views. */
export const hovered = signal<number | null>(null);
/** Documents that a new topic is made of. */
export const chosenDocuments = signal<ReadonlySet<number>>(new Set());

/** Shares by the permanent number of the topic. */
export type Sparks = ReadonlyMap<number, number[]>;

/** Rows of history as spark lines, one per topic that there is at their end. */
export function linesOf(rows: HistoryRow[]): Sparks {
  const every = Math.ceil(rows.length / MAX_SPARK);
  const kept = rows.filter((_, i) => i % Math.max(1, every) === 0);
  const lines = new Map<number, number[]>();
  for (const topic of rows[rows.length - 1]?.topics ?? []) lines.set(topic, []);
  for (const row of kept) {
    row.topics.forEach((topic, k) => lines.get(topic)?.push(row.shares[k] ?? 0));
  }
  return lines;
}

/** Fetches the history that this page has not seen: it was opened or reloaded later. */
async function fetchSparks(run: number): Promise<void> {
  const answer = await host.value?.request("training", {}).catch(() => null);
  if (answer && frame.value?.run === run) {
    const lines = linesOf(answer.history);
    if (longest(lines) > longest(sparks.value)) sparks.value = lines;
  }
}

const longest = (lines: Sparks) => Math.max(0, ...[...lines.values()].map((line) => line.length));

export const topics = computed<Topic[]>(() => frame.value?.topics ?? []);
const order = computed(() => selection.value.order);
export const orderedTopics = computed<Topic[]>(() => {
  const sorted = [...topics.value];
  if (order.value === "share") sorted.sort((a, b) => b.share - a.share || a.topic - b.topic);
  if (order.value === "coherence") {
    sorted.sort((a, b) => (b.coherence ?? -2) - (a.coherence ?? -2) || a.topic - b.topic);
  }
  return sorted;
});

/** What topics are called. Views that read only this are drawn again when a label changes, not with each frame. */
interface Called {
  name: string | null;
  words: string[];
}
let calledBefore: ReadonlyMap<number, Called> = new Map();
let calledText = "";
export const called = computed<ReadonlyMap<number, Called>>(() => {
  const now = topics.value.map(({ topic, name, words }): [number, Called] => [topic, { name, words }]);
  const text = JSON.stringify(now);
  if (text !== calledText) [calledBefore, calledText] = [new Map(now), text];
  return calledBefore;
});

export const isPreview = computed(() => frame.value?.is_preview ?? false);
/** Columns of the documents; the same object as long as they are the same. */
let columnsBefore: Columns | null = null;
export const columns = computed<Columns | null>(() => {
  const now = frame.value?.columns ?? null;
  if (JSON.stringify(now) !== JSON.stringify(columnsBefore)) columnsBefore = now;
  return columnsBefore;
});

const isMoving = computed(() => frame.value?.phase === "training" || frame.value?.phase === "preview");
const slow = computed(() => {
  const now = frame.value;
  if (!now) return "";
  const tick = isMoving.value ? Math.floor(now.progress.training?.seconds ?? 0) : now.phase;
  return `${now.run} ${tick} ${now.edits.version} ${now.n_indexed === now.n_documents}`;
});

/** Changes about once per second while the model trains, so that open views follow it. */
export function slowVersion(): string {
  return slow.value;
}

/** Whether topics change by themselves. */
export const isTraining = isMoving;

export function topicOf(topic: number): Topic | undefined {
  return topics.value.find((each) => each.topic === topic);
}

/** The name of a topic, or its first words. */
export function topicLabel(topic: number, nWords = 3): string {
  const found = called.value.get(topic);
  if (!found) return `topic ${topic}`;
  return found.name !== null ? visible(found.name) : found.words.slice(0, nWords).map(label).join(", ");
}

export function select(change: Partial<Selection>): void {
  selection.value = { ...selection.value, ...change };
  hovered.value = null; // what was under the mouse may be gone
}

/** What marks a topic everywhere while the mouse or the focus is on an element. */
export function hover(topic: number) {
  const enter = () => { hovered.value = topic; };
  const leave = () => { if (hovered.value === topic) hovered.value = null; };
  return { onMouseEnter: enter, onMouseLeave: leave, onFocus: enter, onBlur: leave };
}

export function listener(): HostListener {
  let sparkedAt = 0;
  return {
    onHello(hello) {
      title.value = hello.title;
      nReadable.value = hello.n_readable ?? null;
    },
    onFrame(next) {
      const before = frame.value;
      if (before && before.run !== next.run) {
        sparks.value = new Map();
        chosenDocuments.value = new Set();
        if (before.is_preview && !next.is_preview) {
          notice.value = "All documents have been read. Training has started again, on all of them.";
          if (selection.value.topic !== null) select({ topic: null });
        }
      }
      const now = performance.now(), isNew = before?.run !== next.run || next.phase !== "training";
      if (next.topics.length && (isNew || now - sparkedAt >= MS_BETWEEN_SPARKS)) {
        sparks.value = extended(sparks.value, next.topics);
        sparkedAt = now;
      }
      frame.value = next;
      const isEnd = next.phase === "done" && before?.phase !== "done";
      if (next.topics.length && (isEnd || before?.run !== next.run)) void fetchSparks(next.run);
    },
    onConnection(isConnected, why = "") {
      connection.value = { isConnected, why };
    },
  };
}

/** The spark lines with one more point; every other one is dropped when there are many. */
export function extended(lines: Sparks, topicsNow: Topic[]): Sparks {
  return new Map(topicsNow.map((topic) => {
    const line = [...(lines.get(topic.topic) ?? []), topic.share];
    return [topic.topic, line.length > MAX_SPARK ? line.filter((_, i) => i % 2 === 0) : line];
  }));
}

/** Tells the host which words frames should have, whenever the slider moves. */
export function keepView(): () => void {
  const lambda = computed(() => selection.value.lambda);
  return effect(() => {
    const to = host.value, at = lambda.value;
    // Some hosts answer at once: what they change must not start this again.
    untracked(() => to?.setView(at, WORDS_IN_LIST));
  });
}

/** Keeps the selection in the address of the page. */
export function keepAddress(): void {
  selection.value = fromFragment(location.hash);
  let before = selection.value;
  effect(() => {
    const now = selection.value, fragment = toFragment(now);
    if (location.hash.replace(/^#/, "") !== fragment) {
      // Letters of a query and steps of the slider are not places to go back to.
      const isSame = toFragment({ ...now, query: "", lambda: 0.6 }) === toFragment({ ...before, query: "", lambda: 0.6 });
      const to = fragment ? `#${fragment}` : location.pathname;
      if (isSame) window.history.replaceState(null, "", to);
      else window.history.pushState(null, "", to);
    }
    before = now;
  });
  window.addEventListener("popstate", () => {
    selection.value = fromFragment(location.hash);
  });
}
