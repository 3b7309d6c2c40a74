import type { Log } from './log.ts';

/** How long the same failure stays unsaid after it was logged. */
const WARN_INTERVAL_MS = 60_000;

/** Makes loggers for failures that repeat: each says its sentence at most once a minute. */
export const createThrottledWarning =
  (log: Log, now: () => number = () => performance.now()) =>
  (message: string): ((error: unknown) => void) => {
    let quietUntil = Number.NEGATIVE_INFINITY;
    return (error) => {
      if (now() < quietUntil) return;
      quietUntil = now() + WARN_INTERVAL_MS;
      log.warn({ err: error }, message);
    };
  };
