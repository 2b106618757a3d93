// Labels on the map: as many as have a place of their own.

import { beforeEach, expect, test } from "vitest";
import type { Frame, Topic } from "../src/protocol";
import { frame } from "../src/store";
import { withLabels } from "../src/views/topic_map";

const topics = [0, 1, 2].map((topic) => ({ topic, name: null, words: ["sunshine"], share: 0.3 }) as unknown as Topic);
const at = (i: number, cx: number, cy: number) => ({ topic: topics[i] as Topic, cx, cy, r: 20 });

beforeEach(() => { frame.value = { topics } as Frame; });

test("topics that are apart have labels", () => {
  expect([...withLabels([at(0, 100, 100), at(1, 300, 100), at(2, 100, 300)])]).toEqual([0, 1, 2]);
});

test("a label that another circle or label would cover is left out", () => {
  expect([...withLabels([at(0, 100, 100), at(1, 100, 140), at(2, 130, 142)])]).toEqual([1]);
});
