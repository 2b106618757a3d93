// One document: its text with words coloured by topic, its proportions and similar documents.

import { useState } from "preact/hooks";
import { BarChart } from "../charts";
import { Figure } from "../figure";
import type { DocumentAnswer } from "../protocol";
import { useAnswer } from "../request";
import { select, topicLabel } from "../store";
import { count, label, percent, visible } from "../text";
import { DocumentList } from "./documents";
import { slowVersion } from "./one_topic";

const N_COLOURS = 7;

export function OneDocument({ row }: { row: number }) {
  const { answer, error } = useAnswer("document", { row }, slowVersion());
  const [marked, setMarked] = useState<number | null>(null);
  if (error) return <p class="error">{error}</p>;
  if (!answer) return <p class="empty">Loading document…</p>;
  const places = new Map(answer.shares.slice(0, N_COLOURS).map(([k], i) => [k, i]));
  const colour = (k: number) => `c${places.get(k) ?? "x"}`;
  return (
    <article class="one document" aria-label={`Document ${label(String(answer.id))}`}>
      <header class="one-head">
        <h2>{label(String(answer.id))}</h2>
        <button type="button" class="close" onClick={() => select({ document: null })}>Close</button>
      </header>
      <p class="facts">
        {count(answer.n_tokens)} tokens
        {Object.entries(answer.metadata).map(([name, value]) => (
          <span key={name}> · {visible(name)} {visible(value === null ? "–" : String(value)).slice(0, 200)}</span>
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
            <BarChart name="Topics of this document" labelWidth={220} onSelect={(i) => select({ topic: answer.shares[i]?.[0] ?? null, document: null, view: "topics" })}
              bars={answer.shares.slice(0, 8).filter(([, s]) => s >= 0.0005).map(([k, s]) => ({ label: `${k}  ${topicLabel(k, 2)}`.slice(0, 34), value: s, note: percent(s) }))} />
          </Figure>
          <section class="figure" aria-label="Similar documents">
            <header><h3>Similar documents</h3></header>
            <DocumentList documents={answer.similar} empty="None found yet." />
          </section>
        </div>
      </div>
    </article>
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
    <p class="legend" aria-label="Show the words of one topic">
      {answer.shares.slice(0, N_COLOURS).map(([k]) => (
        <button type="button" key={k} class={colour(k)} aria-pressed={marked === k} onClick={() => onMark(marked === k ? null : k)}>
          <b>{k}</b> {topicLabel(k, 2)}
        </button>
      ))}
    </p>
  );
}

function Text({ answer, colour, marked }: { answer: DocumentAnswer; colour: (k: number) => string; marked: number | null }) {
  return (
    <p class="text" dir="auto" tabIndex={0} role="group" aria-label="Text; arrow keys move between words, Enter opens one" onKeyDown={moveBetweenWords}>
      {answer.parts.map((part, i) => {
        if (part.length === 1) return visible(part[0]);
        const [text, word, topic, probability] = part;
        const isShown = marked === null || marked === topic;
        return (
          <span key={i} class={isShown ? colour(topic) : ""} role="button" tabIndex={-1} title={`${topic} ${topicLabel(topic, 2)}: ${percent(probability, 0)}`}
            onClick={() => select({ word })}>{visible(text)}</span>
        );
      })}
    </p>
  );
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
          <li key={word}><button type="button" onClick={() => select({ word })}>{label(word)}</button> {count(n)} <span class="muted">topic {topic}</span></li>
        ))}
      </ul>
    </>
  );
}
