// Edits of topics: sent to the host, with what happened or why not as a notice.

import { computed, signal } from "@preact/signals";
import type { Edit, EditAnswer } from "./protocol";
import { frame, host, notice, select, selection, topicOf } from "./store";
import { visible } from "./text";

export const isEditing = signal(false);
/** The last notice that describes an edit: only next to it, "Undo" means what the notice says. */
export const noticeOfEdit = signal("");

/** Whether topics can be changed now: the host can, and all documents have been read. */
export function canEdit(): boolean {
  return can.value;
}

const can = computed(() => {
  const now = frame.value;
  return Boolean(host.value?.canEdit && now && now.topics.length && !now.is_preview && now.phase !== "failed");
});

export async function edit(made: Edit): Promise<EditAnswer | null> {
  return send(() => host.value?.request("edit", { edit: made }));
}

export async function undo(): Promise<void> {
  await send(() => host.value?.request("undo", {}), "Undone: ");
}

export async function redo(): Promise<void> {
  await send(() => host.value?.request("redo", {}), "Done again: ");
}

async function send(request: () => Promise<EditAnswer> | undefined, prefix = ""): Promise<EditAnswer | null> {
  if (isEditing.value) return null;
  isEditing.value = true;
  try {
    const answer = (await request()) ?? null;
    if (answer) notice.value = noticeOfEdit.value = said(answer, prefix);
    return answer;
  } catch (error) {
    notice.value = `Not possible: ${(error as Error).message}`;
    return null;
  } finally {
    isEditing.value = false;
    const topic = selection.value.topic;
    if (topic !== null) setTimeout(() => { if (frame.value?.topics.length && !topicOf(topic) && selection.value.topic === topic) select({ topic: null }); }, 600);
  }
}

export function said(answer: EditAnswer, prefix = ""): string {
  const text = visible(answer.text);
  const first = prefix ? prefix + text : text.charAt(0).toUpperCase() + text.slice(1);
  return [`${first}.`, ...answer.warnings.map((warning) => `Note: ${visible(warning)}.`)].join(" ");
}

/** Words that a user typed, separated by commas or spaces. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}
