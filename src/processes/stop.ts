import type { Log } from '../lib/log.ts';

/** A stop that is not done by then is cut short: the promise is 35 s after SIGTERM. */
const DEADLINE_MS = 34_000;

export interface Stopping {
  told: Promise<void>;
  signal: AbortSignal;
}

/** npm passes Ctrl-C on to a process that the terminal has told already: what follows so closely is the same wish. */
const ECHO_MS = 500;

/** The first SIGTERM or SIGINT asks for a graceful stop, a second one ends the process at once. */
export function untilToldToStop(log: Log): Stopping {
  const control = new AbortController();
  let toldAt = 0;
  const told = new Promise<void>((resolve) => {
    const hear = (name: NodeJS.Signals): void => {
      if (control.signal.aborted) {
        if (performance.now() - toldAt < ECHO_MS) return;
        log.warn({ signal: name }, 'told twice: ending at once');
        process.exit(1);
      }
      toldAt = performance.now();
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
