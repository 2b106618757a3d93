// What is selected. It is part of the address, so that a reload or a link shows the same.

export type View = "topics" | "documents" | "groups" | "training" | "edits";
export type Order = "number" | "share" | "coherence";

export interface Selection {
  view: View;
  topic: number | null;
  document: number | null;
  word: string | null;
  column: string | null;
  /** Whether groups and periods are computed from all documents. */
  exact: boolean;
  query: string;
  /** Values that documents in a search have, by column. */
  groups: Record<string, string>;
  from: string;
  to: string;
  lambda: number;
  order: Order;
  /** Whether the uncertain documents of a topic are listed. */
  uncertain: boolean;
}

export const NOTHING: Selection = {
  view: "topics",
  topic: null,
  document: null,
  word: null,
  column: null,
  exact: false,
  query: "",
  groups: {},
  from: "",
  to: "",
  lambda: 0.6,
  order: "number",
  uncertain: false,
};

const VIEWS: readonly string[] = ["topics", "documents", "groups", "training", "edits"];
const ORDERS: readonly string[] = ["number", "share", "coherence"];
/** Before the name of a column in the address, so that no column is taken for another field. */
const GROUP = "in.";

/** The fragment of the address without the token, which never enters the history. */
export function toFragment(selection: Selection): string {
  const fields = new URLSearchParams();
  for (const name of ["view", "lambda", "order", "query", "from", "to"] as const) {
    if (selection[name] !== NOTHING[name]) fields.set(name, String(selection[name]));
  }
  for (const name of ["topic", "document", "word", "column"] as const) {
    const value = selection[name];
    if (value !== null) fields.set(name, String(value));
  }
  for (const name of ["exact", "uncertain"] as const) if (selection[name]) fields.set(name, "1");
  for (const [column, value] of Object.entries(selection.groups)) if (value) fields.set(GROUP + column, value);
  return fields.toString();
}

export function fromFragment(fragment: string): Selection {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const number = (name: string): number | null => {
    const value = fields.get(name);
    return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null;
  };
  const day = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(fields.get(name) ?? "") ? fields.get(name) ?? "" : "");
  const view = fields.get("view") ?? "", order = fields.get("order") ?? "";
  const lambda = Number(fields.get("lambda") ?? NOTHING.lambda);
  const groups = [...fields].filter(([name, value]) => name.startsWith(GROUP) && value);
  return {
    view: VIEWS.includes(view) ? (view as View) : NOTHING.view,
    topic: number("topic"),
    document: number("document"),
    word: fields.get("word"),
    column: fields.get("column"),
    exact: fields.get("exact") === "1",
    query: fields.get("query") ?? "",
    groups: Object.fromEntries(groups.map(([name, value]) => [name.slice(GROUP.length), value])),
    from: day("from"),
    to: day("to"),
    lambda: lambda >= 0 && lambda <= 1 ? lambda : NOTHING.lambda,
    order: ORDERS.includes(order) ? (order as Order) : NOTHING.order,
    uncertain: fields.get("uncertain") === "1",
  };
}

export function tokenOf(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("token");
}
