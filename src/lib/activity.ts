/** What the event loop of this thread is busy with: a route of the API, or a job of a worker. */
export interface Activity {
  kind: 'route' | 'job';
  name: string;
}

let current: Activity | undefined;
let since = performance.now();
let longest = { ms: 0, activity: current };

function closeCurrent(now: number): void {
  const ms = now - since;
  if (ms > longest.ms) longest = { ms, activity: current };
  since = now;
}

/**
 * Records what starts or continues to run; returns the time by `performance.now()`. State of the module, since a thread
 * has one event loop.
 */
export function noteActivity(kind: Activity['kind'], name: string): number {
  const now = performance.now();
  closeCurrent(now);
  if (current?.name !== name || current.kind !== kind) current = { kind, name };
  return now;
}

/** The activity that ran longest since the last call. */
export function drainLongestActivity(): { ms: number; activity: Activity | undefined } {
  closeCurrent(performance.now());
  const drained = longest;
  longest = { ms: 0, activity: undefined };
  return drained;
}
