import { type MailParts, mailNotification } from '../email/send.ts';
import { MAX_WORKER_DEATHS } from './after-attempt.ts';
import type { Attempt, Claimed } from './claimed.ts';
import type { Material } from './compose.ts';
import { unlessCut } from './cut.ts';
import { payload } from './payload.ts';
import { postWebhook, type WebhookParts } from './webhook.ts';

export interface SendingParts extends WebhookParts {
  mail: MailParts;
  /** Aborted when the process ends without waiting for what is under way. */
  hurry?: AbortSignal;
}

/** One attempt by whichever channel. It never throws: a fault of ours is an outcome too. */
export async function attemptOne(
  parts: SendingParts,
  claimed: Claimed,
  material: Material,
): Promise<Attempt> {
  const startedAt = parts.clock.now();
  try {
    if (claimed.ownFaults >= MAX_WORKER_DEATHS) throw new Error('it was lost too often');
    return await unlessCut(send(parts, claimed, material), parts);
  } catch (error) {
    parts.onFault(error);
    return { outcome: 'LOST', error: 'the service could not send it', startedAt, tookMs: 0 };
  }
}

async function send(parts: SendingParts, claimed: Claimed, material: Material): Promise<Attempt> {
  if (claimed.kind === 'CONFIRM') return mailNotification(parts.mail, claimed, undefined);
  const property = material.propertyOf(claimed);
  if (property === undefined) {
    const startedAt = parts.clock.now();
    return { outcome: 'SKIPPED', error: 'the property is gone', startedAt, tookMs: 0 };
  }
  if (claimed.channel === 'EMAIL') return mailNotification(parts.mail, claimed, JSON.parse(property));
  const key = material.keyOf(claimed.accountId);
  if (key === undefined) throw new Error('the account has no signing key');
  const body = payload(claimed, property);
  return postWebhook(parts, { url: claimed.address, key, body, sequence: claimed.sequence });
}
