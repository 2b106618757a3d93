// Training: how far it is, how good the topics are, pause and resume, and files to save.

import { useState } from "preact/hooks";
import { LineChart, SparkGrid } from "../charts";
import { Figure } from "../figure";
import type { HistoryRow } from "../protocol";
import { useAnswer } from "../request";
import { called, frame, host, linesOf, notice, slowVersion, topicLabel } from "../store";
import { count, duration, percent } from "../text";
import { NumberOfTopics } from "./steering";

const FILES: [string, string][] = [
  ["topics.csv", "Topics, CSV"],
  ["topics.json", "Topics, JSON"],
  ["documents.csv", "Topics of the documents, CSV"],
  ["documents.parquet", "Topics of the documents, Parquet"],
  ["model.safetensors", "Model"],
  ["edits.json", "Edits, JSON"],
];

export function Training() {
  const now = frame.value;
  const { answer } = useAnswer("training", {}, slowVersion());
  const training = now?.progress.training;
  const history = answer?.history ?? [];
  const scored = history.filter((row) => row.score !== null);
  return (
    <article class="training" aria-label="Training">
      <section class="figure">
        <header><h3>Training</h3></header>
        {training ? (
          <dl class="numbers">
            <div><dt>passes</dt><dd>{training.passes}{training.of_passes !== null && ` of ${training.of_passes}`}</dd></div>
            <div><dt>documents visited</dt><dd>{count(training.documents)}</dd></div>
            <div><dt>documents per second</dt><dd>{count(training.documents_per_second)}</dd></div>
            <div><dt>tokens per second</dt><dd>{count(training.tokens_per_second)}</dd></div>
            <div><dt>time</dt><dd>{duration(training.seconds)}</dd></div>
            <div><dt>held-out score per token</dt><dd>{training.score === null ? "–" : training.score.toFixed(4)}</dd></div>
          </dl>
        ) : <p class="empty">{now?.phase === "done" ? "This model was trained before." : "Training has not begun."}</p>}
        <div class="row controls" role="group" aria-label="Control training">
          <PauseButton />
          <span class="muted">{called.value.size} topics</span>
          <NumberOfTopics />
        </div>
      </section>
      <Downloads />
      {scored.length > 1 && (
        <Figure title="Held-out score" note="Log-likelihood per token of documents that the model does not learn from. Higher is better."
          table={{ head: ["passes", "documents", "seconds", "score"], rows: scored.map((r) => [r.passes, r.documents, r.seconds.toFixed(2), (r.score ?? 0).toFixed(4)]) }}>
          <LineChart name="Held-out score" height={260} fromZero={false} format={(v) => v.toFixed(2)}
            points={scored.map((r) => ({ label: `${r.passes}`, value: r.score }))} />
        </Figure>
      )}
      <Shares history={history} />
    </article>
  );
}

/** The spark lines of the list, with their numbers, to save. */
function Shares({ history }: { history: HistoryRow[] }) {
  const numbers = [...called.value.keys()], lines = linesOf(history);
  if (history.length < 2 || !numbers.length) return null;
  const table = () => ({
    head: ["passes", "documents", "seconds", ...numbers.map((k) => `topic ${k}`)],
    rows: history.map((row) => [row.passes, row.documents, row.seconds.toFixed(2), ...numbers.map((k) => { const place = row.topics.indexOf(k); return place < 0 ? "" : percent(row.shares[place] ?? 0); })]),
  });
  return (
    <Figure title="Shares of the topics" note="The history of each topic in the list: its share of all tokens since training began." table={table}>
      <SparkGrid name="Shares of the topics" lines={numbers.map((k) => ({ label: `${k}  ${topicLabel(k, 2)}`.slice(0, 28), values: lines.get(k) ?? [], note: percent(lines.get(k)?.at(-1) ?? 0) }))} />
    </Figure>
  );
}

function Downloads() {
  const [busy, setBusy] = useState("");
  const isReady = frame.value !== null && frame.value.topics.length > 0 && !frame.value.is_preview;
  const save = (name: string) => {
    setBusy(name);
    host.value?.download(name).catch((error: Error) => { notice.value = error.message; }).finally(() => setBusy(""));
  };
  return (
    <section class="figure" aria-label="Save">
      <header><h3>Save</h3></header>
      <p class="downloads">
        {FILES.map(([name, text]) => (
          <button type="button" key={name} disabled={!isReady || busy !== ""} onClick={() => save(name)}>
            {busy === name ? "Writing…" : text}
          </button>
        ))}
      </p>
    </section>
  );
}

function PauseButton() {
  const phase = frame.value?.phase;
  if (phase !== "training" && phase !== "paused") return null;
  const name = phase === "paused" ? "resume" : "pause";
  return (
    <button type="button" onClick={() => { host.value?.request(name, {}).catch((error: Error) => { notice.value = error.message; }); }}>
      {phase === "paused" ? "Resume" : "Pause"}
    </button>
  );
}

/** What is going on, in a line. */
export function Status() {
  const now = frame.value;
  if (!now) return null;
  const training = now.progress.training, reading = now.progress.reading;
  let text = "";
  let share: number | null = null;
  if (now.phase === "reading" || now.phase === "preview") {
    text = reading ? `Reading: ${count(reading.documents)} documents` : "Reading";
    if (reading?.of_bytes) share = reading.bytes / reading.of_bytes;
    if (now.is_preview) text += ` · preview of the first ${count(now.n_documents ?? 0)}`;
  } else if (training && now.phase !== "done") {
    share = training.share;
    text = now.phase === "paused" ? "Paused" : "Training";
    text += ` · pass ${Math.min(training.passes + 1, training.of_passes ?? Infinity)}`;
    if (training.of_passes) text += ` of ${training.of_passes}`;
    if (training.remaining !== null && now.phase === "training") text += ` · ${duration(training.remaining)} left`;
  } else if (now.phase === "done") {
    text = training ? `Trained in ${duration(training.seconds)}` : "Trained";
    if (training?.score) text += ` · score ${training.score.toFixed(3)}`;
  } else if (now.phase === "failed") {
    text = "Failed";
  } else {
    text = "Training begins";
  }
  return (
    <div class="status">
      <span role="status">{text}</span>
      {share !== null && (
        <progress max={1} value={Math.min(1, share)} aria-label={`${text}, ${percent(share, 0)}`} />
      )}
      <PauseButton />
    </div>
  );
}
