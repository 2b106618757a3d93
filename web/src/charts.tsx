// Small charts as SVG. Each is drawn from numbers alone; its figure has the table.

import { extent, max } from "d3-array";
import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { hover, hovered } from "./store";
import { count } from "./text";

/** Draws a chart in the width that it has on screen, so that its text has the size of other text. */
export function Sized({ children, most = 1000 }: { children: (width: number) => ComponentChildren; most?: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => setWidth(Math.min(most, Math.round(element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return <div ref={box}>{width > 0 && children(width)}</div>;
}

function sparkPath(values: number[], width: number, height: number): string {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [1, width - 1]);
  const y = scaleLinear([0, max(values) || 1], [height - 2, 2]);
  const shown = values.length > 1 ? values : [...values, ...values];
  return line<number>((_, i) => x(i), (d) => y(d))(shown) ?? "";
}

export function Spark({ values, width = 72, height = 18 }: { values: number[]; width?: number; height?: number }) {
  return (
    <svg class="spark" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={sparkPath(values, width, height)} />
    </svg>
  );
}

interface SparkGridProps {
  lines: { label: string; values: number[]; note: string }[];
  name: string;
}

/** Spark lines of the same height under each other, in as many columns as there is place for. */
export function SparkGrid(props: SparkGridProps) {
  return <Sized>{(width) => <Sparks {...props} width={width} />}</Sized>;
}

function Sparks({ lines, name, width }: SparkGridProps & { width: number }) {
  const row = 26, nColumns = Math.max(1, Math.floor(width / 330)), each = width / nColumns;
  const nRows = Math.ceil(lines.length / nColumns), left = Math.min(200, 0.5 * each), right = each - 70;
  return (
    <svg class="chart sparks" width={width} height={nRows * row} viewBox={`0 0 ${width} ${nRows * row}`} role="img" aria-label={name}>
      {lines.map(({ label, values, note }, i) => (
        <g key={i} transform={`translate(${Math.floor(i / nRows) * each} ${(i % nRows) * row})`}>
          <text x="0" y={row / 2} dominant-baseline="central">{label}</text>
          <path class="line" transform={`translate(${left} 3)`} d={sparkPath(values, right - left, row - 6)} />
          <text class="tick" x={right + 48} y={row / 2} text-anchor="end" dominant-baseline="central">{note}</text>
        </g>
      ))}
    </svg>
  );
}

export interface LinePoint {
  label: string;
  value: number | null;
  low?: number;
  high?: number;
  /** What the point is, in words; shown by the mouse and read aloud. */
  title?: string;
}

interface LineProps {
  points: LinePoint[];
  onSelect?: ((place: number) => void) | undefined;
  format: (value: number) => string;
  name: string;
  height?: number;
  fromZero?: boolean;
}

/** A line with its 95% band; periods without a value are gaps. */
export function LineChart(props: LineProps) {
  return <Sized>{(width) => <Lines {...props} width={width} />}</Sized>;
}

function Lines({ points, format, name, width, onSelect, height = 170, fromZero = true }: LineProps & { width: number }) {
  const left = 46, right = 10, top = 10, bottom = 24;
  const known = points.filter((p) => p.value !== null);
  const [lowest, highest] = extent(known.flatMap((p) => [p.value ?? 0, p.low ?? p.value ?? 0, p.high ?? p.value ?? 0]));
  const x = scaleLinear([0, Math.max(1, points.length - 1)], [left, width - right]);
  const y = scaleLinear([fromZero ? 0 : (lowest ?? 0), highest || 1], [height - bottom, top]).nice(4);
  const indexed = points.map((p, i) => ({ ...p, i }));
  const path = line<(typeof indexed)[number]>((p) => x(p.i), (p) => y(p.value ?? 0))
    .defined((p) => p.value !== null)(indexed) ?? "";
  const band = area<(typeof indexed)[number]>((p) => x(p.i), (p) => y(p.low ?? 0), (p) => y(p.high ?? 0))
    .defined((p) => p.value !== null && p.low !== undefined)(indexed) ?? "";
  const nLabels = Math.max(2, Math.floor((width - left) / 90));
  const every = Math.max(1, Math.ceil(points.length / nLabels));
  return (
    <svg class="chart" width={width} height={height} viewBox={`0 0 ${width} ${height}`} role={onSelect ? "group" : "img"} aria-label={name}>
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line class="grid" x1={left} x2={width - right} y1={y(tick)} y2={y(tick)} />
          <text class="tick" x={left - 6} y={y(tick)} text-anchor="end" dominant-baseline="middle">{format(tick)}</text>
        </g>
      ))}
      {points.map((p, i) => i % every === 0 && (
        <text key={p.label} class="tick" x={x(i)} y={height - 6} text-anchor={i === 0 ? "start" : "middle"}>{p.label}</text>
      ))}
      <path class="band" d={band} />
      <path class="line" d={path} />
      {known.length === 1 && indexed.filter((p) => p.value !== null).map((p) => <circle key={p.i} class="dot" cx={x(p.i)} cy={y(p.value ?? 0)} r="3" />)}
      {points.map((p, i) => (onSelect || p.title) && (
        <g key={i} {...choice(i, undefined, onSelect)} {...(onSelect ? { "aria-label": p.title ?? p.label } : {})}>
          {p.title && <title>{p.title}</title>}
          <rect class="hit" x={x(i - 0.5)} y={top} width={x(1) - x(0)} height={height - top - bottom} />
          {onSelect && p.value !== null && <circle class="dot mark" cx={x(i)} cy={y(p.value)} r="3.5" />}
        </g>
      ))}
    </svg>
  );
}

export interface Bar {
  label: string;
  value: number;
  low?: number;
  high?: number;
  /** A second value in the background, such as the whole corpus. */
  ground?: number;
  note: string;
  /** Number of documents that the value is the mean of; stands after the label. */
  n?: number;
  /** The topic that the bar is about, if it is about one. */
  topic?: number;
}

interface BarProps {
  bars: Bar[];
  name: string;
  onSelect?: ((place: number) => void) | undefined;
  labelWidth?: number;
}

export function BarChart(props: BarProps) {
  return <Sized most={640}>{(width) => <Bars {...props} width={width} />}</Sized>;
}

function Bars({ bars, name, onSelect, width, labelWidth: wanted = 130 }: BarProps & { width: number }) {
  const row = 22, right = 56, labelWidth = Math.min(wanted, width * 0.4);
  const highest = max(bars, (b) => Math.max(b.value, b.ground ?? 0, b.high ?? 0)) || 1;
  const x = scaleLinear([0, highest], [labelWidth + 8, width - right]);
  return (
    <svg class="chart" width={width} height={bars.length * row + 4} viewBox={`0 0 ${width} ${bars.length * row + 4}`} role={onSelect ? "group" : "img"} aria-label={name}>
      {bars.map((bar, i) => (
        <g key={i} transform={`translate(0 ${i * row + 2})`} {...choice(i, bar.topic, onSelect)}>
          <rect class="hit" x="0" y="0" width={width} height={row} />
          <text class="label" x={labelWidth} y={row / 2} text-anchor="end" dominant-baseline="central">{fitting(bar.label, labelWidth - (bar.n === undefined ? 0 : 7 * (count(bar.n).length + 1)))}{bar.n !== undefined && <tspan class="tick"> {count(bar.n)}</tspan>}</text>
          {bar.ground !== undefined && <rect class="ground" x={x(0)} y="5" height="12" width={Math.max(0, x(bar.ground) - x(0))} rx="1.5" />}
          <rect class="bar" x={x(0)} y="5" height="12" width={Math.max(1, x(bar.value) - x(0))} rx="1.5" />
          {bar.low !== undefined && bar.high !== undefined && (
            <line class="interval" x1={x(bar.low)} x2={x(bar.high)} y1={row / 2} y2={row / 2} />
          )}
          <text class="tick" x={width - 4} y={row / 2} text-anchor="end" dominant-baseline="central">{bar.note}</text>
        </g>
      ))}
    </svg>
  );
}

/** About the width of a letter, in pixels. */
const LETTER = 6.9;

/** The beginning of a label that there is place for: its end would push the beginning out of the picture. */
export function fitting(label: string, width: number): string {
  const most = Math.max(4, Math.floor(width / LETTER)), letters = [...label];
  return letters.length <= most ? label : `${letters.slice(0, most - 1).join("").trimEnd()}…`;
}

/** What makes a bar or a period a button: for the mouse and the keyboard. */
function choice(place: number, topic: number | undefined, onSelect: ((place: number) => void) | undefined) {
  const isHovered = topic !== undefined && hovered.value === topic;
  if (!onSelect) return {};
  return {
    class: `choice${isHovered ? " hovered" : ""}`,
    role: "button" as const,
    // One stop of the Tab key per chart; arrow keys move between its bars.
    tabindex: place === 0 ? 0 : -1,
    ...(topic === undefined ? {} : hover(topic)),
    onClick: () => onSelect(place),
    onKeyDown: (event: KeyboardEvent) => {
      const step = STEPS[event.key] ?? 0;
      if (event.key !== "Enter" && event.key !== " " && !step) return;
      event.preventDefault();
      if (!step) onSelect(place);
      else moveFocus(event.currentTarget as Element, step);
    },
  };
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function moveFocus(from: Element, step: number): void {
  const choices = [...(from.closest("svg")?.querySelectorAll<SVGElement>(".choice") ?? [])];
  choices[choices.indexOf(from as SVGElement) + step]?.focus();
}
