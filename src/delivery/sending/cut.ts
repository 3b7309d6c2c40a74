import type { Clock } from '../../lib/clock.ts';
import type { Attempt } from './claimed.ts';

/**
 * The attempt, or one that counts for nothing when the process cannot wait for it any longer. It may have arrived: what is sent again
 * then has the same `eventId`.
 */
export async function unlessCut(
  attempting: Promise<Attempt>,
  { clock, hurry }: { clock: Clock; hurry?: AbortSignal | undefined },
): Promise<Attempt> {
  if (hurry === undefined) return attempting;
  const startedAt = clock.now();
  const beganMs = clock.monotonicMs();
  const lost = { outcome: 'LOST', cut: true, error: 'the service stopped during this attempt' } as const;
  const giveUp = Promise.withResolvers<Attempt>();
  const cut = (): void =>
    giveUp.resolve({ ...lost, startedAt, tookMs: Math.round(clock.monotonicMs() - beganMs) });
  hurry.addEventListener('abort', cut, { once: true });
  if (hurry.aborted) cut();
  return Promise.race([attempting, giveUp.promise]).finally(() => hurry.removeEventListener('abort', cut));
}
