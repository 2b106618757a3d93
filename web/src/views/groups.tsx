// Topics by group and over time, with counts and intervals. A bar or a period opens its documents.

import { BarChart, LineChart } from "../charts";
import { Figure } from "../figure";
import type { GroupsAnswer, Interval, TimeAnswer } from "../protocol";
import { useAnswer } from "../request";
import { called, columns, select, selection, slowVersion, topicLabel } from "../store";
import { count, label, percent, shortDate } from "../text";

export function Groups() {
  const dates = columns.value?.dates ?? [], grouped = columns.value?.groups ?? [];
  const known = [...dates, ...grouped];
  const { topic, exact } = selection.value;
  const column = selection.value.column && known.includes(selection.value.column) ? selection.value.column : known[0];
  const isDate = column !== undefined && dates.includes(column);
  const params = column === undefined ? null : { column, exact };
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
          <select value={known.indexOf(column)} onChange={(e) => select({ column: known[Number(e.currentTarget.value)] ?? null, exact: false })}>
            {known.map((name, i) => <option key={name} value={i}>{label(name)}{dates.includes(name) ? " (over time)" : ""}</option>)}
          </select>
        </label>
        <label>Topic
          <select value={topic ?? ""} onChange={(e) => select({ topic: e.currentTarget.value === "" ? null : Number(e.currentTarget.value) })}>
            <option value="">all, small</option>
            {[...called.value.keys()].map((k) => <option key={k} value={k}>{k} {topicLabel(k, 2)}</option>)}
          </select>
        </label>
        {shown.answer && shown.answer.n_used < shown.answer.n_documents && (
          <span class="note">
            From {count(shown.answer.n_used)} of {count(shown.answer.n_documents)} documents.{" "}
            <button type="button" onClick={() => select({ exact: true })}>Use all</button>
          </span>
        )}
        <span class="note">Select a {isDate ? "period" : "bar"} to read its documents.</span>
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
  return one !== null ? [one] : [...called.value.keys()];
}

const of = (all: Interval[], topic: number) => all.find(([k]) => k === topic);

function TimeCharts({ answer }: { answer: TimeAnswer }) {
  const chosen = chosenTopics();
  const isOne = chosen.length === 1;
  return (
    <div class={isOne ? "" : "multiples"}>
      {chosen.map((k) => (
        <Figure key={k} title={`${k} ${topicLabel(k, isOne ? 5 : 2)}`} table={() => timeTable(answer, k)}>
          <LineChart name={`Topic ${k} per ${answer.every}`} points={timePoints(answer, k)} format={(v) => percent(v, 0)}
            height={isOne ? 280 : 130} onSelect={openPeriod(answer.column, answer.periods, { topic: k, query: "" })} />
        </Figure>
      ))}
    </div>
  );
}

/** Shares of a topic in the periods, with their counts. */
export function timePoints(answer: TimeAnswer, topic: number) {
  return answer.periods.map((p) => {
    const found = of(p.topics, topic), at = shortDate(p.start, answer.every), documents = `${count(p.n_documents)} documents`;
    return found
      ? { label: at, value: found[1], low: found[2], high: found[3], title: `${at}: ${percent(found[1])} (${percent(found[2])} to ${percent(found[3])}), ${documents}` }
      : { label: at, value: null, title: `${at}: ${documents}` };
  });
}

export function timeTable(answer: TimeAnswer, topic: number) {
  return {
    head: [answer.every, "documents", "share", "low", "high"],
    rows: answer.periods.map((p) => { const f = of(p.topics, topic); return [p.start, p.n_documents, ...(f ? [percent(f[1]), percent(f[2]), percent(f[3])] : ["", "", ""])]; }),
  };
}

/** What shows the documents of a period; searches filter by the first column of dates only. */
export function openPeriod(column: string, periods: { start: string }[], about: { topic: number | null; query: string }): ((place: number) => void) | undefined {
  if (column !== columns.value?.dates[0]) return undefined;
  return (place) => {
    const from = periods[place]?.start ?? "", next = periods[place + 1]?.start;
    select({ view: "documents", document: null, word: null, groups: {}, from, to: next ? dayBefore(next) : "", ...about });
  };
}

export function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

function GroupCharts({ answer }: { answer: GroupsAnswer }) {
  const chosen = chosenTopics();
  const isOne = chosen.length === 1;
  const { column } = answer;
  const known = useAnswer("values", { column }).answer?.values ?? [];
  const open = (topic: number, place: number) => {
    const group = answer.groups[place]?.group ?? "";
    // Small groups are put together: their bar is not the value of a document.
    if (known.includes(group)) select({ view: "documents", topic, document: null, word: null, query: "", groups: { [column]: group }, from: "", to: "" });
  };
  return (
    <div class={isOne ? "" : "multiples"}>
      {chosen.map((k) => (
        <Figure key={k} title={`${k} ${topicLabel(k, isOne ? 5 : 2)}`} table={{
          head: [label(column), "documents", "share", "low", "high"],
          rows: answer.groups.map((g) => { const f = of(g.topics, k); return [label(g.group), g.n_documents, ...(f ? [percent(f[1]), percent(f[2]), percent(f[3])] : ["", "", ""])]; }),
        }}>
          <BarChart name={`Topic ${k} by ${label(column)}`} labelWidth={isOne ? 190 : 112} onSelect={known.length ? (i) => open(k, i) : undefined}
            bars={answer.groups.map((g) => {
              const f = of(g.topics, k);
              return { label: label(g.group).slice(0, isOne ? 24 : 11), n: g.n_documents, value: f?.[1] ?? 0, low: f?.[2] ?? 0, high: f?.[3] ?? 0, note: f ? percent(f[1]) : "" };
            })} />
        </Figure>
      ))}
    </div>
  );
}
