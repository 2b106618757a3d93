// Search in documents, with filters by topic, group and date.

import { useEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../request";
import { called, columns, frame, nReadable, select, selection, slowVersion, topicLabel } from "../store";
import { count, label, percent } from "../text";
import { DocumentList } from "./documents";

/** Letters that follow each other faster are sent together, in ms. The first one is sent at once. */
const PAUSE = 30;
/** Columns with groups that have a filter at once; the others get one when the user wants them. */
const FILTERS = 8;

export function Search() {
  const [typed, setTyped] = useState(selection.value.query);
  const sent = useRef(selection.value.query);
  const changed = useRef(-PAUSE);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const [limit, setLimit] = useState(20);
  const send = (text: string) => {
    sent.current = text;
    if (text !== selection.value.query) select({ query: text });
  };
  const type = (text: string) => {
    const now = performance.now(), isFirst = now - changed.current >= PAUSE;
    changed.current = now;
    setTyped(text);
    clearTimeout(timer.current);
    if (isFirst) send(text);
    else timer.current = setTimeout(() => send(text), PAUSE);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // A query of the address. One that was typed here must not replace letters that came after it.
    if (selection.value.query !== sent.current) setTyped(selection.value.query);
  }, [selection.value.query]);
  const [hasAllFilters, setAllFilters] = useState(false);
  const { query, topic, from, to } = selection.value;
  const groups = columns.value?.groups ?? [], hasDates = (columns.value?.dates.length ?? 0) > 0;
  const chosen = Object.fromEntries(Object.entries(selection.value.groups).filter(([name, value]) => value !== "" && groups.includes(name)));
  const isEmpty = !query.trim() && topic === null && !Object.keys(chosen).length && !from && !to;
  // Words find documents that are about the topic; a group or a period shows those that have most of it.
  const least = query.trim() ? 0.2 : 0.01;
  const params = { query, limit, least, groups: chosen, topic, from: (hasDates && from) || null, to: (hasDates && to) || null };
  const { answer, error } = useAnswer("search", isEmpty || !columns.value ? null : params, slowVersion());
  return (
    <article class="search" aria-label="Search">
      <form onSubmit={(e) => e.preventDefault()} role="search">
        <label class="query">
          <span class="hidden">Search in documents</span>
          <input id="query" type="search" value={typed} placeholder='Words, or "words in this order"' maxLength={500}
            onInput={(e) => type(e.currentTarget.value)} />
        </label>
        <div class="filters">
          <label>Topic
            <select value={topic === null ? "" : String(topic)} onChange={(e) => select({ topic: e.currentTarget.value === "" ? null : Number(e.currentTarget.value) })}>
              <option value="">any</option>
              {[...called.value.keys()].map((k) => <option key={k} value={k}>{k} {topicLabel(k, 2)}</option>)}
            </select>
          </label>
          {groups.filter((name, i) => hasAllFilters || i < FILTERS || name in chosen).map((name) => <GroupFilter key={name} column={name} />)}
          {groups.length > FILTERS && !hasAllFilters && <button type="button" onClick={() => setAllFilters(true)}>All {groups.length} filters</button>}
          {hasDates && (
            <>
              <label>From <input type="date" value={from} onChange={(e) => select({ from: e.currentTarget.value })} /></label>
              <label>To <input type="date" value={to} onChange={(e) => select({ to: e.currentTarget.value })} /></label>
            </>
          )}
        </div>
      </form>
      <Notes />
      {error && <p class="error">{error}</p>}
      {isEmpty && <p class="empty">Type words, or choose a topic, to find documents.</p>}
      {!isEmpty && answer && (
        <>
          <p class="note" role="status">
            {answer.hits.length ? `${answer.more ? "The first " : ""}${count(answer.hits.length)} ${answer.hits.length === 1 ? "document" : "documents"}` : "No document matches"}
            {answer.is_ranked === false && answer.hits.length ? ", in the order of the files" : ""}
            {topic !== null && query.trim() !== "" && (
              <>{`, in topic ${topic} only.`} <button type="button" onClick={() => select({ topic: null })}>Search all topics</button></>
            )}
          </p>
          <DocumentList documents={answer.hits} empty="" />
          {answer.more && limit < 200 && <button type="button" onClick={() => setLimit(Math.min(200, limit * 2))}>More</button>}
        </>
      )}
    </article>
  );
}

/** The values of a column, to choose one from. Options have places as their values: texts are only shown as text. */
function GroupFilter({ column }: { column: string }) {
  const { answer } = useAnswer("values", { column });
  const chosen = selection.value.groups[column] ?? "";
  const known = answer?.values ?? [];
  const values = chosen && !known.includes(chosen) ? [chosen, ...known] : known;
  return (
    <label>{label(column)}
      <select value={chosen ? values.indexOf(chosen) + 1 : 0}
        onChange={(e) => select({ groups: { ...selection.value.groups, [column]: values[Number(e.currentTarget.value) - 1] ?? "" } })}>
        <option value={0}>any</option>
        {values.map((value, i) => <option key={value} value={i + 1}>{label(value)}</option>)}
      </select>
    </label>
  );
}

/** Which documents can be found. */
function Notes() {
  const now = frame.value;
  return (
    <>
      {now && now.n_documents !== null && now.n_indexed < now.n_documents && !now.is_preview && (
        <p class="note">{percent(now.n_indexed / now.n_documents, 0)} of the documents can be searched so far.</p>
      )}
      {now && nReadable.value !== null && (
        <p class="note">This searches the {count(nReadable.value)} documents in this file, of {count(now.n_documents ?? 0)}.</p>
      )}
    </>
  );
}
