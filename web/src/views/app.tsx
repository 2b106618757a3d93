// The page: a header, the list of topics, and the view that is chosen.

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { View } from "../selection";
import { byId, keys, showTop } from "../place";
import { connection, frame, host, notice, nReadable, select, selection, title } from "../store";
import { count, label, visible } from "../text";
import { canEdit, noticeOfEdit, redo, undo } from "../edit";
import { Edits } from "./edits";
import { Groups } from "./groups";
import { OneDocument } from "./one_document";
import { OneTopic } from "./one_topic";
import { OneWord } from "./one_word";
import { Search } from "./search";
import { TopicList } from "./topic_list";
import { TopicMap } from "./topic_map";
import { Status, Training } from "./training";

const ALL_VIEWS: [View, string][] = [
  ["topics", "Topics"],
  ["documents", "Documents"],
  ["groups", "Groups and time"],
  ["training", "Training and files"],
  ["edits", "Edits"],
];

/** The views that the host can fill. */
function views(): [View, string][] {
  const can = { training: host.value?.canTrain, edits: host.value?.canEdit };
  return ALL_VIEWS.filter(([view]) => (view === "training" || view === "edits" ? can[view] : true));
}

export function App() {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    const from = keys(main.current), pressed = (event: Event) => onKey(event as KeyboardEvent);
    from.addEventListener("keydown", pressed);
    return () => from.removeEventListener("keydown", pressed);
  }, []);
  useShownFromTop(main);
  const now = frame.value;
  return (
    <>
      <button type="button" class="hidden skip" onClick={() => main.current?.focus()}>Skip the list of topics</button>
      <header class="top">
        <h1>{label(title.value) || "thalweg"}</h1>
        {now?.n_documents != null && <span class="size">{count(now.n_documents)} documents · {count(now.n_words ?? 0)} words{nReadable.value !== null && ` · ${count(nReadable.value)} documents in this file`}</span>}
        <nav aria-label="Views">
          {views().map(([view, text]) => (
            <button type="button" key={view} aria-current={selection.value.view === view ? "page" : undefined}
              onClick={() => select({ view, document: null, word: null })}>{text}{view === "edits" && now?.edits.n ? ` (${now.edits.n})` : ""}</button>
          ))}
        </nav>
        {host.value?.canTrain && <Status />}
      </header>
      {!connection.value.isConnected && connection.value.why && <p class="banner" role="alert">{connection.value.why}</p>}
      {now?.phase === "failed" && <p class="banner" role="alert">{visible(now.message ?? "")}</p>}
      {notice.value && (
        <p class="banner calm" role="status">{visible(notice.value)} {now?.edits.n && notice.value === noticeOfEdit.value ? <button type="button" onClick={() => void undo()}>Undo</button> : null} <button type="button" onClick={() => { notice.value = ""; }}>Dismiss</button></p>
      )}
      <div class="page">
        <TopicList />
        <main ref={main} tabIndex={-1}><Chosen /></main>
      </div>
    </>
  );
}

/** What is opened is shown from its beginning, also when it was chosen at the end of a long list. */
function useShownFromTop(main: RefObject<HTMLElement | null>): void {
  const { view, topic, document, word } = selection.value;
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current && (document !== null || word !== null || topic !== null)) showTop(main.current);
    isFirst.current = false;
  }, [view, topic, document, word]);
}

function Chosen() {
  const { view, topic, document, word } = selection.value;
  if (word !== null) return <OneWord word={word} />;
  if (document !== null) return <OneDocument row={document} />;
  if (view === "documents") return <Search />;
  if (view === "groups") return <Groups />;
  if (view === "training" && host.value?.canTrain) return <Training />;
  if (view === "edits" && host.value?.canEdit) return <Edits />;
  if (topic !== null) return <OneTopic topic={topic} />;
  return <TopicMap />;
}

/** "/" searches, Escape goes one step back, 1 to 5 choose a view, u and r undo and redo. */
function onKey(event: KeyboardEvent): void {
  const target = event.target;
  const isTyping = target instanceof HTMLElement && target.matches("input, select, textarea");
  if (event.key === "Escape") {
    if (isTyping) (target as HTMLElement).blur();
    else if (selection.value.word !== null) select({ word: null });
    else if (selection.value.document !== null) select({ document: null });
    else if (selection.value.topic !== null) select({ topic: null });
  } else if (!isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    if (event.key === "/") {
      event.preventDefault();
      select({ view: "documents", document: null, word: null });
      const receiver = event.currentTarget; // null afterwards
      requestAnimationFrame(() => byId("query", receiver)?.focus());
    }
    if (event.key === "u" && canEdit()) void undo();
    if (event.key === "r" && canEdit()) void redo();
    const view = views()[Number(event.key) - 1];
    if (view) select({ view: view[0], document: null, word: null });
  }
}
