// How does a view get its data? Old data stays visible until the new data has arrived, so that nothing jumps.

import type { ClientError, TidelineClient } from "brigade-tideline/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { revision } from "./live.ts";
import { asClientError, client, findOut } from "./session.ts";

export interface Remote<T> {
  readonly data: T | undefined;
  readonly error: ClientError | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** Loads, and loads again when a key or memory changes. */
export function useRemote<T>(
  load: (from: TidelineClient, signal: AbortSignal) => Promise<T>,
  keys: readonly unknown[] = [],
): Remote<T> {
  const [state, setState] = useState<{ data?: T; error?: ClientError; loading: boolean }>({ loading: true });
  const [again, setAgain] = useState(0);
  const from = client.value;
  const seen = revision.value;
  const lastClient = useRef(from);
  useEffect(() => {
    const stop = new AbortController();
    // Another origin or token: nothing of the previous one may stay visible.
    const isNew = lastClient.current !== from;
    lastClient.current = from;
    setState((before) => (isNew ? { loading: true } : { ...before, loading: true }));
    load(from, stop.signal).then(
      (data) => {
        if (!stop.signal.aborted) setState({ data, loading: false });
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        const problem = asClientError(error);
        // The token was revoked or has expired: back to the door.
        if (problem.code === "unauthorized") void findOut();
        setState((before) => ({ ...before, error: problem, loading: false }));
      },
    );
    return () => stop.abort();
  }, [from, seen, again, ...keys]);
  return {
    data: state.data,
    error: state.error,
    loading: state.loading,
    reload: () => setAgain((count) => count + 1),
  };
}
