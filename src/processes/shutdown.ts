import type { Log } from '../lib/log.ts';

/** A stop that is not done by then is cut short: the promise is 35 s after SIGTERM. */
const SHUTDOWN_DEADLINE_MS = 34_000;
/** Given to whoever must shutdownSignal, so that a second SIGTERM ends the process within 2 s. */
const FORCED_STOP_MS = 1_500;

export interface ShutdownRequest {
  requested: Promise<void>;
  signal: AbortSignal;
  /** Aborted when no time is left to finish what was begun: give back what others can do, at once. */
  shutdownSignal: AbortSignal;
}

/** npm passes Ctrl-C on to a process that the terminal has told already: what follows so closely is the same wish. */
const REPEATED_SIGNAL_MS = 500;

/** The first SIGTERM or SIGINT asks for a graceful stop; a second one leaves time to give back what was begun and no more. */
export function waitForShutdown(log: Log): ShutdownRequest {
  const control = new AbortController();
  const hurrying = new AbortController();
  const shutdownSignal = (): void => {
    hurrying.abort();
    setTimeout(() => process.exit(1), FORCED_STOP_MS).unref();
  };
  let toldAt = 0;
  const told = new Promise<void>((resolve) => {
    const hear = (name: NodeJS.Signals): void => {
      if (control.signal.aborted) {
        if (hurrying.signal.aborted || performance.now() - toldAt < REPEATED_SIGNAL_MS) return;
        log.warn({ signal: name }, 'told twice: ending at once');
        shutdownSignal();
        return;
      }
      toldAt = performance.now();
      control.abort();
      setTimeout(() => {
        log.error({}, 'not everything finished in time: ending');
        shutdownSignal();
      }, SHUTDOWN_DEADLINE_MS - FORCED_STOP_MS).unref();
      resolve();
    };
    process.on('SIGTERM', hear);
    process.on('SIGINT', hear);
  });
  return { requested: told, signal: control.signal, shutdownSignal: hurrying.signal };
}
