// The list of topics: number, name, share, words, coherence and history of each.

import { useState } from "preact/hooks";
import { Spark } from "../charts";
import type { Topic } from "../protocol";
import { frame, host, notice, order, orderedTopics, select, selection, sparks, type Order } from "../store";
import { label, percent, visible } from "../text";
import { NewTopic } from "./steering";

export function TopicList() {
  const all = orderedTopics.value;
  const lambda = selection.value.lambda;
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step || !(event.target instanceof HTMLElement) || !event.target.matches(".topic-choice")) return;
    event.preventDefault();
    const choices = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>(".topic-choice")];
    choices[choices.indexOf(event.target) + step]?.focus();
  };
  return (
    <aside class="topics" aria-label="Topics">
      <div class="list-head">
        <h2>{all.length ? `${all.length} topics` : "Topics"}</h2>
        <label class="order">
          <span>Order</span>
          <select value={order.value} onChange={(e) => { order.value = e.currentTarget.value as Order; }}>
            <option value="number">by number</option>
            <option value="share">by share</option>
            <option value="coherence">by coherence</option>
          </select>
        </label>
        <label class="relevance">
          <span title="Frequent words of the topic, or words that only this topic has">Words</span>
          <span class="end">specific</span>
          <input type="range" min="0" max="1" step="0.05" value={lambda} aria-label="Relevance: specific to frequent words"
            aria-valuetext={`lambda ${lambda}`}
            onInput={(e) => select({ lambda: Number(e.currentTarget.value) })} />
          <span class="end">frequent</span>
        </label>
        <NewTopic />
        <p class="key" aria-hidden="true">{host.value?.canTrain ? "share, its history · coherence, stability" : "share · coherence"}</p>
      </div>
      {!all.length && <p class="empty">{frame.value?.phase === "failed" ? "" : "The first topics appear here in a moment."}</p>}
      <ol onKeyDown={move}>
        {all.map((topic) => <Row key={topic.topic} topic={topic} />)}
      </ol>
    </aside>
  );
}

function Row({ topic }: { topic: Topic }) {
  const [isEditing, setEditing] = useState(false);
  const isSelected = selection.value.topic === topic.topic;
  const isPreview = frame.value?.is_preview ?? false;
  const canRename = isSelected && !isEditing && !isPreview && host.value?.canEdit;
  return (
    <li class={`${isSelected ? "selected" : ""}${canRename ? " renamable" : ""}`}>
      {isEditing ? (
        <NameField topic={topic} onEnd={() => setEditing(false)} />
      ) : (
        <button type="button" class="topic-choice" aria-pressed={isSelected}
          onClick={() => select({ view: "topics", topic: isSelected ? null : topic.topic, word: null, document: null })}>
          <span class="number">{topic.topic}{topic.locked && <span class="lock" title="Locked">🔒<span class="hidden">locked</span></span>}</span>
          <span class="what">
            {topic.name && <strong>{visible(topic.name)}</strong>}
            <span class="words">{topic.words.map(label).join(" ")}</span>
          </span>
          <span class="figures">
            <span class="share">{percent(topic.share)}</span>
            {host.value?.canTrain && <Spark values={sparks.value.get(topic.topic) ?? [topic.share]} />}
            <span class="quality">
              <span title="Coherence: NPMI of the ten most probable words">{topic.coherence === null ? "" : topic.coherence.toFixed(2)}</span>
              <span title="Stability: top words that were there at the last measurement">{topic.stability === null ? "" : percent(topic.stability, 0)}</span>
            </span>
          </span>
        </button>
      )}
      {canRename && (
        <button type="button" class="rename" onClick={() => setEditing(true)}>Rename</button>
      )}
    </li>
  );
}

function NameField({ topic, onEnd }: { topic: Topic; onEnd: () => void }) {
  const save = (name: string) => {
    if (name !== (topic.name ?? "")) {
      host.value?.request("rename", { topic: topic.topic, name }).catch((error: Error) => { notice.value = error.message; });
    }
    onEnd();
  };
  return (
    <form class="name" onSubmit={(e) => { e.preventDefault(); save(String(new FormData(e.currentTarget).get("name") ?? "").trim()); }}>
      <label>
        <span class="hidden">Name of topic {topic.topic}</span>
        <input name="name" maxLength={100} defaultValue={topic.name ?? ""} placeholder={topic.words.slice(0, 3).join(" ")}
          ref={(field) => field?.focus()}
          onKeyDown={(e) => { if (e.key === "Escape") { e.stopPropagation(); onEnd(); } }} />
      </label>
      <button type="submit">Save</button>
      <button type="button" onClick={onEnd}>Cancel</button>
    </form>
  );
}
