// What is selected. It is part of the address, so that a reload or a link shows the same.

export type View = "topics" | "documents" | "groups" | "training" | "edits";

export interface Selection {
  view: View;
  topic: number | null;
  document: number | null;
  word: string | null;
  query: string;
  column: string | null;
  lambda: number;
}

export const NOTHING: Selection = {
  view: "topics",
  topic: null,
  document: null,
  word: null,
  query: "",
  column: null,
  lambda: 0.6,
};

const VIEWS: readonly string[] = ["topics", "documents", "groups", "training", "edits"];

/** The fragment of the address without the token, which never enters the history. */
export function toFragment(selection: Selection): string {
  const fields = new URLSearchParams();
  if (selection.view !== NOTHING.view) fields.set("view", selection.view);
  for (const name of ["topic", "document", "word", "column"] as const) {
    const value = selection[name];
    if (value !== null) fields.set(name, String(value));
  }
  if (selection.query) fields.set("query", selection.query);
  if (selection.lambda !== NOTHING.lambda) fields.set("lambda", String(selection.lambda));
  return fields.toString();
}

export function fromFragment(fragment: string): Selection {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const number = (name: string): number | null => {
    const value = fields.get(name);
    return value !== null && /^\d{1,9}$/.test(value) ? Number(value) : null;
  };
  const view = fields.get("view") ?? "";
  const lambda = Number(fields.get("lambda") ?? NOTHING.lambda);
  return {
    view: VIEWS.includes(view) ? (view as View) : NOTHING.view,
    topic: number("topic"),
    document: number("document"),
    word: fields.get("word"),
    query: fields.get("query") ?? "",
    column: fields.get("column"),
    lambda: lambda >= 0 && lambda <= 1 ? lambda : NOTHING.lambda,
  };
}

export function tokenOf(fragment: string): string | null {
  return new URLSearchParams(fragment.replace(/^#/, "")).get("token");
}
