import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** What a screen waits for. While it is asked again the last answer stays, so that nothing jumps. */
export interface LoadState<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** Asks again whenever `key` changes; an answer that comes late is dropped. */
export function useQuery<T>(key: string, load: (signal: AbortSignal) => Promise<T>): LoadState<T> {
  const [state, setState] = useState<{ value?: T; fault?: Error; loading: boolean }>({ loading: true });
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // the key and the turn are what a new question is.
  useEffect(() => {
    const stop = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    latest.current(stop.signal).then(
      (value) => !stop.signal.aborted && setState({ value, loading: false }),
      (fault: unknown) => !stop.signal.aborted && setState({ fault: fault as Error, loading: false }),
    );
    return () => stop.abort();
  }, [key, turn]);
  const reload = useCallback(() => setTurn((count) => count + 1), []);
  return { value: state.value, error: state.fault, loading: state.loading, reload };
}
