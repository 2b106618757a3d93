// The page: a header, the list of topics, and the view that is chosen.

import { useEffect } from "preact/hooks";
import type { View } from "../selection";
import { connection, frame, host, notice, nReadable, select, selection, title } from "../store";
import { count, label } from "../text";
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
  ["training", "Training"],
];

/** The views that the host can fill. */
function views(): [View, string][] {
  return host.value?.canTrain ? ALL_VIEWS : ALL_VIEWS.filter(([view]) => view !== "training");
}

export function App() {
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const now = frame.value;
  return (
    <>
      <header class="top">
        <h1>{label(title.value) || "thalweg"}</h1>
        {now?.n_documents != null && <span class="size">{count(now.n_documents)} documents · {count(now.n_words ?? 0)} words{nReadable.value !== null && ` · ${count(nReadable.value)} documents in this file`}</span>}
        <nav aria-label="Views">
          {views().map(([view, text]) => (
            <button type="button" key={view} aria-current={selection.value.view === view ? "page" : undefined}
              onClick={() => select({ view, document: null, word: null })}>{text}</button>
          ))}
        </nav>
        {host.value?.canTrain && <Status />}
      </header>
      {!connection.value.isConnected && connection.value.why && <p class="banner" role="alert">{connection.value.why}</p>}
      {now?.phase === "failed" && <p class="banner" role="alert">{now.message}</p>}
      {notice.value && (
        <p class="banner calm" role="status">{notice.value} <button type="button" onClick={() => { notice.value = ""; }}>Dismiss</button></p>
      )}
      <div class="page">
        <TopicList />
        <main><Chosen /></main>
      </div>
    </>
  );
}

function Chosen() {
  const { view, topic, document, word } = selection.value;
  if (word !== null) return <OneWord word={word} />;
  if (document !== null) return <OneDocument row={document} />;
  if (view === "documents") return <Search />;
  if (view === "groups") return <Groups />;
  if (view === "training" && host.value?.canTrain) return <Training />;
  if (topic !== null) return <OneTopic topic={topic} />;
  return <TopicMap />;
}

/** "/" searches, Escape goes one step back, 1 to 4 choose a view. */
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
      requestAnimationFrame(() => document.getElementById("query")?.focus());
    }
    const view = views()[Number(event.key) - 1];
    if (view) select({ view: view[0], document: null, word: null });
  }
}
