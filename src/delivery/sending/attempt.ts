import type { Clock } from '../../lib/clock.ts';
import type { Tracer } from '../../tracing/tracer.ts';
import { type MailParts, sendConfirmationMail, sendDigestMail, sendMailNotification } from '../email/send.ts';
import { DIGEST } from '../notifications/digest.ts';
import type { DeliveryBatch } from './batch-loader.ts';
import type { AttemptResult, ClaimedNotification } from './claimed-notification.ts';
import { MAX_WORKER_DEATHS } from './next-state.ts';
import { buildDigestPayload, buildWebhookPayload, postWebhook, type WebhookParts } from './webhook.ts';

export interface SendingParts extends WebhookParts {
  mail: MailParts;
  /** Aborted when the process ends without waiting for running attempts. */
  shutdownSignal?: AbortSignal;
  tracer?: Tracer | undefined;
}

/**
 * One attempt by either channel. It never throws: an internal failure is an outcome too. Each attempt is a span of the
 * trace that raised the event, and a webhook carries that span.
 */
export async function attemptDelivery(
  parts: SendingParts,
  claimed: ClaimedNotification,
  material: DeliveryBatch,
): Promise<AttemptResult> {
  const span = parts.tracer?.startSpan(claimed.channel === 'EMAIL' ? 'send mail' : 'deliver webhook', {
    kind: 'CLIENT',
    traceparent: claimed.traceparent,
    attributes: { 'gable.event_id': claimed.eventId, 'gable.attempt': claimed.attempt },
  });
  if (span === undefined) return attemptOnce(parts, claimed, material);
  const attempt = await attemptOnce(parts, { ...claimed, traceparent: span.traceparent }, material);
  const { outcome, reply, error } = attempt;
  span.end({
    attributes: { 'gable.outcome': outcome, 'http.response.status_code': reply?.status },
    failure: error,
  });
  return attempt;
}

async function attemptOnce(
  parts: SendingParts,
  claimed: ClaimedNotification,
  material: DeliveryBatch,
): Promise<AttemptResult> {
  const startedAt = parts.clock.now();
  try {
    if (claimed.internalFailures >= MAX_WORKER_DEATHS) throw new Error('it was lost too often');
    return await raceShutdown(send(parts, claimed, material), parts);
  } catch (error) {
    parts.onFault(error);
    return { outcome: 'LOST', error: 'the service could not send it', startedAt, tookMs: 0 };
  }
}

async function send(
  parts: SendingParts,
  claimed: ClaimedNotification,
  material: DeliveryBatch,
): Promise<AttemptResult> {
  if (claimed.kind === 'CONFIRM') return sendConfirmationMail(parts.mail, claimed);
  if (claimed.eventType === DIGEST) return sendDigest(parts, claimed, material);
  const property = material.propertyJson(claimed);
  if (property === undefined) {
    const startedAt = parts.clock.now();
    return { outcome: 'SKIPPED', error: 'the property is gone', startedAt, tookMs: 0 };
  }
  if (claimed.channel === 'EMAIL') {
    const language = material.language(claimed);
    return sendMailNotification(parts.mail, claimed, { language, property: JSON.parse(property) });
  }
  const key = material.signingKey(claimed.accountId);
  if (key === undefined) throw new Error('the account has no signing key');
  const body = buildWebhookPayload(claimed, property);
  return postWebhook(parts, { ...webhookTarget(claimed), key, body });
}

async function sendDigest(
  parts: SendingParts,
  claimed: ClaimedNotification,
  material: DeliveryBatch,
): Promise<AttemptResult> {
  const digest = material.digest(claimed);
  if (digest === undefined || digest.homes.length === 0)
    return { outcome: 'SKIPPED', error: 'the properties are gone', startedAt: parts.clock.now(), tookMs: 0 };
  if (claimed.channel === 'EMAIL') return sendDigestMail(parts.mail, claimed, digest);
  const key = material.signingKey(claimed.accountId);
  if (key === undefined) throw new Error('the account has no signing key');
  const body = buildDigestPayload(claimed, digest.homes);
  return postWebhook(parts, { ...webhookTarget(claimed), key, body });
}

const webhookTarget = ({ accountId, address, sequence, traceparent }: ClaimedNotification) => ({
  accountId,
  url: address,
  sequence,
  traceparent: traceparent ?? undefined,
});

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
