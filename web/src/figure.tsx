// A chart with a title, the same numbers as a table, and buttons to save it.

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { savePng, saveSvg } from "./picture";

export interface TableData {
  head: string[];
  rows: (string | number)[][];
}

interface Props {
  title: string;
  note?: ComponentChildren;
  table: TableData | (() => TableData);
  children: ComponentChildren;
  controls?: ComponentChildren;
}

export function Figure({ title, note, table, children, controls }: Props) {
  const [isTable, setTable] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const file = title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "chart";
  const svg = () => body.current?.querySelector("svg") ?? null;
  return (
    <section class="figure" aria-label={title}>
      <header>
        <h3>{title}</h3>
        {controls}
        <span class="tools">
          <button type="button" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? "Chart" : "Table"}
          </button>
          {!isTable && (
            <>
              <button type="button" aria-label={`Save ${title} as SVG`} onClick={() => { const s = svg(); if (s) saveSvg(s, file); }}>SVG</button>
              <button type="button" aria-label={`Save ${title} as PNG`} onClick={() => { const s = svg(); if (s) void savePng(s, file); }}>PNG</button>
            </>
          )}
        </span>
      </header>
      {note && <p class="note">{note}</p>}
      <div ref={body}>{isTable ? <Table data={typeof table === "function" ? table() : table} caption={title} /> : children}</div>
    </section>
  );
}

export function Table({ data, caption }: { data: TableData; caption: string }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={`${caption}, table`}>
      <table>
        <caption class="hidden">{caption}</caption>
        <thead>
          <tr>{data.head.map((name) => <th scope="col" key={name}>{name}</th>)}</tr>
        </thead>
        <tbody>
          {data.rows.map((row, i) => (
            <tr key={i}>{row.map((cell, j) => <td key={j} class={typeof cell === "number" || /^[-\d.,%]+$/.test(String(cell)) ? "number" : ""}>{cell}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
