// The topic map: topics with similar words are close together, the area of a circle is the share.

import { extent } from "d3-array";
import { scaleLinear, scaleSqrt } from "d3-scale";
import { useRef } from "preact/hooks";
import { Sized } from "../charts";
import { Figure } from "../figure";
import type { Topic } from "../protocol";
import { hover, hovered, isMapFrozen, isTraining, select, selection, topicLabel, topics } from "../store";
import { percent } from "../text";

const LARGEST = 34, LABEL_HEIGHT = 15, MARGIN = LARGEST + LABEL_HEIGHT + 4;

export function TopicMap() {
  const frozen = useRef<Map<number, [number, number]> | null>(null);
  const now = topics.value;
  if (!isMapFrozen.value) frozen.current = null;
  else frozen.current ??= new Map(now.map((t) => [t.topic, [t.x, t.y]]));
  const places = now.map((t) => frozen.current?.get(t.topic) ?? [t.x, t.y] as [number, number]);
  const chosen = selection.value.topic;
  const table = () => ({
    head: ["topic", "name", "share", "x", "y"],
    rows: now.map((t, i) => [t.topic, topicLabel(t.topic), percent(t.share), (places[i]?.[0] ?? 0).toFixed(3), (places[i]?.[1] ?? 0).toFixed(3)]),
  });
  return (
    <Figure title="Topic map" table={table} note="Topics with similar words are close together. Area: share of all tokens."
      controls={
        <label class="freeze"><input type="checkbox" checked={isMapFrozen.value} onChange={(e) => { isMapFrozen.value = e.currentTarget.checked; }} /> Freeze</label>
      }>
      <Sized most={900}>{(width) => {
        const height = Math.round(Math.max(260, width * 0.62));
        const [x, y] = scales(places, width, height);
        const radius = scaleSqrt([0, Math.max(0.02, ...now.map((t) => t.share))], [0, Math.min(LARGEST, width / 18)]);
        const drawn = places.map((place, i) => ({
          topic: now[i] as Topic, cx: half(x(place[0] ?? 0)), cy: half(y(place[1] ?? 0)), r: half(radius(now[i]?.share ?? 0)),
        })).sort((a, b) => b.r - a.r);
        const labelled = withLabels(drawn);
        return (
          <svg class={`chart map${isTraining.value ? " moving" : ""}`} width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="group" aria-label="Topic map">
            {drawn.map(({ topic: { topic, share }, cx, cy, r }) => (
              <Circle key={topic} topic={topic} share={percent(share)} cx={cx} cy={cy} r={r} isChosen={chosen === topic} isHovered={hovered.value === topic} />
            ))}
            <g aria-hidden="true">
              {drawn.filter((each) => labelled.has(each.topic.topic)).map(({ topic, cx, cy, r }) => (
                <text key={topic.topic} class="tick" text-anchor="middle" x={cx} y={cy + Math.max(r, 5) + LABEL_HEIGHT - 3}>{mapLabel(topic)}</text>
              ))}
            </g>
          </svg>
        );
      }}</Sized>
    </Figure>
  );
}

interface Drawn {
  topic: Topic;
  cx: number;
  cy: number;
  r: number;
}

const mapLabel = (topic: Topic) => topicLabel(topic.topic, 1).slice(0, 18);

/** The topics whose label has a place of its own under the circle; large ones first. */
export function withLabels(drawn: Drawn[]): Set<number> {
  const taken = drawn.map(({ cx, cy, r }) => ({ left: cx - 0.7 * r, right: cx + 0.7 * r, top: cy - r, bottom: cy + 0.7 * r }));
  const kept = new Set<number>();
  for (const each of drawn) {
    const wide = 3.6 * mapLabel(each.topic).length, top = each.cy + Math.max(each.r, 5);
    const box = { left: each.cx - wide, right: each.cx + wide, top, bottom: top + LABEL_HEIGHT };
    if (taken.some((t) => box.left < t.right && t.left < box.right && box.top < t.bottom && t.top < box.bottom)) continue;
    taken.push(box);
    kept.add(each.topic.topic);
  }
  return kept;
}

interface CircleProps {
  topic: number;
  share: string;
  cx: number;
  cy: number;
  r: number;
  isChosen: boolean;
  isHovered: boolean;
}

/** Its properties are texts and numbers: a circle that looks the same is not drawn again. */
function Circle({ topic, share, cx, cy, r, isChosen, isHovered }: CircleProps) {
  const choose = () => select({ topic: isChosen ? null : topic, word: null, document: null });
  return (
    <g class={`circle${isChosen ? " chosen" : ""}${isHovered ? " hovered" : ""}`} style={{ transform: `translate(${cx}px, ${cy}px)` }} role="button" tabindex={0}
      aria-pressed={isChosen} aria-label={`Topic ${topic}: ${topicLabel(topic)}, ${share}`} {...hover(topic)}
      onClick={choose} onKeyDown={(e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); choose(); } }}>
      <title>{`${topic}: ${topicLabel(topic, 6)}`}</title>
      <circle r={Math.max(r, 5)} />
      <text text-anchor="middle" dominant-baseline="central">{topic}</text>
    </g>
  );
}

/** In half pixels: what moves by less is not drawn again. */
const half = (value: number) => Math.round(2 * value) / 2;

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
