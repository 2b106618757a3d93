import { beforeEach, describe, expect, it } from "vitest";
import type { Frame, Topic } from "../src/protocol";
import { NOTHING } from "../src/selection";
import { extended, frame, linesOf, listener, notice, orderedTopics, select, selection, sparks, topicLabel, type Sparks } from "../src/store";

const topic = (k: number, share: number, more: Partial<Topic> = {}): Topic => ({
  topic: k, name: null, share, words: ["river", "bank", "water", "flood"], x: 0, y: 0, coherence: null, stability: null, locked: false, ...more,
});
const newFrame = (more: Partial<Frame>): Frame => ({
  type: "frame", frame: 1, run: 1, phase: "training", message: null, is_preview: false, progress: {}, columns: null,
  edits: { n: 0, version: 0, can_redo: false }, n_documents: 10, n_indexed: 10, lambda: 0.6, topics: [topic(0, 0.2), topic(1, 0.8)], ...more,
});

beforeEach(() => {
  frame.value = null;
  sparks.value = new Map();
  notice.value = "";
  selection.value = NOTHING;
});

describe("the order of topics", () => {
  it("is that of their numbers until another one is chosen", () => {
    frame.value = newFrame({});
    expect(orderedTopics.value.map((t) => t.topic)).toEqual([0, 1]);
    select({ order: "share" });
    expect(orderedTopics.value.map((t) => t.topic)).toEqual([1, 0]);
  });
});

describe("spark lines", () => {
  it("stay bounded in eight hours of frames", () => {
    let lines: Sparks = new Map();
    for (let i = 0; i < 8 * 3600 * 4; i++) lines = extended(lines, [topic(0, i)]);
    expect(lines.get(0)?.length).toBeLessThanOrEqual(120);
    expect(lines.get(0)?.[0]).toBe(0);
  });

  it("come from the history of the server", () => {
    const rows = [0.1, 0.2].map((s) => ({ passes: 1, documents: 1, seconds: 1, score: null, topics: [0, 4], shares: [s, 1 - s] }));
    expect(linesOf(rows)).toEqual(new Map([[0, [0.1, 0.2]], [4, [0.9, 0.8]]]));
  });
});

describe("the end of the preview", () => {
  it("clears the selected topic, whose number means another topic now, and says why", () => {
    const page = listener();
    page.onFrame(newFrame({ run: 1, is_preview: true }));
    select({ topic: 1 });
    page.onFrame(newFrame({ run: 2 }));
    expect(selection.value.topic).toBeNull();
    expect(notice.value).toContain("Training has started again");
    expect(sparks.value.get(0)).toEqual([0.2]);
  });
});

describe("the label of a topic", () => {
  it("is its name, or its first words", () => {
    frame.value = newFrame({ topics: [topic(0, 1), topic(1, 0, { name: "floods" })] });
    expect(topicLabel(0)).toBe("river, bank, water");
    expect(topicLabel(1)).toBe("floods");
    expect(topicLabel(7)).toBe("topic 7");
  });
});
