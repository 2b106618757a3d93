// The entry of the module. `mount` is for any host; a page of the server and an HTML file mount themselves.

import { render } from "preact";
import "./page.css";
import type { FileData } from "./file_data";
import { FileHost } from "./file_host";
import { NotebookHost, type WidgetModel } from "./notebook_host";
import { treeIn } from "./place";
import type { Host } from "./protocol";
import { tokenOf } from "./selection";
import { SocketHost } from "./socket_host";
import { connection, host, keepAddress, keepView, listener } from "./store";
import { App } from "./views/app";

export { listener } from "./store";
export type { Frame, Host, HostListener } from "./protocol";

/** Shows the views in an element; returns what removes them. */
export function mount(element: Element, of: Host): () => void {
  mounted.push(of);
  host.value = of;
  const end = keepView();
  render(<App />, element);
  return () => {
    end();
    render(null, element);
    mounted.splice(mounted.lastIndexOf(of), 1);
    // All views show one host: the one that was mounted last and is still there.
    const last = mounted.at(-1);
    if (!last || last === host.value) return;
    host.value = last;
    last.reopen?.();
  };
}

const mounted: Host[] = [];

const TOKEN = "thalweg-token";

/** The page of the server. */
function connect(element: Element): void {
  // The token leaves the address at once, so that links and the history do not contain it.
  const given = tokenOf(location.hash);
  if (given) {
    sessionStorage.setItem(TOKEN, given);
    const rest = new URLSearchParams(location.hash.replace(/^#/, ""));
    rest.delete("token");
    window.history.replaceState(null, "", rest.size ? `#${rest.toString()}` : location.pathname);
  }
  const token = sessionStorage.getItem(TOKEN);
  keepAddress();
  const server = new SocketHost(token ?? "", listener());
  mount(element, server);
  if (token) server.connect();
  else connection.value = { isConnected: false, why: "The address has no token. Use the address that thalweg explore printed." };
}

/** An HTML file with its data. */
function open(element: Element, data: FileData): void {
  keepAddress();
  const file = new FileHost(data, listener());
  file.open();
  mount(element, file);
}

/** The hosts of widgets, by the key of the widget: its views share one. */
const kernels = new Map<string, NotebookHost>();

/** The output of a cell: what anywidget calls, once for each view of a widget. */
function renderWidget({ model, el }: { model: WidgetModel; el: HTMLElement }): () => void {
  const key = model.get("key");
  const kernel = kernels.get(key) ?? new NotebookHost(listener());
  kernels.set(key, kernel);
  const unmount = mount(treeIn(el, model.get("style_sheet"), model.get("height")), kernel);
  const remove = kernel.add(model);
  return () => {
    remove();
    unmount();
    if (!kernel.nViews) kernels.delete(key);
  };
}

export default { render: renderWidget };

const element = document.getElementById("explorer");
if (element) {
  const data = document.getElementById("thalweg-data")?.textContent;
  if (data) open(element, JSON.parse(data) as FileData);
  else connect(element);
}
