// One document: its text with words coloured by topic, its proportions and similar documents.

import { useState } from "preact/hooks";
import { BarChart } from "../charts";
import { Figure } from "../figure";
import type { DocumentAnswer } from "../protocol";
import { useAnswer } from "../request";
import { hover, hovered, select, slowVersion, topicLabel } from "../store";
import { count, label, percent, visible } from "../text";
import { DocumentList } from "./documents";

const N_COLOURS = 7;

export function OneDocument({ row }: { row: number }) {
  const { answer, error } = useAnswer("document", { row, alone: true }, slowVersion());
  const [marked, setMarked] = useState<number | null>(null);
  if (error) return <p class="error">{error}</p>;
  if (!answer) return <p class="empty">Loading document…</p>;
  const places = new Map(answer.shares.slice(0, N_COLOURS).map(([k], i) => [k, i]));
  const colour = (k: number) => `c${places.get(k) ?? "x"}`;
  const bars = answer.shares.slice(0, 8).filter(([, s]) => s >= 0.0005);
  return (
    <article class="one document" aria-label={`Document ${label(String(answer.id))}`}>
      <header class="one-head">
        <h2>{answer.title ? visible(answer.title) : label(String(answer.id))}</h2>
        <button type="button" class="close" onClick={() => select({ document: null })}>Close</button>
      </header>
      <p class="facts">
        {answer.title && <>{label(String(answer.id))} · </>}{count(answer.n_tokens)} tokens
        {Object.entries(answer.metadata).filter(([, value]) => !answer.title || value !== answer.title).map(([name, value]) => (
          <span key={name}> · {label(name)} {visible(value === null ? "–" : String(value).slice(0, 200))}</span>
        ))}
      </p>
      <div class="columns reading">
        <div>
          <Legend answer={answer} colour={colour} marked={marked} onMark={setMarked} />
          {answer.parts.length > 0 ? <Text answer={answer} colour={colour} marked={marked} /> : <CountedWords answer={answer} />}
          {answer.is_cut && <p class="note">The text is longer; its beginning is shown.</p>}
        </div>
        <div>
          <Figure title="Topics of this document" table={{ head: ["topic", "name", "share"], rows: answer.shares.map(([k, s]) => [k, topicLabel(k), percent(s)]) }}>
            <BarChart name="Topics of this document" labelWidth={220} onSelect={(i) => select({ topic: bars[i]?.[0] ?? null, document: null, view: "topics" })}
              bars={bars.map(([k, s]) => ({ label: `${k}  ${topicLabel(k, 2)}`.slice(0, 34), value: s, note: percent(s), topic: k }))} />
          </Figure>
          <Similar row={row} />
        </div>
      </div>
    </article>
  );
}

/** Asked for after the document is there, because it takes longer. */
function Similar({ row }: { row: number }) {
  const { answer } = useAnswer("similar", { row }, slowVersion());
  return (
    <section class="figure" aria-label="Similar documents">
      <header><h3>Similar documents</h3></header>
      {answer ? <DocumentList documents={answer.documents} empty="None found yet." /> : <p class="empty">Loading…</p>}
    </section>
  );
}

interface LegendProps {
  answer: DocumentAnswer;
  colour: (k: number) => string;
  marked: number | null;
  onMark: (topic: number | null) => void;
}

function Legend({ answer, colour, marked, onMark }: LegendProps) {
  return (
    <p class="legend" role="group" aria-label="Show the words of one topic">
      {answer.shares.slice(0, N_COLOURS).map(([k]) => (
        <button type="button" key={k} class={`${colour(k)}${hovered.value === k ? " hovered" : ""}`} aria-pressed={marked === k} {...hover(k)} onClick={() => onMark(marked === k ? null : k)}>
          <b>{k}</b> {topicLabel(k, 2)}
        </button>
      ))}
    </p>
  );
}

/** Words have the colours of their topics; those of the topic under the mouse or the focus, in any view, a strong one. */
function Text({ answer, colour, marked }: { answer: DocumentAnswer; colour: (k: number) => string; marked: number | null }) {
  const strong = hovered.value;
  return (
    <p class="text" dir="auto" tabIndex={0} role="group" aria-label="Text; arrow keys move between words, Enter opens one" onKeyDown={moveBetweenWords}
      onMouseOver={markTopic} onFocusIn={markTopic} onMouseLeave={() => { hovered.value = null; }} onFocusOut={() => { hovered.value = null; }}>
      {answer.parts.map((part, i) => {
        if (part.length === 1) return visible(part[0]);
        const [text, word, topic, probability] = part;
        const isShown = marked === null || marked === topic;
        return (
          <span key={i} class={`${isShown ? colour(topic) : ""}${strong === topic ? " hovered" : ""}`} data-topic={topic} role="button" tabIndex={-1} title={`${topic} ${topicLabel(topic, 2)}: ${percent(probability, 0)}`}
            onClick={() => select({ word })}>{visible(text)}</span>
        );
      })}
    </p>
  );
}

function markTopic(event: Event): void {
  const topic = (event.target as HTMLElement).dataset.topic;
  hovered.value = topic === undefined ? null : Number(topic);
}

function moveBetweenWords(event: KeyboardEvent): void {
  const words = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("span[role=button]")];
  const place = words.indexOf(event.target as HTMLElement);
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (step) {
    event.preventDefault();
    words[Math.max(0, place + step)]?.focus();
  } else if (event.key === "Enter") {
    words[place]?.click();
  }
}

function CountedWords({ answer }: { answer: DocumentAnswer }) {
  return (
    <>
      <p class="note">The documents have no texts; these are their words.</p>
      <ul class="counted">
        {answer.words.slice(0, 200).map(([word, n, topic]) => (
          <li key={word} class={hovered.value === topic ? "hovered" : ""}><button type="button" {...hover(topic)} onClick={() => select({ word })}>{label(word)}</button> {count(n)} <span class="muted">topic {topic}</span></li>
        ))}
      </ul>
    </>
  );
}
