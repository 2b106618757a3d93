// Requests of views: repeated when the model changes, less often if answers take long.

import { render } from "preact";
import { afterEach, expect, test, vi } from "vitest";
import type { Frame, Host } from "../src/protocol";
import { useAnswer } from "../src/request";
import { connection, frame, host } from "../src/store";
import { settled } from "./settled";

const passed = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function View({ version }: { version: number }) {
  const { answer, isLoading } = useAnswer("suggest", { prefix: "a" }, version);
  return <p>{isLoading ? "…" : ""}{answer?.words.join(" ") ?? ""}</p>;
}

function started(phase: string, milliseconds: number) {
  let n = 0;
  const request = vi.fn(async () => {
    n += 1;
    await passed(milliseconds);
    return { words: [`answer ${n}`] };
  });
  host.value = { canTrain: true, canEdit: true, request, setView: () => undefined, download: async () => undefined } as unknown as Host;
  connection.value = { isConnected: true, why: "" };
  frame.value = { phase } as Frame;
  const root = document.createElement("div");
  roots.push(root);
  const show = (version: number) => render(<View version={version} />, root);
  return { request, root, show };
}

const roots: HTMLElement[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) render(null, root);
  frame.value = null;
  host.value = null;
});

test("a view asks again when the model has changed", async () => {
  const { request, root, show } = started("done", 10);
  show(1);
  await settled(60);
  show(2);
  await settled(60);
  expect(request).toHaveBeenCalledTimes(2);
  expect(root.textContent).toBe("answer 2");
});

test("while the model trains, a slow answer is asked for later, and then once", async () => {
  const { request, root, show } = started("training", 30);
  show(1);
  await settled(80);
  show(2); // the first answer does not count: the user waited for it
  await settled(80);
  for (const version of [3, 4, 5]) {
    show(version);
    await settled();
  }
  expect(request).toHaveBeenCalledTimes(2);
  expect(root.textContent).toBe("answer 2");
  await settled(1000);
  expect(request).toHaveBeenCalledTimes(3);
  expect(root.textContent).toBe("answer 3");
});

test("an answer that took a minute stops the others for ten seconds at most", async () => {
  const { request, show } = started("training", 60_000);
  show(1);
  await settled(60_100);
  show(2);
  await settled(60_100);
  show(3);
  await settled(9000);
  expect(request).toHaveBeenCalledTimes(2);
  await settled(1500);
  expect(request).toHaveBeenCalledTimes(3);
  await settled(71_000);
});

test("a first answer that takes long does not stop the other views", async () => {
  const { request } = started("training", 0);
  request.mockImplementation(((name: string) => passed(name === "groups" ? 60_000 : 10)) as never);
  const asked = (name: string) => (request.mock.calls as unknown as [string][]).filter(([each]) => each === name).length;
  function Views({ version }: { version: number }) {
    useAnswer("groups", { exact: true }, 0);
    useAnswer("time", {}, version);
    return null;
  }
  const root = document.createElement("div");
  roots.push(root);
  for (const version of [1, 2, 3]) {
    render(<Views version={version} />, root);
    await settled(1000);
  }
  expect(asked("groups")).toBe(1);
  expect(asked("time")).toBe(3);
});

test("a view asks at once, and does not wait for the next picture", async () => {
  const { request, show } = started("done", 10);
  const wait = vi.spyOn(globalThis, "requestAnimationFrame");
  show(1);
  expect(request).toHaveBeenCalledTimes(1);
  expect(wait).not.toHaveBeenCalled();
  wait.mockRestore();
});

test("while the model trains, all views together take a small part of the time, each in its turn", async () => {
  const asked: string[] = [];
  let busy = 0;
  started("training", 0);
  host.value = { request: async (name: string) => {
    asked.push(name);
    const began = performance.now();
    await passed(20);
    busy += performance.now() - began;
    return {};
  } } as unknown as Host;
  function Views({ version }: { version: number }) {
    useAnswer("topic", { topic: 1 }, version);
    useAnswer("time", {}, version);
    return null;
  }
  const root = document.createElement("div");
  await settled(11_000); // the rest of the test before
  render(<Views version={0} />, root);
  await settled(60);
  const began = performance.now();
  asked.length = busy = 0;
  for (let version = 1; performance.now() - began < 2000; version++) {
    render(<Views version={version} />, root);
    await settled(50);
  }
  expect(asked.length).toBeGreaterThan(1);
  expect(new Set(asked.slice(0, 2))).toEqual(new Set(["topic", "time"]));
  expect(busy / (performance.now() - began)).toBeLessThan(0.08);
  render(null, root);
}, 10_000);

test("after an edit a view asks at once, also while the model trains", async () => {
  const { request, show } = started("training", 30);
  show(1);
  await settled(80);
  frame.value = { phase: "training", edits: { version: 1 } } as Frame;
  show(2);
  expect(request).toHaveBeenCalledTimes(2);
});
