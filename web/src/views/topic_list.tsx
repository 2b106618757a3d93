// The list of topics: number, name, share, words, quality and the history of each.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Spark } from "../charts";
import type { Order } from "../selection";
import { called, frame, host, hover, hovered, isPreview, notice, orderedTopics, select, selection, sparks } from "../store";
import { label, percent, visible } from "../text";
import { NewTopic } from "./steering";

export function TopicList() {
  const all = orderedTopics.value;
  const { lambda, order } = selection.value;
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
          <select value={order} onChange={(e) => select({ order: e.currentTarget.value as Order })}>
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
        {all.map((each) => (
          <Row key={each.topic} topic={each.topic} name={each.name} words={each.words.map(label).join(" ")} share={percent(each.share)}
            coherence={each.coherence === null ? "" : each.coherence.toFixed(2)} stability={each.stability === null ? "" : percent(each.stability, 0)}
            isLocked={each.locked} isSelected={selection.value.topic === each.topic} isHovered={hovered.value === each.topic} />
        ))}
      </ol>
    </aside>
  );
}

/** What a row shows, as texts and numbers: a row whose texts are the same is not drawn again. */
export interface RowProps {
  topic: number;
  name: string | null;
  words: string;
  share: string;
  coherence: string;
  stability: string;
  isLocked: boolean;
  isSelected: boolean;
  isHovered: boolean;
}

export function Row({ topic, name, words, share, coherence, stability, isLocked, isSelected, isHovered }: RowProps) {
  const [isEditing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useLayoutEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus(); // keys go on where they were
    wasEditing.current = isEditing;
  }, [isEditing]);
  const canRename = isSelected && !isEditing && !isPreview.value && host.value?.canEdit;
  return (
    <li class={`${isSelected ? "selected" : ""}${isHovered ? " hovered" : ""}${canRename ? " renamable" : ""}`}>
      {isEditing ? (
        <NameField topic={topic} onEnd={() => setEditing(false)} />
      ) : (
        <button type="button" ref={button} class="topic-choice" aria-pressed={isSelected} {...hover(topic)}
          onClick={() => select({ view: "topics", topic: isSelected ? null : topic, word: null, document: null })}>
          <span class="number">{topic}{isLocked && <span class="lock" title="Locked">🔒<span class="hidden">locked</span></span>}</span>
          <span class="what">
            {name && <strong>{visible(name)}</strong>}
            <span class="words">{words}</span>
          </span>
          <span class="figures">
            <span class="share">{share}</span>
            {host.value?.canTrain && <TopicSpark topic={topic} />}
            <span class="quality">
              <span title="Coherence: NPMI of the ten most probable words">{coherence}</span>
              <span title="Stability: top words that were there at the last measurement">{stability}</span>
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

function TopicSpark({ topic }: { topic: number }) {
  return <Spark values={sparks.value.get(topic) ?? [0]} />;
}

/** A field for the name of a topic. */
export function NameField({ topic, onEnd }: { topic: number; onEnd: () => void }) {
  const about = called.value.get(topic), before = visible(about?.name ?? "");
  const save = (name: string) => {
    if (name !== before) {
      host.value?.request("rename", { topic, name }).catch((error: Error) => { notice.value = error.message; });
    }
    onEnd();
  };
  return (
    <form class="name" onSubmit={(e) => { e.preventDefault(); save(String(new FormData(e.currentTarget).get("name") ?? "").trim()); }}>
      <label>
        <span class="hidden">Name of topic {topic}</span>
        <input name="name" maxLength={100} defaultValue={before} placeholder={about?.words.slice(0, 3).map(label).join(" ") ?? ""}
          ref={(field) => field?.focus()}
          onKeyDown={(e) => { if (e.key === "Escape") { e.stopPropagation(); onEnd(); } }} />
      </label>
      <button type="submit">Save</button>
      <button type="button" onClick={onEnd}>Cancel</button>
    </form>
  );
}
