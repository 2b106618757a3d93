// The host of a notebook: messages go to the kernel with the widget, and no server is needed.

import { whenDrawn } from "./drawn";
import type { Answers, Frame, Hello, Host, HostListener, Params, RequestName } from "./protocol";
import { saveBlob } from "./socket_host";

/** What is used of the model that anywidget gives to a widget's module. */
export interface WidgetModel {
  get(name: "style_sheet"): string;
  get(name: "height"): number;
  send(content: unknown): void;
  on(event: "msg:custom", receive: (content: { message: string }, buffers: DataView[]) => void): void;
  off(event: "msg:custom", receive: (content: { message: string }, buffers: DataView[]) => void): void;
}

interface Waiting {
  resolve(result: unknown, buffers: DataView[]): void;
  reject(error: Error): void;
}

export class NotebookHost implements Host {
  readonly canTrain = true;
  readonly canEdit = true;
  private readonly waiting = new Map<number, Waiting>();
  private nextId = 1;

  constructor(private readonly model: WidgetModel, private readonly listener: HostListener) {}

  /** Begins to receive; returns what ends it. */
  open(): () => void {
    const receive = (content: { message: string }, buffers: DataView[]) => this.receive(JSON.parse(content.message), buffers);
    this.model.on("msg:custom", receive);
    this.model.send({ type: "open" });
    return () => this.model.off("msg:custom", receive);
  }

  request<N extends RequestName>(name: N, params: Params): Promise<Answers[N]> {
    return this.ask("request", name, params, (result) => result as Answers[N]);
  }

  async download(name: string): Promise<void> {
    const file = await this.ask("download", name, {}, (_, buffers) => buffers[0]);
    if (file) saveBlob(new Blob([file as DataView<ArrayBuffer>]), name);
  }

  setView(lambda: number, words: number): void {
    this.model.send({ type: "view", lambda, words });
  }

  private ask<R>(type: string, name: string, params: Params, use: (result: unknown, buffers: DataView[]) => R): Promise<R> {
    return new Promise((resolve, reject) => {
      const id = this.nextId++;
      this.waiting.set(id, { resolve: (result, buffers) => resolve(use(result, buffers)), reject });
      this.model.send({ type, id, name, params });
    });
  }

  private receive(message: { type: string; id?: number | null; result?: unknown; message?: string }, buffers: DataView[]): void {
    if (message.type === "hello") {
      this.listener.onHello(message as unknown as Hello);
      this.listener.onConnection(true);
    } else if (message.type === "frame") {
      const frame = message as unknown as Frame;
      this.listener.onFrame(frame);
      whenDrawn(() => this.model.send({ type: "ack", frame: frame.frame }));
    } else if (typeof message.id === "number") {
      const waiting = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.type === "answer") waiting?.resolve(message.result, buffers);
      else waiting?.reject(new Error(message.message ?? "the request failed"));
    }
  }
}
