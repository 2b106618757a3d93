// A clock that only moves when a test lets time pass, so that no result depends on the machine's speed.

import { afterAll, beforeAll, vi } from "vitest";

beforeAll(() => { vi.useFakeTimers(); });
afterAll(() => { vi.useRealTimers(); });

/** Lets so many milliseconds pass: what the page has put off until then is done. */
export async function settled(milliseconds = 50): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}
