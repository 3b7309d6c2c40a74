import type { Log } from '../lib/log.ts';

/** A stop that is not done by then is cut short: the promise is 35 s after SIGTERM. */
const DEADLINE_MS = 34_000;

export interface Stopping {
  told: Promise<void>;
  signal: AbortSignal;
}

/** The first SIGTERM or SIGINT asks for a graceful stop, a second one ends the process at once. */
export function untilToldToStop(log: Log): Stopping {
  const control = new AbortController();
  const told = new Promise<void>((resolve) => {
    const hear = (name: NodeJS.Signals): void => {
      if (control.signal.aborted) {
        log.warn({ signal: name }, 'told twice: ending at once');
        process.exit(1);
      }
      control.abort();
      setTimeout(() => {
        log.error({}, 'not everything finished in time: ending');
        process.exit(1);
      }, DEADLINE_MS).unref();
      resolve();
    };
    process.on('SIGTERM', hear);
    process.on('SIGINT', hear);
  });
  return { told, signal: control.signal };
}
