import type { Clock } from '../../lib/clock.ts';
import type { AttemptResult } from './claimed-notification.ts';

/**
 * The attempt, or a LOST one when the process cannot wait any longer. The request may have arrived: the next one has
 * the same `eventId`.
 */
export async function raceShutdown(
  attempting: Promise<AttemptResult>,
  { clock, shutdownSignal }: { clock: Clock; shutdownSignal?: AbortSignal | undefined },
): Promise<AttemptResult> {
  if (shutdownSignal === undefined) return attempting;
  const startedAt = clock.now();
  const beganMs = clock.monotonicMs();
  const lost = { outcome: 'LOST', cut: true, error: 'the service stopped during this attempt' } as const;
  const giveUp = Promise.withResolvers<AttemptResult>();
  const cut = (): void =>
    giveUp.resolve({ ...lost, startedAt, tookMs: Math.round(clock.monotonicMs() - beganMs) });
  shutdownSignal.addEventListener('abort', cut, { once: true });
  if (shutdownSignal.aborted) cut();
  return Promise.race([attempting, giveUp.promise]).finally(() =>
    shutdownSignal.removeEventListener('abort', cut),
  );
}
