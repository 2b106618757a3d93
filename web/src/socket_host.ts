// The host that is a server: one WebSocket, which is opened again when it closes.

import { Asked } from "./asked";
import { whenDrawn } from "./drawn";
import type { Answers, Frame, Hello, Host, HostListener, Params, RequestName } from "./protocol";

export class SocketHost implements Host {
  readonly canTrain = true;
  readonly canEdit = true;
  private socket: WebSocket | null = null;
  private readonly asked = new Asked();
  private view = { lambda: 0.6, words: 8 };
  private attempts = 0;

  constructor(
    private readonly token: string,
    private readonly listener: HostListener,
    private readonly createSocket: (url: string, protocols: string[]) => WebSocket = (url, protocols) =>
      new WebSocket(url, protocols),
  ) {}

  connect(): void {
    const url = `ws://${location.host}/socket`;
    const socket = this.createSocket(url, ["thalweg.1", `token.${this.token}`]);
    this.socket = socket;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.attempts = 0;
      this.listener.onConnection(true);
      this.sendView();
    };
    socket.onmessage = (event) => this.receive(JSON.parse(String(event.data)));
    socket.onclose = () => {
      this.socket = null;
      this.asked.refuseAll("the connection was lost");
      const why = wasOpen || this.attempts < 3
        ? "The explorer is not reachable. Trying again."
        : "The explorer has ended, or this address is an old one. Use the address that it printed.";
      this.listener.onConnection(false, why);
      this.attempts += 1;
      setTimeout(() => this.connect(), Math.min(500 * 2 ** Math.min(this.attempts, 4), 5000));
    };
  }

  request<N extends RequestName>(name: N, params: Params): Promise<Answers[N]> {
    if (this.socket?.readyState !== 1) return Promise.reject(new Error("not connected"));
    const send = (id: number) => this.socket?.send(JSON.stringify({ type: "request", id, name, params }));
    return this.asked.ask(send, (result) => result as Answers[N]);
  }

  setView(lambda: number, words: number): void {
    this.view = { lambda, words };
    this.sendView();
  }

  async download(name: string): Promise<void> {
    const answer = await fetch(`/download/${name}`, { headers: { Authorization: `Bearer ${this.token}` } });
    if (!answer.ok) throw new Error(await answer.text());
    saveBlob(await answer.blob(), name);
  }

  private sendView(): void {
    if (this.socket?.readyState === 1) this.socket.send(JSON.stringify({ type: "view", ...this.view }));
  }

  private receive(message: { type: string; id?: number; result?: unknown; message?: string }): void {
    if (message.type === "frame") {
      const frame = message as unknown as Frame;
      const from = this.socket;
      this.listener.onFrame(frame);
      whenDrawn(() => {
        if (from?.readyState === 1) from.send(JSON.stringify({ type: "ack", frame: frame.frame }));
      });
    } else if (message.type === "hello") {
      this.listener.onHello(message as unknown as Hello);
    } else if (message.id !== undefined && message.id !== null) {
      if (message.type === "answer") this.asked.answer(message.id, message.result);
      else this.asked.refuse(message.id, message.message ?? "the request failed");
    }
  }
}

export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
