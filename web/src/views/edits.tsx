// The edits of this session: what was done, undo and redo, and how to make them again.

import { useState } from "preact/hooks";
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
        {answer && <Reproduce command={answer.command} hasEdits={entries.some((entry) => !entry.is_undone)} />}
      </section>
    </article>
  );
}

/** The command line that makes this model again, to copy. */
function Reproduce({ command, hasEdits }: { command: string; hasEdits: boolean }) {
  const [isCopied, setCopied] = useState(false);
  const lines = command.split("\n");
  const shown = (hasEdits ? lines : lines.filter((line) => !line.startsWith("thalweg edit"))).map(visible).join("\n");
  if (!shown) return null;
  const copy = () => {
    navigator.clipboard.writeText(shown).then(() => setCopied(true), () => { notice.value = "The browser does not allow copying. Select the command and copy it."; });
  };
  return (
    <section class="reproduce" aria-label="Command line">
      <p class="note">The command line that reproduces the model. {hasEdits && "Save the edits as edits.json under Training. Edits that were made while the model trained are made after training; those words and topics are the same, the exact counts are not."}</p>
      <pre tabIndex={0} role="group" aria-label="Command">{shown}</pre>
      <button type="button" onClick={copy}>{isCopied ? "Copied" : "Copy"}</button>
    </section>
  );
}
