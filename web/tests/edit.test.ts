import { beforeEach, describe, expect, it } from "vitest";
import { edit, noticeOfEdit, said, undo, wordsOf } from "../src/edit";
import type { Host } from "../src/protocol";
import { host, notice } from "../src/store";

function hostThat(answer: (name: string, params: unknown) => Promise<unknown>): Host {
  return { request: answer as Host["request"], setView() {}, async download() {}, canTrain: true, canEdit: true, };
}

beforeEach(() => { notice.value = ""; });

describe("an edit", () => {
  it("is sent as the core has it, and the notice says what was done", async () => {
    const asked: unknown[] = [];
    host.value = hostThat(async (name, params) => {
      asked.push([name, params]);
      return { text: "add loan to topic 0", n_edits: 1, warnings: ["'loan' is used elsewhere"], topics: [0] };
    });
    await edit({ edit: "add", topic: 0, words: ["loan"] });
    expect(asked).toEqual([["edit", { edit: { edit: "add", topic: 0, words: ["loan"] } }]]);
    expect(notice.value).toBe("Add loan to topic 0. Note: 'loan' is used elsewhere.");
    expect(noticeOfEdit.value).toBe(notice.value);
  });

  it("that is refused says why", async () => {
    host.value = hostThat(() => Promise.reject(new Error("topic 0 is locked")));
    expect(await edit({ edit: "delete", topic: 0 })).toBeNull();
    expect(notice.value).toBe("Not possible: topic 0 is locked");
    expect(noticeOfEdit.value).not.toBe(notice.value); // nothing to undo
  });

  it("waits for the one before", async () => {
    let n = 0;
    host.value = hostThat(async () => { n += 1; return { text: "x", n_edits: n, warnings: [], topics: [] }; });
    await Promise.all([undo(), undo()]);
    expect(n).toBe(1);
  });
});

describe("words and notices", () => {
  it("splits what is typed", () => {
    expect(wordsOf(" water, river  water;bank ")).toEqual(["water", "river", "bank"]);
    expect(wordsOf(" ")).toEqual([]);
  });

  it("shows hidden characters", () => {
    expect(said({ text: "add a\u202eb", n_edits: 1, warnings: [], topics: [] })).toBe("Add a\\x202eb.");
  });
});
