// One topic: its words against the corpus, its documents, its trend and related topics.

import { useState } from "preact/hooks";
import { BarChart, LineChart } from "../charts";
import { Figure } from "../figure";
import { useAnswer } from "../request";
import { frame, select, selection, topicLabel, topicOf } from "../store";
import { count, label, percent } from "../text";
import { DocumentList } from "./documents";
import { Steering } from "./steering";
import { TopicMap } from "./topic_map";

/** Changes about once per second while the model trains, so that open views follow it. */
export function slowVersion(): string {
  const now = frame.value;
  if (!now) return "";
  const isMoving = now.phase === "training" || now.phase === "preview";
  const tick = isMoving ? Math.floor((now.progress.training?.seconds ?? 0)) : now.phase;
  return `${now.run} ${tick} ${now.edits.version} ${now.n_indexed === now.n_documents}`;
}

export function OneTopic({ topic }: { topic: number }) {
  const [isUncertain, setUncertain] = useState(false);
  const params = { topic, lambda: selection.value.lambda, words: 24, uncertain: isUncertain };
  const { answer, error } = useAnswer("topic", params, slowVersion());
  const about = topicOf(topic);
  if (error) return <p class="error">{error}</p>;
  if (!answer || !about) return <p class="empty">Loading topic {topic}…</p>;
  const words = answer.words.filter((w) => w.share > 0);
  const table = {
    head: ["word", "share of the topic", "tokens in the topic", "tokens in all topics"],
    rows: words.map((w) => [label(w.word), percent(w.share, 2), count(w.count), count(w.total)]),
  };
  return (
    <article class="one" aria-label={`Topic ${topic}`}>
      <header class="one-head">
        <h2><span class="number">{topic}</span> {topicLabel(topic)}</h2>
        <button type="button" class="close" onClick={() => select({ topic: null })}>Close</button>
      </header>
      <p class="facts">
        {percent(answer.share)} of all tokens
        {about.coherence !== null && <> · coherence {about.coherence.toFixed(2)}</>}
        {about.stability !== null && <> · stability {percent(about.stability, 0)}</>}
      </p>
      <div class="columns">
        <div>
          <Figure title="Words" table={table} note="Strong: tokens of this topic. Faint: tokens of all topics. Select a word to read where it occurs.">
            <BarChart name={`Words of topic ${topic}`} bars={words.map((w) => ({
              label: label(w.word).slice(0, 20), value: w.count, ground: w.total, note: percent(w.share),
            }))} onSelect={(i) => select({ word: words[i]?.word ?? null })} />
          </Figure>
          <Steering answer={answer} />
          <Trend topic={topic} />
          <TopicMap />
        </div>
        <div>
          <section class="figure" aria-label="Documents">
            <header>
              <h3>Documents</h3>
              <span class="tools">
                <button type="button" aria-pressed={!isUncertain} onClick={() => setUncertain(false)}>Most typical</button>
                <button type="button" aria-pressed={isUncertain} onClick={() => setUncertain(true)}>Most uncertain</button>
              </span>
            </header>
            <DocumentList documents={answer.documents}
              empty={frame.value?.is_preview ? "Documents appear when all of them have been read." : "None found yet."} />
          </section>
          <section class="figure" aria-label="Related topics">
            <header><h3>Related topics</h3></header>
            <ul class="related">
              {answer.related.slice(0, 5).map((each) => (
                <li key={each.topic}>
                  <button type="button" onClick={() => select({ topic: each.topic })}>
                    <span class="number">{each.topic}</span> {topicLabel(each.topic, 4)}
                    <span class="end">{percent(each.similarity, 0)} alike</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </article>
  );
}

function Trend({ topic }: { topic: number }) {
  const hasDates = (frame.value?.columns?.dates.length ?? 0) > 0;
  const { answer } = useAnswer("time", hasDates ? {} : null, slowVersion());
  if (!hasDates || !answer) return null;
  const points = answer.periods.map((p) => {
    const found = p.topics.find(([k]) => k === topic);
    return found
      ? { label: shortDate(p.start, answer.every), value: found[1], low: found[2], high: found[3] }
      : { label: shortDate(p.start, answer.every), value: null };
  });
  return (
    <Figure title="Over time" note={`Mean share per ${answer.every}, with its 95% interval.`}
      table={{ head: [answer.every, "documents", "share", "low", "high"], rows: answer.periods.map((p, i) => [p.start, p.n_documents, ...[points[i]?.value, points[i]?.low, points[i]?.high].map((v) => (v === null || v === undefined ? "" : percent(v)))]) }}>
      <LineChart name={`Topic ${topic} over time`} points={points} format={(v) => percent(v, 0)} />
    </Figure>
  );
}

export function shortDate(start: string, every: string): string {
  if (every.endsWith("year") || every.endsWith("y")) return start.slice(0, 4);
  return every === "day" || every === "week" || every.endsWith("d") || every.endsWith("w") ? start : start.slice(0, 7);
}
