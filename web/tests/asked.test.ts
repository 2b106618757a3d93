import { expect, test } from "vitest";
import { Asked } from "../src/asked";
import { settled } from "./settled";

test("more requests than the server takes wait for their turn", async () => {
  const asked = new Asked(), sent: number[] = [];
  const all = Promise.all(Array.from({ length: 100 }, () => asked.ask((id) => sent.push(id), (result) => result)));
  expect(sent.length).toBeLessThanOrEqual(32);
  for (let place = 0; place < 100; place++) asked.answer(sent[place] as number, place);
  expect(await all).toEqual([...Array(100).keys()]);
});

test("requests that were not sent yet end with the connection, too", async () => {
  const asked = new Asked(), sent: number[] = [];
  const all = Array.from({ length: 40 }, () => asked.ask((id) => sent.push(id), () => 0));
  const n = sent.length;
  asked.refuseAll("the connection was lost");
  const ended = await Promise.allSettled(all);
  expect(ended.every((each) => each.status === "rejected")).toBe(true);
  expect(sent.length).toBe(n);
});

test("a late answer is ignored", async () => {
  const asked = new Asked(), sent: number[] = [];
  const one = asked.ask((id) => sent.push(id), () => 0, 5);
  one.catch(() => undefined);
  await settled(5001);
  await expect(one).rejects.toThrow("no answer came within 5 s");
  asked.answer(sent[0] as number, 1);
});
