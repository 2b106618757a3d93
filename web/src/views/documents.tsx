// Documents in a list, with the words that matter marked.

import type { ListedDocument } from "../protocol";
import { canEdit } from "../edit";
import { chosenDocuments, select, topicLabel } from "../store";
import { label, percent, visible } from "../text";

export function DocumentList({ documents, empty }: { documents: ListedDocument[]; empty: string }) {
  if (!documents.length) return <p class="empty">{empty}</p>;
  return (
    <ul class="documents">
      {documents.map((each) => (
        <li key={each.row} class={canEdit() ? "choosable" : ""}>
          {canEdit() && (
            <input type="checkbox" checked={chosenDocuments.value.has(each.row)} aria-label={`Choose ${label(String(each.id))} for a new topic`}
              title="Choose for a new topic" onChange={() => choose(each.row)} />
          )}
          <button type="button" class="document-choice" onClick={() => select({ document: each.row })}>
            {each.title && <span class="title">{visible(each.title)}</span>}
            <span class="id">{label(String(each.id))}</span>
            {each.snippet && <span class="snippet"><Marked text={each.snippet} spans={each.spans ?? []} /></span>}
            <span class="shares">
              {each.shares.map(([k, share]) => <span key={k}><b>{k}</b> {topicLabel(k, 2)} {percent(share, 0)}</span>)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function choose(row: number): void {
  const rows = new Set(chosenDocuments.value);
  if (!rows.delete(row)) rows.add(row);
  chosenDocuments.value = rows;
}

/** A text with marked parts, as text nodes only. */
export function Marked({ text, spans }: { text: string; spans: [number, number][] }) {
  // Python counts characters, JavaScript UTF-16 units.
  const characters = [...text];
  const part = (a: number, b: number) => visible(characters.slice(a, b).join(""));
  const parts = [];
  let position = 0;
  for (const [start, end] of spans) {
    if (start > position) parts.push(part(position, start));
    parts.push(<mark key={start}>{part(start, end)}</mark>);
    position = end;
  }
  parts.push(part(position, characters.length));
  return <>{parts}</>;
}
