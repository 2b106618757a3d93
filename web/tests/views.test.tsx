// Views in a page without a server: what they ask for, what they draw again, what they mark.

import { cleanup, fireEvent, render } from "@testing-library/preact";
import { options, type VNode } from "preact";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DocumentAnswer, Frame, Host, Topic } from "../src/protocol";
import { NOTHING } from "../src/selection";
import { connection, frame, host, hovered, listener, selection, sparks } from "../src/store";
import { dayBefore } from "../src/views/groups";
import { OneDocument } from "../src/views/one_document";
import { Search } from "../src/views/search";
import { WordActions } from "../src/views/steering";
import { Row, TopicList, type RowProps } from "../src/views/topic_list";
import { settled } from "./settled";

const topic = (k: number, share: number): Topic => ({
  topic: k, name: null, share, words: ["river", "bank"], x: 0, y: 0, coherence: null, stability: null, locked: false,
});
const newFrame = (more: Partial<Frame> = {}): Frame => ({
  type: "frame", frame: 1, run: 1, phase: "done", message: null, is_preview: false, progress: {},
  columns: { dates: ["date"], groups: ["place"], others: [] },
  edits: { n: 0, version: 0, can_redo: false }, n_documents: 10, n_indexed: 10, lambda: 0.6, topics: [topic(0, 0.2), topic(1, 0.8)], ...more,
});
const document0: DocumentAnswer = {
  row: 3, id: "d3", metadata: {}, shares: [[1, 0.7], [0, 0.3]], parts: [["River", "river", 0, 0.9], [" and "], ["bank", "bank", 1, 0.8]],
  words: [], n_tokens: 2, is_cut: false, similar: [],
};

afterEach(cleanup);

let asked: [string, Record<string, unknown>][];

beforeEach(() => {
  asked = [];
  const answers: Record<string, unknown> = {
    document: document0, similar: { row: 3, documents: [] }, values: { column: "place", values: ["north", "\u202esouth"] },
    search: { hits: [], more: false, n_indexed: 10, n_documents: 10 }, edit: { text: "x", n_edits: 1, warnings: [], topics: [0] },
  };
  host.value = {
    canTrain: true, canEdit: true, setView: () => undefined, download: async () => undefined,
    request: async (name: string, params: Record<string, unknown>) => { asked.push([name, params]); return answers[name]; },
  } as unknown as Host;
  connection.value = { isConnected: true, why: "" };
  selection.value = NOTHING;
  hovered.value = null;
  sparks.value = new Map();
  frame.value = newFrame();
});

test("a document comes alone, and similar ones after it", async () => {
  render(<OneDocument row={3} />);
  expect(asked).toEqual([["document", { row: 3, alone: true }]]);
  await settled();
  expect(asked[1]).toEqual(["similar", { row: 3 }]);
});

test("a topic that the mouse or the focus is on is marked in the list and in the text", async () => {
  const { container } = render(<><TopicList /><OneDocument row={3} /></>);
  await settled();
  const marked = () => [...container.querySelectorAll(".text .hovered")].map((e) => e.textContent);
  const row = () => container.querySelector("li.hovered .number")?.textContent;
  const choices = container.querySelectorAll(".topic-choice");
  fireEvent.mouseEnter(choices[0] as Element);
  await settled();
  expect([marked(), row()]).toEqual([["River"], "0"]);
  fireEvent.mouseLeave(choices[0] as Element);
  await settled();
  expect([marked(), row()]).toEqual([[], undefined]);
  fireEvent.focus(container.querySelector(".legend button") as Element);
  await settled();
  expect([marked(), row()]).toEqual([["bank"], "1"]);
  fireEvent.mouseOver(container.querySelector(".text span") as Element);
  await settled();
  expect([marked(), row()]).toEqual([["River"], "0"]);
});

test("the first letter is searched at once, and letters that follow fast are searched together", async () => {
  const { container } = render(<Search />);
  await settled(50);
  asked.length = 0;
  const field = container.querySelector("#query") as HTMLInputElement;
  const type = (text: string) => fireEvent.input(field, { target: { value: text } });
  type("r");
  expect(selection.value.query).toBe("r");
  for (const text of ["ri", "riv", "rive"]) type(text);
  await settled(80);
  expect(asked.filter(([name]) => name === "search").map(([, { query }]) => query)).toEqual(["r", "rive"]);
});

test("a search filters by the values of a column, which are shown as text", async () => {
  const { container } = render(<Search />);
  await settled();
  const field = [...container.querySelectorAll("label")].find((e) => e.textContent?.startsWith("place"))?.querySelector("select") as HTMLSelectElement;
  expect([...field.options].map((o) => o.text)).toEqual(["any", "north", "\\x202esouth"]);
  expect([...field.options].map((o) => o.value)).toEqual(["0", "1", "2"]);
  fireEvent.change(field, { target: { value: "2" } });
  await settled();
  expect(selection.value.groups).toEqual({ place: "\u202esouth" });
  expect(asked.at(-1)).toEqual(["search", expect.objectContaining({ groups: { place: "\u202esouth" } })]);
});

test("moving through a list of topics changes nothing until a button is pressed", async () => {
  const { container, getByText } = render(<WordActions word="river" />);
  const field = container.querySelector("select") as HTMLSelectElement;
  const add = getByText("Add to it") as HTMLButtonElement;
  expect(add.disabled).toBe(true);
  for (const value of ["0", "1"]) fireEvent.change(field, { target: { value } });
  await settled();
  expect(asked).toEqual([]);
  fireEvent.click(add);
  expect(asked).toEqual([["edit", { edit: { edit: "add", topic: 1, words: ["river"] } }]]);
});

test("a row of the list is drawn again only when a text in it changes", async () => {
  const page = listener(), drawn: number[] = [];
  page.onFrame(newFrame({ phase: "training" }));
  const hooks = options as unknown as { __r: (vnode: VNode<RowProps>) => void }, before = hooks.__r;
  hooks.__r = (vnode) => { // Preact calls it before it draws a component
    if ((vnode.type as unknown) === Row) drawn.push(vnode.props.topic);
    before(vnode);
  };
  try {
    render(<TopicList />);
    expect(drawn).toEqual([0, 1]);
    page.onFrame(newFrame({ phase: "training", frame: 2, topics: [topic(0, 0.20001), topic(1, 0.79999)] }));
    await settled();
    expect(drawn).toEqual([0, 1]);
    page.onFrame(newFrame({ phase: "training", frame: 3, topics: [topic(0, 0.3), topic(1, 0.79999)] }));
    await settled();
    expect(new Set(drawn.slice(2))).toEqual(new Set([0]));
  } finally {
    hooks.__r = before;
  }
});

test("spark lines get a point per second while the model trains", () => {
  const clock = vi.spyOn(performance, "now").mockReturnValue(5000);
  const page = listener();
  for (let i = 0; i < 12; i++) {
    clock.mockReturnValue(5000 + 250 * i);
    page.onFrame(newFrame({ phase: "training", frame: i }));
  }
  expect(sparks.value.get(0)?.length).toBe(3);
  page.onFrame(newFrame({ phase: "done", frame: 12 }));
  expect(sparks.value.get(0)?.length).toBe(4);
  clock.mockRestore();
});

test("a period ends on the day before the next one", () => {
  expect([dayBefore("2020-03-01"), dayBefore("2021-01-01")]).toEqual(["2020-02-29", "2020-12-31"]);
});

test("a file with many columns has some filters at once, and all of them when they are wanted", async () => {
  frame.value = newFrame({ columns: { dates: [], groups: Array.from({ length: 50 }, (_, i) => `column ${i}`), others: [] } });
  selection.value = { ...NOTHING, groups: { "column 40": "north" } };
  const { container, getByText } = render(<Search />);
  await settled();
  const filters = () => [...container.querySelectorAll(".filters label")].map((each) => each.childNodes[0]?.textContent);
  expect(filters().slice(1)).toEqual([...Array.from({ length: 8 }, (_, i) => `column ${i}`), "column 40"]);
  expect(asked.filter(([name]) => name === "values")).toHaveLength(9);
  fireEvent.click(getByText("All 50 filters"));
  expect(filters()).toHaveLength(51);
});
