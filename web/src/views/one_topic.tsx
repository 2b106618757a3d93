// One topic: its words against the corpus, its documents, its trend and related topics.

import { useState } from "preact/hooks";
import { BarChart, LineChart } from "../charts";
import { canEdit } from "../edit";
import { Figure } from "../figure";
import { useAnswer } from "../request";
import { called, columns, hover, hovered, isPreview, select, selection, slowVersion, topicLabel, topicOf } from "../store";
import { count, label, percent } from "../text";
import { DocumentList } from "./documents";
import { openPeriod, timePoints, timeTable } from "./groups";
import { Steering } from "./steering";
import { NameField } from "./topic_list";
import { TopicMap } from "./topic_map";

export function OneTopic({ topic }: { topic: number }) {
  const isUncertain = selection.value.uncertain;
  const [named, setNamed] = useState<number | null>(null);
  const isNaming = named === topic, setNaming = (is: boolean) => setNamed(is ? topic : null);
  const params = { topic, lambda: selection.value.lambda, words: 24, uncertain: isUncertain };
  const { answer, error } = useAnswer("topic", params, slowVersion());
  if (error) return <p class="error">{error}</p>;
  if (!answer || !called.value.has(topic)) return <p class="empty">Loading topic {topic}…</p>;
  const words = answer.words.filter((w) => w.share > 0);
  const table = {
    head: ["word", "share of the topic", "tokens in the topic", "tokens in all topics"],
    rows: words.map((w) => [label(w.word), percent(w.share, 2), count(w.count), count(w.total)]),
  };
  return (
    <article class="one" aria-label={`Topic ${topic}`}>
      <header class="one-head">
        {isNaming ? <NameField topic={topic} onEnd={() => setNaming(false)} /> : (
          <>
            <h2><span class="number">{topic}</span> {topicLabel(topic)}</h2>
            {canEdit() && <button type="button" onClick={() => setNaming(true)}>{topicOf(topic)?.name ? "Change name" : "Name"}</button>}
          </>
        )}
        <button type="button" class="close" onClick={() => select({ topic: null })}>Close</button>
      </header>
      <Facts topic={topic} share={percent(answer.share)} />
      <div class="columns">
        <div>
          <Figure title="Words" table={table} note="Strong: tokens of this topic. Faint: tokens of all topics. Select a word to read where it occurs, or to remove it.">
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
                <button type="button" aria-pressed={!isUncertain} onClick={() => select({ uncertain: false })}>Most typical</button>
                <button type="button" aria-pressed={isUncertain} onClick={() => select({ uncertain: true })}>Most uncertain</button>
              </span>
            </header>
            <DocumentList documents={answer.documents}
              empty={isPreview.value ? "Documents appear when all of them have been read." : "None found yet."} />
          </section>
          <section class="figure" aria-label="Related topics">
            <header><h3>Related topics</h3></header>
            <ul class="related">
              {answer.related.slice(0, 5).map((each) => (
                <li key={each.topic}>
                  <button type="button" class={hovered.value === each.topic ? "hovered" : ""} {...hover(each.topic)} onClick={() => select({ topic: each.topic })}>
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

function Facts({ topic, share }: { topic: number; share: string }) {
  const about = topicOf(topic);
  return (
    <p class="facts">
      {share} of all tokens
      {about && about.coherence !== null && <> · coherence {about.coherence.toFixed(2)}</>}
      {about && about.stability !== null && <> · stability {percent(about.stability, 0)}</>}
    </p>
  );
}

function Trend({ topic }: { topic: number }) {
  const hasDates = (columns.value?.dates.length ?? 0) > 0;
  const { answer } = useAnswer("time", hasDates ? {} : null, slowVersion());
  if (!hasDates || !answer) return null;
  return (
    <Figure title="Over time" note={`Mean share per ${answer.every}, with its 95% interval. Select a period to read its documents.`} table={() => timeTable(answer, topic)}>
      <LineChart name={`Topic ${topic} over time`} points={timePoints(answer, topic)} format={(v) => percent(v, 0)} onSelect={openPeriod(answer.column, answer.periods, { topic, query: "" })} />
    </Figure>
  );
}
