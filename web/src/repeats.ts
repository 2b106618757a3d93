// When views may ask again what they asked before: all of them share one small part of the time.

/** While the model trains, views are brought up to date with at most this share of the time. */
const MOST_OF_TIME = 0.05;

/** Longest pause after an answer, in ms: one that took long must not stop all others. */
const LONGEST_PAUSE = 10_000;

/** A view that asks: when it did so last, in ms. */
export interface Turn {
  asked: number;
}

export class Turns {
  private readonly waiting = new Map<Turn, () => void>();
  private nAsking = 0;
  private freeAt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Asks when there is time for it; returns what takes that back. */
  wait(turn: Turn, ask: () => void): () => void {
    this.waiting.set(turn, ask);
    this.arrange();
    return () => {
      if (this.waiting.get(turn) === ask) this.waiting.delete(turn);
    };
  }

  /** Notes that a view asks; counts the time until the answer is there, if it has asked this before. */
  took(turn: Turn, answered: Promise<unknown>, isRepeated: boolean): void {
    const began = performance.now();
    turn.asked = began;
    if (!isRepeated) return; // the user waits for it, and the other views need not
    this.nAsking += 1;
    const ended = () => {
      const now = performance.now();
      this.nAsking -= 1;
      this.freeAt = Math.max(this.freeAt, now + Math.min(LONGEST_PAUSE, (now - began) / MOST_OF_TIME));
      this.arrange();
    };
    answered.then(ended, ended);
  }

  private arrange(): void {
    if (this.timer !== undefined || this.nAsking > 0 || !this.waiting.size) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.next();
    }, Math.max(0, this.freeAt - performance.now()));
  }

  /** The view that has waited for the longest time is next. */
  private next(): void {
    if (this.nAsking > 0 || performance.now() < this.freeAt - 1) {
      this.arrange();
      return;
    }
    const first = [...this.waiting].sort(([a], [b]) => a.asked - b.asked)[0];
    if (!first) return;
    this.waiting.delete(first[0]);
    first[1]();
    this.arrange();
  }
}

export const turns = new Turns();
