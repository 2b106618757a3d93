// A request whose answer a view shows. It is repeated when its parameters or the model change.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Answers, Params, RequestName } from "./protocol";
import { connection, host } from "./store";

export interface Shown<N extends RequestName> {
  answer: Answers[N] | null;
  error: string;
  isLoading: boolean;
}

/**
 * The answer to a request, or null before it is there. While another answer is awaited, the last one
 * to the same parameters stays on screen. Requests never overlap: the latest parameters win.
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
  const isConnected = connection.value.isConnected;
  useEffect(() => {
    if (params === null || !host.value || !isConnected) return;
    const mine = ++latest.current;
    setShown((before) => ({ ...before, isLoading: true, answer: before.key === key ? before.answer : null, key }));
    host.value.request(name, params).then(
      (answer) => mine === latest.current && setShown({ answer, error: "", isLoading: false, key }),
      (error: Error) =>
        mine === latest.current && setShown({ answer: null, error: error.message, isLoading: false, key }),
    );
  }, [name, key, version, isConnected]);
  return shown.key === key ? shown : { answer: null, error: "", isLoading: true };
}
