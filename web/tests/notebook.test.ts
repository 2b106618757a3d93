// The page in a notebook, with a model that answers as the kernel does.

import { afterEach, expect, test, vi } from "vitest";
import widget from "../src/main";
import type { Frame } from "../src/protocol";
import { NOTHING } from "../src/selection";
import { selection } from "../src/store";
import { settled } from "./settled";

type Receive = (content: { message: string }, buffers: DataView[]) => void;
interface Sent { type: string; id?: number; name?: string; params?: Record<string, unknown>; frame?: number }

let nKernels = 0;

class Kernel {
  sent: Sent[] = [];
  receive: Receive | null = null;
  constructor(private readonly key = `widget ${nKernels++}`, private readonly title = "letters") {}
  get = ((name: string) => (name === "height" ? 500 : name === "key" ? this.key : ".top { color: red }")) as never;
  on = (_: string, receive: Receive) => { this.receive = receive; };
  off = () => { this.receive = null; };

  send = (message: unknown) => {
    const sent = message as Sent;
    this.sent.push(sent);
    if (sent.type === "open") {
      this.tell({ type: "hello", protocol: 1, title: this.title });
      this.tell(frame);
    }
  };

  tell(message: unknown, buffers: DataView[] = []) {
    this.receive?.({ message: JSON.stringify(message) }, buffers);
  }
}

const frame = {
  type: "frame", frame: 7, run: 2, phase: "done", message: null, is_preview: false, progress: {},
  columns: { dates: [], groups: [], others: [] }, n_documents: 2, n_indexed: 2, n_words: 3, lambda: 0.6,
  edits: { n: 0, version: 0, can_redo: false },
  topics: [{ topic: 0, name: null, share: 1, words: ["<b>sun</b>", "moon"], x: 0, y: 0, coherence: 0.5, stability: 1, locked: false }],
} as unknown as Frame;

afterEach(() => {
  document.body.innerHTML = "";
  selection.value = NOTHING;
});

function rendered(kernel = new Kernel()) {
  const el = document.createElement("div");
  document.body.append(el);
  const end = widget.render({ model: kernel, el });
  return { kernel, el, end, tree: el.shadowRoot as ShadowRoot };
}

test("a widget shows the topics in a tree of its own, and acknowledges the frame", async () => {
  const { kernel, el, tree, end } = rendered();
  await settled();
  expect(tree.querySelector(".topic-choice")?.textContent).toContain("<b>sun</b> moon");
  expect(tree.querySelector("style")?.textContent).toContain(".top");
  expect(document.head.querySelector("style")).toBeNull();
  expect(el.style.getPropertyValue("--height")).toBe("500px");
  expect(kernel.sent).toContainEqual({ type: "ack", frame: 7 });
  end();
  expect(tree.querySelector(".topic-choice")).toBeNull();
  expect(kernel.receive).toBeNull();
});

test("a selection asks the kernel, and keys that are pressed stay in the page", async () => {
  const { kernel, tree, end } = rendered(), outside = vi.fn();
  await settled();
  tree.querySelector<HTMLButtonElement>(".topic-choice")?.click();
  await settled();
  const asked = kernel.sent.find((each) => each.type === "request" && each.name === "topic");
  expect(asked?.params).toMatchObject({ topic: 0 });
  window.addEventListener("keydown", outside);
  tree.querySelector("button")?.dispatchEvent(new KeyboardEvent("keydown", { key: "5", bubbles: true, composed: true }));
  window.removeEventListener("keydown", outside);
  await settled();
  expect(outside).not.toHaveBeenCalled();
  expect(tree.querySelector("[aria-current=page]")?.textContent).toBe("Edits");
  end();
});

test("an error of the kernel is shown, and a file comes as bytes", async () => {
  const { kernel, tree, end } = rendered();
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => { saved.push(blob as Blob); return "blob:x"; });
  await settled();
  const views = [...tree.querySelectorAll<HTMLButtonElement>("nav button")];
  views.find((each) => each.textContent?.startsWith("Training"))?.click();
  await settled();
  const button = [...tree.querySelectorAll<HTMLButtonElement>(".downloads button")][0];
  button?.click();
  const asked = kernel.sent.find((each) => each.type === "download");
  expect(asked?.name).toBe("topics.csv");
  kernel.tell({ type: "answer", id: asked?.id, result: {} }, [new DataView(new TextEncoder().encode("a,b").buffer)]);
  await settled();
  expect(await saved[0]?.text()).toBe("a,b");
  button?.click();
  const again = kernel.sent.filter((each) => each.type === "download")[1];
  kernel.tell({ type: "error", id: again?.id, message: "no documents" });
  await settled();
  expect(tree.querySelector(".banner")?.textContent).toContain("no documents");
  end();
});

test("requests end when the page is closed, and after a minute without an answer", async () => {
  const { kernel, tree, end } = rendered();
  const ask = (name: string) => [...tree.querySelectorAll<HTMLButtonElement>("button")].find((each) => each.textContent === name)?.click();
  const banners = () => [...tree.querySelectorAll(".banner")].map((each) => each.textContent).join(" ");
  await settled();
  ask("One more");
  await settled(59_000);
  expect(banners()).not.toContain("no answer");
  await settled(2000);
  expect(banners()).toContain("Not possible: no answer came within 60 s; the kernel may be running a cell");
  ask("One more"); // it is possible again
  expect(kernel.sent.filter((each) => each.name === "edit")).toHaveLength(2);
  kernel.tell({ type: "closed" });
  await settled();
  expect(banners()).toContain("Not possible: this page was closed in the notebook");
  ask("One more");
  await settled();
  expect(kernel.sent.filter((each) => each.name === "edit")).toHaveLength(2);
  end();
});

test("a refused request ends with its message", async () => {
  const { kernel, tree, end } = rendered();
  await settled();
  [...tree.querySelectorAll<HTMLButtonElement>("button")].find((each) => each.textContent === "One more")?.click();
  const id = kernel.sent.find((each) => each.name === "edit")?.id;
  kernel.tell({ type: "error", id, message: "too many requests are waiting for an answer" });
  await settled();
  expect(tree.querySelector(".banner")?.textContent).toContain("too many requests");
  end();
});

test("two views of one page share it, and either one may be closed first", async () => {
  const first = rendered(new Kernel("shared")), second = rendered(new Kernel("shared"));
  await settled();
  expect(second.kernel.sent).toEqual([]); // messages take the way of the first view
  const shown = (tree: ShadowRoot) => tree.querySelector(".topic-choice")?.textContent ?? "";
  expect(shown(first.tree)).toContain("moon");
  expect(shown(second.tree)).toContain("moon");
  first.end();
  await settled();
  expect(first.kernel.receive).toBeNull();
  expect(second.kernel.sent[0]).toEqual({ type: "open" });
  const changed = { ...frame, frame: 8, topics: [{ ...frame.topics[0], words: ["stars"] }] };
  second.kernel.tell(changed);
  await settled();
  expect(shown(second.tree)).toContain("stars");
  second.tree.querySelector<HTMLButtonElement>(".topic-choice")?.click();
  await settled();
  expect(second.kernel.sent.find((each) => each.name === "topic")).toBeDefined();
  second.end();
});

test("when a page is closed, the other one asks for its own topics again", async () => {
  const first = rendered(new Kernel("one", "letters")), second = rendered(new Kernel("two", "poems"));
  await settled();
  expect(second.tree.querySelector("h1")?.textContent).toBe("poems");
  first.kernel.sent.length = 0;
  second.end();
  await settled();
  expect(first.kernel.sent).toContainEqual({ type: "open" });
  expect(first.tree.querySelector("h1")?.textContent).toBe("letters");
  first.end();
});

test("a key is for the view that it was pressed in", async () => {
  const first = rendered(new Kernel("keys")), second = rendered(new Kernel("keys"));
  await settled();
  first.tree.querySelector("button")?.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, composed: true }));
  const focused: string[] = [];
  first.tree.addEventListener("focusin", () => focused.push("first"));
  second.tree.addEventListener("focusin", () => focused.push("second"));
  await settled(100);
  expect(focused).toEqual(["first"]);
  first.end();
  second.end();
});
