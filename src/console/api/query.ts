import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { isOnline } from '../state/connection.ts';
import { ApiError } from './client.ts';

/**
 * The state of a request. During a reload `value` stays, so that the screen does not jump; it also stays beside an error that
 * passes, such as a lost connection.
 */
export interface LoadState<T> {
  readonly value: T | undefined;
  readonly error: Error | undefined;
  readonly loading: boolean;
  readonly reload: () => void;
}

/** How long after a failure the service is asked again. */
const RETRY_MS = 3_000;

/** The service did not answer, or is busy: what was asked is not at fault. */
export const isPassing = (error: Error | undefined): boolean =>
  error !== undefined && (!(error instanceof ApiError) || error.status === 503);

interface QueryState<T> {
  readonly key?: string;
  readonly value?: T;
  readonly error?: Error;
  readonly loading: boolean;
}

/** A lost connection does not empty the screen; a refusal does, and so does a failure of another key. */
const afterFailure = <T>({ value, ...previous }: QueryState<T>, key: string, error: Error): QueryState<T> =>
  value !== undefined && previous.key === key && isPassing(error)
    ? { key, value, error, loading: false }
    : { key, error, loading: false };

/** Loads again whenever `key` changes, and after the service was away; a reply to an earlier key is dropped. */
export function useQuery<T>(key: string, load: (signal: AbortSignal) => Promise<T>): LoadState<T> {
  const [state, setState] = useState<QueryState<T>>({ loading: true });
  const [reloads, setReloads] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // A new key or a reload starts a request.
  useEffect(() => {
    const controller = new AbortController();
    setState((previous) => ({ ...previous, loading: true }));
    latest.current(controller.signal).then(
      (value) => !controller.signal.aborted && setState({ key, value, loading: false }),
      (error: unknown) => {
        if (!controller.signal.aborted) setState((previous) => afterFailure(previous, key, error as Error));
      },
    );
    return () => controller.abort();
  }, [key, reloads]);
  const reload = useCallback(() => setReloads((count) => count + 1), []);
  useEffect(() => {
    if (!isPassing(state.error)) return;
    const timer = setTimeout(reload, RETRY_MS);
    const stop = isOnline.subscribe(() => isOnline.get() && reload());
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [state.error]);
  // With a new key, the value of the former one is shown before its request begins.
  const loading = state.loading || state.key !== key;
  return { value: state.value, error: state.error, loading, reload };
}
