import type { PropertyResult } from '../../catalogue/document.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Attempt, Claimed } from '../sending/claimed.ts';

export interface MailParts {
  clock: Clock;
}

export async function mailNotification(
  { clock }: MailParts,
  _claimed: Claimed,
  _property: PropertyResult | undefined,
): Promise<Attempt> {
  return { outcome: 'LOST', error: 'mail is not set up', startedAt: clock.now(), tookMs: 0 };
}
