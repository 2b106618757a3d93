// The topic map: topics with similar words are close together, the area of a circle is the share.

import { extent } from "d3-array";
import { scaleLinear, scaleSqrt } from "d3-scale";
import { useRef } from "preact/hooks";
import { Sized } from "../charts";
import { Figure } from "../figure";
import type { Topic } from "../protocol";
import { isMapFrozen, select, selection, topicLabel, topics } from "../store";
import { percent } from "../text";

const MARGIN = 40;

export function TopicMap() {
  const frozen = useRef<Map<number, [number, number]> | null>(null);
  const now = topics.value;
  if (!isMapFrozen.value) frozen.current = null;
  else frozen.current ??= new Map(now.map((t) => [t.topic, [t.x, t.y]]));
  const places = now.map((t) => frozen.current?.get(t.topic) ?? [t.x, t.y] as [number, number]);
  const chosen = selection.value.topic;
  // Small circles are drawn over large ones.
  const drawn = now.map((topic, i) => ({ topic, place: places[i] ?? [0, 0] })).sort((a, b) => b.topic.share - a.topic.share);
  const table = {
    head: ["topic", "name", "share", "x", "y"],
    rows: now.map((t, i) => [t.topic, topicLabel(t.topic), percent(t.share), (places[i]?.[0] ?? 0).toFixed(3), (places[i]?.[1] ?? 0).toFixed(3)]),
  };
  return (
    <Figure title="Topic map" table={table} note="Topics with similar words are close together. Area: share of all tokens."
      controls={
        <label class="freeze"><input type="checkbox" checked={isMapFrozen.value} onChange={(e) => { isMapFrozen.value = e.currentTarget.checked; }} /> Freeze</label>
      }>
      <Sized most={900}>{(width) => {
        const height = Math.round(Math.max(260, width * 0.62));
        const [x, y] = scales(places, width, height);
        const radius = scaleSqrt([0, Math.max(0.02, ...now.map((t) => t.share))], [0, Math.min(34, width / 18)]);
        return (
          <svg class="chart map" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label="Topic map">
            {drawn.map(({ topic, place }) => (
              <Circle key={topic.topic} topic={topic} cx={x(place[0] ?? 0)} cy={y(place[1] ?? 0)} r={radius(topic.share)} isChosen={chosen === topic.topic} />
            ))}
          </svg>
        );
      }}</Sized>
    </Figure>
  );
}

function Circle({ topic, cx, cy, r, isChosen }: { topic: Topic; cx: number; cy: number; r: number; isChosen: boolean }) {
  const choose = () => select({ topic: isChosen ? null : topic.topic, word: null, document: null });
  return (
    <g class={`circle${isChosen ? " chosen" : ""}`} style={{ transform: `translate(${cx}px, ${cy}px)` }} role="button" tabindex={0}
      aria-pressed={isChosen} aria-label={`Topic ${topic.topic}: ${topicLabel(topic.topic)}, ${percent(topic.share)}`}
      onClick={choose} onKeyDown={(e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); choose(); } }}>
      <title>{`${topic.topic}: ${topicLabel(topic.topic, 6)}`}</title>
      <circle r={Math.max(r, 5)} />
      <text text-anchor="middle" dominant-baseline="central">{topic.topic}</text>
    </g>
  );
}

/** The same scale for both directions, so that distances mean the same. */
function scales(places: [number, number][], width: number, height: number) {
  const [x0 = 0, x1 = 1] = extent(places, (p) => p[0]);
  const [y0 = 0, y1 = 1] = extent(places, (p) => p[1]);
  const unit = Math.max((x1 - x0) / (width - 2 * MARGIN), (y1 - y0) / (height - 2 * MARGIN), 1e-6);
  const middleX = (x0 + x1) / 2, middleY = (y0 + y1) / 2;
  return [
    scaleLinear([middleX, middleX + unit], [width / 2, width / 2 + 1]),
    scaleLinear([middleY, middleY + unit], [height / 2, height / 2 + 1]),
  ] as const;
}
