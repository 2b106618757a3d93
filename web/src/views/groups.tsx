// Topics by group and over time, with counts and intervals.

import { useState } from "preact/hooks";
import { BarChart, LineChart } from "../charts";
import { Figure } from "../figure";
import type { GroupsAnswer, Interval, TimeAnswer } from "../protocol";
import { useAnswer } from "../request";
import { frame, select, selection, topicLabel, topics } from "../store";
import { count, label, percent } from "../text";
import { shortDate, slowVersion } from "./one_topic";

export function Groups() {
  const columns = frame.value?.columns;
  const known = [...(columns?.dates ?? []), ...(columns?.groups ?? [])];
  const column = selection.value.column && known.includes(selection.value.column) ? selection.value.column : known[0];
  const [isExact, setExact] = useState(false);
  const isDate = column !== undefined && (columns?.dates.includes(column) ?? false);
  const params = column === undefined ? null : { column, exact: isExact };
  const time = useAnswer("time", isDate ? params : null, slowVersion());
  const groups = useAnswer("groups", isDate ? null : params, slowVersion());
  const shown = isDate ? time : groups;
  if (column === undefined) {
    return <article class="groups"><p class="empty">The documents have no dates and no columns with groups. Files with further columns, such as a date, show topics by them here.</p></article>;
  }
  return (
    <article class="groups" aria-label="Groups and time">
      <div class="filters">
        <label>Column
          <select value={column} onChange={(e) => { setExact(false); select({ column: e.currentTarget.value }); }}>
            {known.map((name) => <option key={name} value={name}>{label(name)}{columns?.dates.includes(name) ? " (over time)" : ""}</option>)}
          </select>
        </label>
        <label>Topic
          <select value={selection.value.topic ?? ""} onChange={(e) => select({ topic: e.currentTarget.value === "" ? null : Number(e.currentTarget.value) })}>
            <option value="">all, small</option>
            {topics.value.map((t) => <option key={t.topic} value={t.topic}>{t.topic} {topicLabel(t.topic, 2)}</option>)}
          </select>
        </label>
        {shown.answer && shown.answer.n_used < shown.answer.n_documents && (
          <span class="note">
            From {count(shown.answer.n_used)} of {count(shown.answer.n_documents)} documents.{" "}
            <button type="button" onClick={() => setExact(true)}>Use all</button>
          </span>
        )}
      </div>
      {shown.error && <p class="error">{shown.error}</p>}
      {!shown.answer && !shown.error && <p class="empty">Loading…</p>}
      {isDate && time.answer && <TimeCharts answer={time.answer} />}
      {!isDate && groups.answer && <GroupCharts answer={groups.answer} />}
    </article>
  );
}

function chosenTopics(): number[] {
  const one = selection.value.topic;
  return one !== null ? [one] : topics.value.map((t) => t.topic);
}

const of = (all: Interval[], topic: number) => all.find(([k]) => k === topic);

function TimeCharts({ answer }: { answer: TimeAnswer }) {
  const chosen = chosenTopics();
  const isOne = chosen.length === 1;
  return (
    <div class={isOne ? "" : "multiples"}>
      {chosen.map((k) => {
        const points = answer.periods.map((p) => {
          const found = of(p.topics, k);
          const at = shortDate(p.start, answer.every);
          return found ? { label: at, value: found[1], low: found[2], high: found[3] } : { label: at, value: null };
        });
        return (
          <Figure key={k} title={`${k} ${topicLabel(k, isOne ? 5 : 2)}`} table={{
            head: [answer.every, "documents", "share", "low", "high"],
            rows: answer.periods.map((p) => { const f = of(p.topics, k); return [p.start, p.n_documents, ...(f ? [percent(f[1]), percent(f[2]), percent(f[3])] : ["", "", ""])]; }),
          }}>
            <LineChart name={`Topic ${k} per ${answer.every}`} points={points} format={(v) => percent(v, 0)}
              height={isOne ? 280 : 130} />
          </Figure>
        );
      })}
    </div>
  );
}

function GroupCharts({ answer }: { answer: GroupsAnswer }) {
  const chosen = chosenTopics();
  const isOne = chosen.length === 1;
  return (
    <div class={isOne ? "" : "multiples"}>
      {chosen.map((k) => (
        <Figure key={k} title={`${k} ${topicLabel(k, isOne ? 5 : 2)}`} table={{
          head: [answer.column, "documents", "share", "low", "high"],
          rows: answer.groups.map((g) => { const f = of(g.topics, k); return [label(g.group), g.n_documents, ...(f ? [percent(f[1]), percent(f[2]), percent(f[3])] : ["", "", ""])]; }),
        }}>
          <BarChart name={`Topic ${k} by ${answer.column}`} labelWidth={isOne ? 160 : 80}
            bars={answer.groups.map((g) => {
              const f = of(g.topics, k);
              return { label: label(g.group).slice(0, isOne ? 24 : 12), value: f?.[1] ?? 0, low: f?.[2] ?? 0, high: f?.[3] ?? 0, note: f ? percent(f[1]) : "" };
            })} />
        </Figure>
      ))}
    </div>
  );
}
