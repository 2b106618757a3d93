// One word: its topics, where it occurs, and how often over time.

import { BarChart, LineChart } from "../charts";
import { Figure } from "../figure";
import { useAnswer } from "../request";
import { select, slowVersion, topicLabel } from "../store";
import { count, label, percent, shortDate, visible } from "../text";
import { openPeriod } from "./groups";
import { WordActions } from "./steering";

export function OneWord({ word }: { word: string }) {
  const { answer, error } = useAnswer("word", { word }, slowVersion());
  const head = (
    <header class="one-head">
      <h2>“{label(word)}”</h2>
      <button type="button" class="close" onClick={() => select({ word: null })}>Close</button>
    </header>
  );
  if (error || !answer) {
    return <article class="one" aria-label="Word">{head}<p class={error ? "error" : "empty"}>{error || "Loading…"}</p></article>;
  }
  const topics = answer.topics.filter((t) => t.share >= 0.005).slice(0, 12);
  const trend = answer.trend;
  return (
    <article class="one" aria-label={`Word ${label(word)}`}>
      {head}
      <p class="facts">
        {percent(answer.share, 3)} of all tokens
        {answer.n_documents !== null && <> · in {count(answer.n_documents)} documents</>}
      </p>
      <WordActions word={word} />
      <div class="columns">
        <div>
          <Figure title="Topics of the word" note="How the tokens of the word are divided among topics."
            table={{ head: ["topic", "name", "share of the word", "probability in the topic", "rank"], rows: answer.topics.map((t) => [t.topic, topicLabel(t.topic), percent(t.share), percent(t.probability, 3), t.rank]) }}>
            <BarChart name={`Topics of ${label(word)}`} labelWidth={220}
              bars={topics.map((t) => ({ label: `${t.topic}  ${topicLabel(t.topic, 2)}`.slice(0, 34), value: t.share, note: percent(t.share) }))}
              onSelect={(i) => select({ topic: topics[i]?.topic ?? null, word: null, view: "topics" })} />
          </Figure>
          {trend && (
            <Figure title="Documents with the word" note={`Share of the documents per ${trend.every}. Select a period to read them.`}
              table={{ head: [trend.every, "documents", "with the word"], rows: trend.periods.map((p) => [p.start, p.n_documents, p.n_found]) }}>
              <LineChart name={`Documents with ${label(word)}`} onSelect={openPeriod(trend.column, trend.periods, { topic: null, query: `"${word}"` })} format={(v) => percent(v, v < 0.05 ? 1 : 0)}
                points={trend.periods.map((p) => ({ label: shortDate(p.start, trend.every), value: p.n_documents ? p.n_found / p.n_documents : null, title: `${shortDate(p.start, trend.every)}: ${count(p.n_found)} of ${count(p.n_documents)} documents` }))} />
            </Figure>
          )}
        </div>
        <section class="figure" aria-label="In context">
          <header><h3>In context</h3></header>
          {answer.contexts.length === 0 && <p class="empty">No text contains it yet.</p>}
          <ul class="contexts">
            {answer.contexts.map((each) => (
              <li key={each.row}>
                <button type="button" onClick={() => select({ document: each.row, word: null })}>
                  <span class="before"><bdi>{visible(each.before)}</bdi></span>
                  <mark>{visible(each.word)}</mark>
                  <span class="after">{visible(each.after)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </article>
  );
}
