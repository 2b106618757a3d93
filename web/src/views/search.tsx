// Search in documents, with filters by topic, group and date.

import { useEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../request";
import { frame, nReadable, select, selection, topicLabel, topics } from "../store";
import { count, percent } from "../text";
import { DocumentList } from "./documents";
import { slowVersion } from "./one_topic";

export function Search() {
  const [typed, setTyped] = useState(selection.value.query);
  const sent = useRef(selection.value.query);
  const [groups, setGroups] = useState<Record<string, string>>({});
  const [dates, setDates] = useState({ from: "", to: "" });
  const [limit, setLimit] = useState(20);
  const columns = frame.value?.columns;
  useEffect(() => {
    const timer = setTimeout(() => {
      sent.current = typed;
      if (typed !== selection.value.query) select({ query: typed });
    }, 30);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    // A query of the address. One that was typed here must not replace letters that came after it.
    if (selection.value.query !== sent.current) setTyped(selection.value.query);
  }, [selection.value.query]);
  const { query, topic } = selection.value;
  const chosen = Object.fromEntries(Object.entries(groups).filter(([, value]) => value !== ""));
  const isEmpty = !query.trim() && topic === null && !Object.keys(chosen).length && !dates.from && !dates.to;
  const params = { query, limit, groups: chosen, topic, from: dates.from || null, to: dates.to || null };
  const { answer, error } = useAnswer("search", isEmpty ? null : params, slowVersion());
  const now = frame.value;
  return (
    <article class="search" aria-label="Search">
      <form onSubmit={(e) => e.preventDefault()} role="search">
        <label class="query">
          <span class="hidden">Search in documents</span>
          <input id="query" type="search" value={typed} placeholder='Words, or "words in this order"' maxLength={500}
            onInput={(e) => setTyped(e.currentTarget.value)} />
        </label>
        <div class="filters">
          <label>Topic
            <select value={topic === null ? "" : String(topic)} onChange={(e) => select({ topic: e.currentTarget.value === "" ? null : Number(e.currentTarget.value) })}>
              <option value="">any</option>
              {topics.value.map((t) => <option key={t.topic} value={t.topic}>{t.topic} {topicLabel(t.topic, 2)}</option>)}
            </select>
          </label>
          {columns?.groups.map((name) => (
            <label key={name}>{name}
              <input type="text" value={groups[name] ?? ""} placeholder="any" onChange={(e) => setGroups({ ...groups, [name]: e.currentTarget.value.trim() })} />
            </label>
          ))}
          {(columns?.dates.length ?? 0) > 0 && (
            <>
              <label>From <input type="date" value={dates.from} onChange={(e) => setDates({ ...dates, from: e.currentTarget.value })} /></label>
              <label>To <input type="date" value={dates.to} onChange={(e) => setDates({ ...dates, to: e.currentTarget.value })} /></label>
            </>
          )}
        </div>
      </form>
      {now && now.n_documents !== null && now.n_indexed < now.n_documents && !now.is_preview && (
        <p class="note">{percent(now.n_indexed / now.n_documents, 0)} of the documents can be searched so far.</p>
      )}
      {now && nReadable.value !== null && (
        <p class="note">This searches the {count(nReadable.value)} documents in this file, of {count(now.n_documents ?? 0)}.</p>
      )}
      {error && <p class="error">{error}</p>}
      {isEmpty && <p class="empty">Type words, or choose a topic, to find documents.</p>}
      {!isEmpty && answer && (
        <>
          <p class="note" role="status">
            {answer.hits.length ? `${answer.more ? "The first " : ""}${count(answer.hits.length)} documents` : "No document matches."}
            {answer.is_ranked === false && answer.hits.length ? ", in the order of the files" : ""}
            {topic !== null && query.trim() !== "" && (
              <> {`of topic ${topic} only`} <button type="button" onClick={() => select({ topic: null })}>Search all topics</button></>
            )}
          </p>
          <DocumentList documents={answer.hits} empty="" />
          {answer.more && limit < 200 && <button type="button" onClick={() => setLimit(Math.min(200, limit * 2))}>More</button>}
        </>
      )}
    </article>
  );
}
