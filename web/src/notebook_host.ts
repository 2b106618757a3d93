// The host of a notebook: messages go to the kernel with the widget, and no server is needed.

import { Asked } from "./asked";
import { whenDrawn } from "./drawn";
import type { Answers, Frame, Hello, Host, HostListener, Params, RequestName } from "./protocol";
import { saveBlob } from "./socket_host";

/** Longest time to wait for an answer, in seconds: a cell that runs, or a kernel that has ended, gives none. */
const PATIENCE = 60, PATIENCE_FOR_FILES = 600;

type Receive = (content: { message: string }, buffers: DataView[]) => void;

/** What is used of the model that anywidget gives to a widget's module. Each view gets one of its own. */
export interface WidgetModel {
  get(name: "style_sheet" | "key"): string;
  get(name: "height"): number;
  send(content: unknown): void;
  on(event: "msg:custom", receive: Receive): void;
  off(event: "msg:custom", receive: Receive): void;
}

/** One page of the kernel, in one or several views. */
export class NotebookHost implements Host {
  readonly canTrain = true;
  readonly canEdit = true;
  private readonly asked = new Asked();
  private readonly views: WidgetModel[] = [];
  private isOpen = true;
  private wanted: { type: "view"; lambda: number; words: number } | null = null;

  constructor(private readonly listener: HostListener) {}

  /** Adds a view; returns what removes it. Messages come and go through the first one. */
  add(view: WidgetModel): () => void {
    this.views.push(view);
    if (this.views.length === 1) this.begin(view);
    return () => {
      const wasFirst = this.views[0] === view;
      this.views.splice(this.views.indexOf(view), 1);
      view.off("msg:custom", this.receive);
      const next = this.views[0];
      if (wasFirst && next) this.begin(next);
      if (!next) this.asked.refuseAll("the page was closed");
    };
  }

  get nViews(): number {
    return this.views.length;
  }

  /** Asks for everything again, as a page does that has nothing. */
  reopen(): void {
    this.send({ type: "open" });
  }

  request<N extends RequestName>(name: N, params: Params): Promise<Answers[N]> {
    return this.ask("request", name, params, (result) => result as Answers[N], PATIENCE);
  }

  async download(name: string): Promise<void> {
    const file = await this.ask("download", name, {}, (_, buffers) => buffers[0], PATIENCE_FOR_FILES);
    if (file) saveBlob(new Blob([file as DataView<ArrayBuffer>]), name);
  }

  setView(lambda: number, words: number): void {
    this.wanted = { type: "view", lambda, words };
    this.send(this.wanted);
  }

  private begin(view: WidgetModel): void {
    view.on("msg:custom", this.receive);
    this.reopen();
    if (this.wanted) this.send(this.wanted);
  }

  private send(message: unknown): void {
    this.views[0]?.send(message);
  }

  private ask<R>(type: string, name: string, params: Params, use: (result: unknown, buffers: DataView[]) => R, seconds: number): Promise<R> {
    if (!this.isOpen) return Promise.reject(new Error(CLOSED));
    return this.asked.ask((id) => this.send({ type, id, name, params }), use, seconds).catch((error: Error) => {
      throw error.message.startsWith("no answer") ? new Error(`${error.message}; the kernel may be running a cell`) : error;
    });
  }

  private readonly receive: Receive = (content, buffers) => {
    const message = JSON.parse(content.message) as { type: string; id?: number | null; result?: unknown; message?: string };
    if (message.type === "hello") {
      this.listener.onHello(message as unknown as Hello);
      this.listener.onConnection(true);
    } else if (message.type === "frame") {
      const frame = message as unknown as Frame;
      this.listener.onFrame(frame);
      whenDrawn(() => this.send({ type: "ack", frame: frame.frame }));
    } else if (message.type === "closed") {
      this.isOpen = false;
      this.asked.refuseAll(CLOSED);
      this.listener.onConnection(false, `${CLOSED[0]?.toUpperCase()}${CLOSED.slice(1)}.`);
    } else if (typeof message.id === "number") {
      if (message.type === "answer") this.asked.answer(message.id, message.result, buffers);
      else this.asked.refuse(message.id, message.message ?? "the request failed");
    }
  };
}

const CLOSED = "this page was closed in the notebook; run its cell again";
