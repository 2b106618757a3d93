// Requests that wait for an answer, by their number. The hosts that send messages share this.

/** Requests that are sent before the first of them is answered; the server refuses more than 32. */
const AT_A_TIME = 24;

interface Waiting {
  begin(): void;
  resolve(result: unknown, buffers: DataView[]): void;
  reject(error: Error): void;
  timer?: ReturnType<typeof setTimeout>;
}

export class Asked {
  private readonly sent = new Map<number, Waiting>();
  private readonly later: Waiting[] = [];
  private nextId = 1;

  /**
   * Sends a request with a number of its own; the promise is that of its answer. It fails if none comes
   * within some seconds, because whoever waits must not wait for ever.
   */
  ask<R>(send: (id: number) => void, use: (result: unknown, buffers: DataView[]) => R, seconds?: number): Promise<R> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        const id = this.nextId++;
        if (seconds !== undefined) one.timer = setTimeout(() => this.refuse(id, `no answer came within ${seconds} s`), 1000 * seconds);
        this.sent.set(id, one);
        send(id);
      };
      const one: Waiting = { begin, resolve: (result, buffers) => resolve(use(result, buffers)), reject };
      if (this.sent.size < AT_A_TIME) begin();
      else this.later.push(one);
    });
  }

  answer(id: number, result: unknown, buffers: DataView[] = []): void {
    this.taken(id)?.resolve(result, buffers);
  }

  refuse(id: number, why: string): void {
    this.taken(id)?.reject(new Error(why));
  }

  /** Ends all that wait: no answer will come any more. */
  refuseAll(why: string): void {
    const waiting = [...this.sent.values(), ...this.later];
    this.sent.clear();
    this.later.length = 0;
    for (const one of waiting) {
      clearTimeout(one.timer);
      one.reject(new Error(why));
    }
  }

  private taken(id: number): Waiting | undefined {
    const found = this.sent.get(id);
    if (!found) return undefined;
    clearTimeout(found.timer);
    this.sent.delete(id);
    this.later.shift()?.begin();
    return found;
  }
}
