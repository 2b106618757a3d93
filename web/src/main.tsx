// The entry of the module. `mount` is for any host; a page of the server mounts itself.

import { render } from "preact";
import "./page.css";
import type { Host } from "./protocol";
import { tokenOf } from "./selection";
import { SocketHost } from "./socket_host";
import { connection, host, keepAddress, listener } from "./store";
import { App } from "./views/app";

export { listener } from "./store";
export type { Frame, Host, HostListener } from "./protocol";

export function mount(element: Element, of: Host): () => void {
  host.value = of;
  render(<App />, element);
  return () => render(null, element);
}

const TOKEN = "thalweg-token";

const element = document.getElementById("explorer");
if (element) {
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
