import type { Log } from './log.ts';

/** For how long a repeated failure is not logged again. */
const WARN_INTERVAL_MS = 60_000;

/** Creates loggers for failures that repeat: each logs its event at most once a minute. */
export const createThrottledWarning =
  (log: Log, now: () => number = () => performance.now()) =>
  (event: string, message: string): ((error: unknown) => void) => {
    let quietUntil = Number.NEGATIVE_INFINITY;
    return (error) => {
      if (now() < quietUntil) return;
      quietUntil = now() + WARN_INTERVAL_MS;
      log.warn({ event, err: error }, message);
    };
  };
