import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ApiError } from './client.ts';

/** The state of a request. During a reload `value` stays, so that the screen does not jump. */
export interface LoadState<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** How long after a failure the service is asked again. */
const RETRY_MS = 3_000;

/** The service did not answer, or is busy: what was asked is not at fault. */
const isPassing = (error: Error | undefined): boolean =>
  error !== undefined && (!(error instanceof ApiError) || error.status === 503);

/** Loads again whenever `key` changes, and after the service was away; a reply to an earlier key is dropped. */
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
  useEffect(() => {
    if (!isPassing(state.error)) return;
    const timer = setTimeout(reload, RETRY_MS);
    return () => clearTimeout(timer);
  }, [state.error]);
  return { value: state.value, error: state.error, loading: state.loading, reload };
}
