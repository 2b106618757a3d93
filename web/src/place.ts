// Where the page is: a document of its own, or a tree of its own in the output of a notebook.

/** Makes a tree in an element, which neither takes styles and keys from the notebook nor gives it any. */
export function treeIn(element: HTMLElement, style: string, height: number): HTMLElement {
  const tree = element.attachShadow({ mode: "open" });
  element.dataset.lmSuppressShortcuts = "true"; // of JupyterLab
  element.addEventListener("keydown", (event) => event.stopPropagation());
  element.style.setProperty("--height", `${height}px`);
  const scheme = schemeOfNotebook();
  if (scheme) element.style.colorScheme = scheme;
  const sheet = document.createElement("style");
  sheet.textContent = style;
  const inner = document.createElement("div");
  inner.tabIndex = -1; // it can have the focus
  inner.style.outline = "none";
  tree.append(sheet, inner);
  return inner;
}

/** Whether the notebook is light or dark; null if it does not say, and the system decides. */
function schemeOfNotebook(): "light" | "dark" | null {
  const { jpThemeLight, vscodeThemeKind } = document.body.dataset;
  if (jpThemeLight !== undefined) return jpThemeLight === "true" ? "light" : "dark";
  if (vscodeThemeKind !== undefined) return vscodeThemeKind.includes("light") ? "light" : "dark";
  return null;
}

/** The tree of its own that an element of the page is in; null in a document. A page may have several views. */
function treeOf(element: Element | null): ShadowRoot | null {
  const root = element?.getRootNode();
  return root instanceof ShadowRoot ? root : null;
}

/** What receives the keys that are pressed in a view of the page. */
export const keys = (of: Element | null): EventTarget => treeOf(of) ?? window;

/** An element of the view that received a key. */
export function byId(id: string, receiver: EventTarget | null): HTMLElement | null {
  return (receiver instanceof ShadowRoot ? receiver : document).getElementById(id);
}

/** Shows another view from its beginning. What had the focus may be gone: keys still belong to the page. */
export function showTop(of: Element | null): void {
  const tree = treeOf(of);
  (tree?.host ?? window).scrollTo({ top: 0 });
  if (tree && !tree.activeElement) tree.querySelector<HTMLElement>("div")?.focus({ preventScroll: true });
}

/** The colour under a chart. */
export function groundOf(element: Element): string {
  return getComputedStyle(treeOf(element)?.host ?? document.body).backgroundColor;
}
