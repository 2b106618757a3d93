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
    expect(last().sent.at(-1)).toEqual({ type: "ack", frame: 5 });
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
