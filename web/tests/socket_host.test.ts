import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Frame, HostListener } from "../src/protocol";
import { SocketHost } from "../src/socket_host";

class FakeSocket {
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor(readonly url: string, readonly protocols: string[]) {}
  send(text: string) { this.sent.push(JSON.parse(text)); }
  receive(message: unknown) { this.onmessage?.({ data: JSON.stringify(message) }); }
}

describe("the connection to the server", () => {
  let sockets: FakeSocket[];
  let listener: HostListener;
  let host: SocketHost;
  const acknowledged = () => last().sent.filter((m) => m.type === "ack").map((m) => m.frame);
  const last = () => sockets[sockets.length - 1] as FakeSocket;

  beforeEach(() => {
    vi.useFakeTimers();
    sockets = [];
    listener = { onHello: vi.fn(), onFrame: vi.fn(), onConnection: vi.fn() };
    host = new SocketHost("secret", listener, (url, protocols) => {
      sockets.push(new FakeSocket(url, protocols));
      return last() as unknown as WebSocket;
    });
    host.connect();
    last().onopen?.();
  });

  it("sends the token as a subprotocol, not in the address", () => {
    expect(last().protocols).toEqual(["thalweg.1", "token.secret"]);
    expect(last().url).not.toContain("secret");
  });

  it("acknowledges a frame after it has been drawn", () => {
    const order: string[] = [];
    vi.mocked(listener.onFrame).mockImplementation(() => { order.push("drawn"); expect(last().sent.some((m) => m.type === "ack")).toBe(false); });
    last().receive({ type: "frame", frame: 5 } as Frame);
    expect(order).toEqual(["drawn"]);
    expect(acknowledged()).toEqual([]);
    vi.advanceTimersByTime(50);
    expect(acknowledged()).toEqual([5]);
  });

  it("takes no frames while the tab is hidden, and the newest when it is shown again", () => {
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    last().receive({ type: "frame", frame: 5 } as Frame);
    vi.advanceTimersByTime(60_000);
    expect(listener.onFrame).toHaveBeenCalledTimes(1);
    expect(acknowledged()).toEqual([]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(acknowledged()).toEqual([5]);
    hidden.mockRestore();
  });

  it("acknowledges a frame after a second when the window is covered and draws nothing", () => {
    const draw = vi.spyOn(globalThis, "requestAnimationFrame").mockReturnValue(0);
    last().receive({ type: "frame", frame: 5 } as Frame);
    vi.advanceTimersByTime(900);
    expect(acknowledged()).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(acknowledged()).toEqual([5]);
    draw.mockRestore();
  });

  it("matches answers to requests, in any order", async () => {
    const first = host.request("suggest", { prefix: "a" });
    const second = host.request("suggest", { prefix: "b" });
    const [a, b] = last().sent.filter((m) => m.type === "request");
    last().receive({ type: "answer", id: b?.id, result: { words: ["b"] } });
    last().receive({ type: "error", id: a?.id, message: "no" });
    expect(await second).toEqual({ words: ["b"] });
    await expect(first).rejects.toThrow("no");
  });

  it("fails what is waiting when the connection ends, and connects again", async () => {
    const waiting = host.request("training", {});
    last().onclose?.();
    await expect(waiting).rejects.toThrow("lost");
    expect(listener.onConnection).toHaveBeenLastCalledWith(false, expect.any(String));
    vi.advanceTimersByTime(6000);
    expect(sockets).toHaveLength(2);
    host.setView(0.3, 8);
    expect(last().sent.at(-1)).toEqual({ type: "view", lambda: 0.3, words: 8 });
  });
});
