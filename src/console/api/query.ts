import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** The state of a request. During a reload `value` stays, so that the screen does not jump. */
export interface LoadState<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** Loads again whenever `key` changes; a reply to an earlier key is dropped. */
export function useQuery<T>(key: string, load: (signal: AbortSignal) => Promise<T>): LoadState<T> {
  const [state, setState] = useState<{ value?: T; error?: Error; loading: boolean }>({ loading: true });
  const [reloads, setReloads] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // A new key or a reload starts a request.
  useEffect(() => {
    const controller = new AbortController();
    setState((previous) => ({ ...previous, loading: true }));
    latest.current(controller.signal).then(
      (value) => !controller.signal.aborted && setState({ value, loading: false }),
      (error: unknown) => !controller.signal.aborted && setState({ error: error as Error, loading: false }),
    );
    return () => controller.abort();
  }, [key, reloads]);
  const reload = useCallback(() => setReloads((count) => count + 1), []);
  return { value: state.value, error: state.error, loading: state.loading, reload };
}
