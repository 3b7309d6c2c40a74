import type { Log } from '../lib/log.ts';

/** A stop that is not done by then is cut short: the promise is 35 s after SIGTERM. */
const DEADLINE_MS = 34_000;
/** Given to whoever must hurry, so that a second SIGTERM ends the process within 2 s. */
const HURRY_MS = 1_500;

export interface Stopping {
  told: Promise<void>;
  signal: AbortSignal;
  /** Aborted when no time is left to finish what was begun: give back what others can do, at once. */
  hurry: AbortSignal;
}

/** npm passes Ctrl-C on to a process that the terminal has told already: what follows so closely is the same wish. */
const ECHO_MS = 500;

/** The first SIGTERM or SIGINT asks for a graceful stop; a second one leaves time to give back what was begun and no more. */
export function untilToldToStop(log: Log): Stopping {
  const control = new AbortController();
  const hurrying = new AbortController();
  const hurry = (): void => {
    hurrying.abort();
    setTimeout(() => process.exit(1), HURRY_MS).unref();
  };
  let toldAt = 0;
  const told = new Promise<void>((resolve) => {
    const hear = (name: NodeJS.Signals): void => {
      if (control.signal.aborted) {
        if (hurrying.signal.aborted || performance.now() - toldAt < ECHO_MS) return;
        log.warn({ signal: name }, 'told twice: ending at once');
        hurry();
        return;
      }
      toldAt = performance.now();
      control.abort();
      setTimeout(() => {
        log.error({}, 'not everything finished in time: ending');
        hurry();
      }, DEADLINE_MS - HURRY_MS).unref();
      resolve();
    };
    process.on('SIGTERM', hear);
    process.on('SIGINT', hear);
  });
  return { told, signal: control.signal, hurry: hurrying.signal };
}
