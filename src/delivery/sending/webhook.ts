import type { Clock } from '../../lib/clock.ts';
import { fetchOutbound } from '../../outbound/fetch.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import type { Attempt } from './claimed.ts';
import { signedHeaders } from './sign.ts';

/** For everything: name, connection, request and the last byte of the reply. */
export const REPLY_WITHIN_MS = 30_000;
/** Of the reply; what lies beyond is not read. */
const REPLY_BYTES = 64 * 1024;
/** Of it kept for the log. */
const KEPT_BYTES = 4 * 1024;

export interface WebhookParts {
  outbound: Outbound;
  clock: Clock;
  deadlineMs?: number;
  /** Told of faults of our own. */
  onFault: (error: unknown) => void;
}

export interface Webhook {
  url: string;
  key: string;
  body: Buffer;
  sequence?: number;
}

/** One request. A whole reply of 2xx delivers; anything else, redirects included, is a failure. */
export async function postWebhook(
  { outbound, clock, deadlineMs = REPLY_WITHIN_MS }: WebhookParts,
  { url, key, body, sequence }: Webhook,
): Promise<Attempt> {
  const startedAt = clock.now();
  const began = performance.now();
  const headers = signedHeaders(key, body, { now: startedAt, sequence });
  const outcome = await fetchOutbound(outbound, url, {
    method: 'POST',
    headers,
    body,
    deadlineMs,
    maxBytes: REPLY_BYTES,
  });
  const attempt = { startedAt, tookMs: Math.round(performance.now() - began), request: { headers, body } };
  if (!outcome.ok) {
    const { kind, message, status } = outcome.failure;
    const reply = status === undefined ? {} : { reply: { status, headers: {}, body: Buffer.alloc(0) } };
    if (kind === 'our fault') return { ...attempt, outcome: 'LOST', passing: true, error: message };
    return { ...attempt, outcome: 'FAILED', error: message, ...reply };
  }
  const { status, headers: replied, body: text } = outcome.value;
  const reply = { status, headers: replied, body: text.subarray(0, KEPT_BYTES) };
  if (status >= 200 && status <= 299) return { ...attempt, outcome: 'DELIVERED', reply };
  return { ...attempt, outcome: 'FAILED', error: `the endpoint answered ${status}`, reply };
}
