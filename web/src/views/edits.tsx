// The edits of this session: what was done, undo and redo, and how to make them again.

import { canEdit, isEditing, redo, undo } from "../edit";
import { useAnswer } from "../request";
import { frame, host, notice } from "../store";
import { visible } from "../text";

export function Edits() {
  const now = frame.value?.edits;
  const { answer } = useAnswer("edits", {}, now?.version ?? 0);
  const entries = answer?.entries ?? [];
  const isDone = frame.value?.phase === "done";
  return (
    <article class="edits" aria-label="Edits">
      <section class="figure">
        <header>
          <h3>Edits</h3>
          <span class="tools">
            <button type="button" disabled={isEditing.value || !now?.n} onClick={() => void undo()}>Undo</button>
            <button type="button" disabled={isEditing.value || !now?.can_redo} onClick={() => void redo()}>Redo</button>
          </span>
        </header>
        {!entries.length && <p class="empty">Nothing has been changed yet. Select a topic to add or remove words, merge or split it.</p>}
        <ol class="log">
          {entries.map((entry, i) => (
            <li key={i} class={entry.is_undone ? "undone" : ""}>{visible(entry.text)}{entry.is_undone && <span class="muted"> (undone)</span>}</li>
          ))}
        </ol>
        {canEdit() && isDone && entries.length > 0 && (
          <p class="note">Words move between topics when training goes on. <button type="button" onClick={() => { host.value?.request("train", { passes: 5 }).catch((error: Error) => { notice.value = error.message; }); }}>Train 5 more passes</button></p>
        )}
        {entries.length > 0 && <p class="note">Save the edits as a file under Training. To make them again: <code>{answer?.command}</code></p>}
      </section>
    </article>
  );
}
