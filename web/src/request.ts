// A request whose answer a view shows. It is repeated when its parameters or the model change.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Answers, Params, RequestName } from "./protocol";
import { turns } from "./repeats";
import { connection, frame, host } from "./store";

export interface Shown<N extends RequestName> {
  answer: Answers[N] | null;
  error: string;
  isLoading: boolean;
}

/** What a user waits for: another run, an edit, the end of training. The rest is only newer counts. */
function modelOf(): string {
  const now = frame.peek();
  return `${now?.run} ${now?.phase} ${now?.edits?.version} ${now?.n_indexed === now?.n_documents}`;
}

/**
 * The answer to a request, or null before it is there. While another answer is awaited, the last one
 * to the same parameters stays on screen. The latest parameters win. While the model trains, an answer
 * that only gets newer counts waits for its turn: all views together take a small share of the time.
 */
export function useAnswer<N extends RequestName>(
  name: N,
  params: Params | null,
  version: number | string = 0,
): Shown<N> {
  const key = JSON.stringify(params);
  const [shown, setShown] = useState<Shown<N> & { key: string }>({
    answer: null, error: "", isLoading: true, key,
  });
  const latest = useRef(0);
  const turn = useRef({ asked: 0 }).current;
  const last = useRef("");
  const isConnected = connection.value.isConnected;
  // Effects of layout run at once. Others wait for the next picture, up to 35 ms.
  useLayoutEffect(() => {
    if (params === null || !host.value || !isConnected) return undefined;
    const isRepeated = last.current.startsWith(`${key} `);
    const ask = () => {
      if (!host.value) return;
      const mine = ++latest.current;
      last.current = `${key} ${modelOf()}`;
      setShown((before) => ({ ...before, isLoading: true, answer: before.key === key ? before.answer : null, key }));
      const answered = host.value.request(name, params);
      turns.took(turn, answered, isRepeated);
      answered.then(
        (answer) => mine === latest.current && setShown({ answer, error: "", isLoading: false, key }),
        (error: Error) =>
          mine === latest.current && setShown({ answer: null, error: error.message, isLoading: false, key }),
      );
    };
    const phase = frame.peek()?.phase;
    const isTraining = phase === "training" || phase === "preview";
    if (isTraining && last.current === `${key} ${modelOf()}`) return turns.wait(turn, ask);
    ask();
    return undefined;
  }, [name, key, version, isConnected]);
  return shown.key === key ? shown : { answer: null, error: "", isLoading: true };
}
