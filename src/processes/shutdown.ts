import type { Log } from '../lib/log.ts';

/** A stop that takes longer is forced: a process ends within 35 s of SIGTERM. */
const SHUTDOWN_DEADLINE_MS = 34_000;
/** The time to release claims after a forced stop, so that a second SIGTERM ends the process within 2 s. */
const FORCED_STOP_MS = 1_500;

export interface ShutdownRequest {
  requested: Promise<void>;
  signal: AbortSignal;
  /** Aborted when no time is left to finish: claims are released at once, for other processes. */
  shutdownSignal: AbortSignal;
}

/** npm repeats a Ctrl-C that the terminal has already sent: a signal this soon after the first is the same request. */
const REPEATED_SIGNAL_MS = 500;

/** The first SIGTERM or SIGINT requests a graceful stop; a second one only leaves time to release claims. */
export function waitForShutdown(log: Log): ShutdownRequest {
  const graceful = new AbortController();
  const forced = new AbortController();
  const forceStop = (): void => {
    forced.abort();
    setTimeout(() => process.exit(1), FORCED_STOP_MS);
  };
  let requestedAt = 0;
  const requested = new Promise<void>((resolve) => {
    const onSignal = (name: NodeJS.Signals): void => {
      if (graceful.signal.aborted) {
        if (forced.signal.aborted || performance.now() - requestedAt < REPEATED_SIGNAL_MS) return;
        log.warn({ event: 'process.stop_forced', signal: name }, 'second signal: ending at once');
        forceStop();
        return;
      }
      requestedAt = performance.now();
      graceful.abort();
      // It keeps the event loop running: a stop that waits for nothing must not pass for a finished one.
      setTimeout(() => {
        log.error({ event: 'process.stop_timeout' }, 'not everything finished in time: ending');
        forceStop();
      }, SHUTDOWN_DEADLINE_MS - FORCED_STOP_MS);
      resolve();
    };
    process.on('SIGTERM', onSignal);
    process.on('SIGINT', onSignal);
  });
  return { requested, signal: graceful.signal, shutdownSignal: forced.signal };
}
