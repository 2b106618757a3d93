// Controls that change a topic: its words, its name and its borders to other topics.

import { useState } from "preact/hooks";
import { canEdit, edit, isEditing, wordsOf } from "../edit";
import type { SplitPreview, TopicAnswer } from "../protocol";
import { called, chosenDocuments, host, notice, select, selection, topicLabel } from "../store";
import { label, percent } from "../text";

export function Steering({ answer }: { answer: TopicAnswer }) {
  const topic = answer.topic;
  const [split, setSplit] = useState<SplitPreview | null>(null);
  if (!canEdit()) return null;
  const busy = isEditing.value;
  const preview = () => {
    host.value?.request("preview_split", { topic }).then(setSplit, (error: Error) => { notice.value = error.message; });
  };
  return (
    <section class="figure steering" aria-label="Change this topic">
      <header><h3>Change this topic</h3></header>
      <WordForm topic={topic} />
      <Chips title="Held here" words={answer.held} topic={topic} busy={busy} />
      <Chips title="Removed" words={answer.removed} topic={topic} busy={busy} />
      <div class="row">
        <TopicChoice key={topic} text="Merge with" without={topic} actions={[["Merge", (other) => edit({ edit: "merge", topics: [topic, other] })]]} />
        <button type="button" disabled={busy} onClick={preview}>Split…</button>
        <button type="button" disabled={busy} aria-pressed={answer.locked} onClick={() => void edit({ edit: answer.locked ? "unlock" : "lock", topics: [topic] })}>{answer.locked ? "Locked" : "Lock"}</button>
        <button type="button" disabled={busy} onClick={() => { void edit({ edit: "delete", topic }).then((done) => done && select({ topic: null })); }}>Delete</button>
      </div>
      {split && split.topic === topic && (
        <div class="split" role="group" aria-label="Preview of the split">
          {split.parts.map((part, i) => (
            <p key={i}><b>{i === 0 ? `Stays in topic ${topic}` : "New topic"}</b> <span class="muted">{percent(part.share, 0)}</span><br />{part.words.map(label).join(" ")}</p>
          ))}
          <div class="row">
            <button type="button" class="main" disabled={busy} onClick={() => { void edit({ edit: "split", topic, preview: split.preview }); setSplit(null); }}>Split so</button>
            <button type="button" onClick={() => setSplit(null)}>Cancel</button>
          </div>
        </div>
      )}
    </section>
  );
}

interface TopicChoiceProps {
  text: string;
  actions: [text: string, act: (topic: number) => Promise<unknown>][];
  /** A topic that cannot be chosen. */
  without?: number;
}

/** A topic to choose, and buttons that do something with it: moving through the list changes nothing yet. */
function TopicChoice({ text, actions, without }: TopicChoiceProps) {
  const [chosen, setChosen] = useState("");
  const isKnown = chosen !== "" && called.value.has(Number(chosen));
  return (
    <span class="topic-action">
      <label>{text}
        <select disabled={isEditing.value} value={isKnown ? chosen : ""} onChange={(e) => setChosen(e.currentTarget.value)}>
          <option value="">choose a topic</option>
          {[...called.value.keys()].filter((k) => k !== without).map((k) => <option key={k} value={k}>{k} {topicLabel(k)}</option>)}
        </select>
      </label>
      {actions.map(([name, act]) => (
        <button type="button" key={name} disabled={isEditing.value || !isKnown} onClick={() => { void act(Number(chosen)).then((done) => done && setChosen("")); }}>{name}</button>
      ))}
    </span>
  );
}

/** Whether a word is what one sees of it. Others would be suggested as something else. */
const canBeTyped = (word: string) => label(word) === word;

function WordForm({ topic }: { topic: number }) {
  const [text, setText] = useState("");
  const [known, setKnown] = useState<string[]>([]);
  const suggest = (typed: string) => {
    setText(typed);
    const last = wordsOf(typed).pop() ?? "";
    if (last.length > 1) host.value?.request("suggest", { prefix: last }).then((answer) => setKnown(answer.words.filter(canBeTyped)), () => setKnown([]));
  };
  const words = wordsOf(text);
  const make = (kind: "add" | "remove" | "stop") => {
    if (!words.length) return;
    void edit(kind === "stop" ? { edit: kind, words } : { edit: kind, topic, words }).then((done) => done && setText(""));
  };
  const busy = isEditing.value || !words.length;
  return (
    <form class="row" onSubmit={(e) => { e.preventDefault(); make("add"); }}>
      <label class="grow"><span class="hidden">Words to add or remove</span>
        <input name="words" list="known-words" autocomplete="off" maxLength={300} placeholder="Words to add or remove" value={text} onInput={(e) => suggest(e.currentTarget.value)} />
      </label>
      <datalist id="known-words">{known.map((word) => <option key={word} value={word} />)}</datalist>
      <button type="submit" disabled={busy}>Add</button>
      <button type="button" disabled={busy} onClick={() => make("remove")}>Remove</button>
      <button type="button" disabled={busy} title="Ignore the words in all topics" onClick={() => make("stop")}>Stop everywhere</button>
    </form>
  );
}

function Chips({ title, words, topic, busy }: { title: string; words: string[]; topic: number; busy: boolean }) {
  if (!words.length) return null;
  return (
    <p class="chips"><span class="muted">{title}</span>
      {words.slice(0, 30).map((word) => (
        <button type="button" key={word} disabled={busy} aria-label={`${label(word)} ×: let the documents decide again`} title="Let the documents decide again"
          onClick={() => void edit({ edit: "allow", topic, words: [word] })}>{label(word)} ×</button>
      ))}
      {words.length > 30 && <span class="muted">and {words.length - 30} more</span>}
    </p>
  );
}

/** What can be done with a word of a topic. */
export function WordActions({ word }: { word: string }) {
  const topic = selection.value.topic;
  if (!canEdit()) return null;
  const change = (kind: "add" | "remove") => (other: number) => edit({ edit: kind, topic: other, words: [word] });
  return (
    <div class="row steering">
      {topic !== null && called.value.has(topic) && (
        <button type="button" class="main" disabled={isEditing.value} onClick={() => void edit({ edit: "remove", topic, words: [word] })}>Remove from topic {topic}</button>
      )}
      <TopicChoice key={word} text="Topic" actions={[["Add to it", change("add")], ["Remove from it", change("remove")]]} />
      <button type="button" disabled={isEditing.value} onClick={() => void edit({ edit: "stop", words: [word] })}>Stop everywhere</button>
    </div>
  );
}

/** More or fewer topics. */
export function NumberOfTopics() {
  const n = called.value.size;
  if (!canEdit()) return null;
  return (
    <>
      <button type="button" disabled={isEditing.value || n < 2} title="The two most similar topics are merged" onClick={() => void edit({ edit: "topics", n_topics: n - 1 })}>One fewer</button>
      <button type="button" disabled={isEditing.value} title="A topic is added, which training fills" onClick={() => void edit({ edit: "topics", n_topics: n + 1 })}>One more</button>
    </>
  );
}

/** A new topic from words, or from documents that were chosen. */
export function NewTopic() {
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  if (!canEdit()) return null;
  const rows = [...chosenDocuments.value];
  const made = (done: { topics: number[] } | null) => {
    if (!done) return;
    setText("");
    setOpen(false);
    chosenDocuments.value = new Set();
    const topic = done.topics[done.topics.length - 1];
    if (topic !== undefined) setTimeout(() => select({ view: "topics", topic, document: null, word: null }), 400);
  };
  return (
    <div class="new-topic">
      <div class="row">
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>New topic</button>
        <NumberOfTopics />
        {rows.length > 0 && (
          <button type="button" class="main" disabled={isEditing.value} onClick={() => { void edit({ edit: "create", rows }).then(made); }}>
            From {rows.length} {rows.length === 1 ? "document" : "documents"}
          </button>
        )}
      </div>
      {isOpen && (
        <form class="row" onSubmit={(e) => { e.preventDefault(); const words = wordsOf(text); if (words.length) void edit({ edit: "create", words }).then(made); }}>
          <label class="grow"><span class="hidden">Words of the new topic</span>
            <input name="new-words" placeholder="Words of the new topic" maxLength={300} value={text} onInput={(e) => setText(e.currentTarget.value)} />
          </label>
          <button type="submit" disabled={isEditing.value}>Create</button>
        </form>
      )}
    </div>
  );
}
