import type { Clock } from '../../lib/clock.ts';
import type { OutboundClient } from '../../outbound/client.ts';
import { fetchOutbound } from '../../outbound/fetch.ts';
import type { AttemptResult } from './claimed-notification.ts';
import { buildSignedHeaders } from './sign.ts';

/** For name resolution, connection, request and the last byte of the reply together. */
export const WEBHOOK_TIMEOUT_MS = 30_000;
/** Of the reply; the rest is not read. */
const MAX_REPLY_BYTES = 64 * 1024;
/** Of the reply stored for the delivery log. */
const MAX_STORED_REPLY_BYTES = 4 * 1024;

export interface WebhookParts {
  outbound: OutboundClient;
  clock: Clock;
  deadlineMs?: number;
  /** Receives internal failures. */
  onFault: (error: unknown) => void;
}

export interface WebhookRequest {
  url: string;
  key: string;
  body: Buffer;
  sequence?: number;
}

/** Sends one request. A complete 2xx reply is a delivery; anything else, redirects included, is a failure. */
export async function postWebhook(
  { outbound, clock, deadlineMs = WEBHOOK_TIMEOUT_MS }: WebhookParts,
  { url, key, body, sequence }: WebhookRequest,
): Promise<AttemptResult> {
  const startedAt = clock.now();
  const began = performance.now();
  const headers = buildSignedHeaders(key, body, { now: startedAt, sequence });
  const outcome = await fetchOutbound(outbound, url, {
    method: 'POST',
    headers,
    body,
    deadlineMs,
    maxBytes: MAX_REPLY_BYTES,
  });
  const attempt = { startedAt, tookMs: Math.round(performance.now() - began), request: { headers, body } };
  if (!outcome.ok) {
    const { kind, message, status } = outcome.failure;
    const reply = status === undefined ? {} : { reply: { status, headers: {}, body: Buffer.alloc(0) } };
    if (kind === 'internal') return { ...attempt, outcome: 'LOST', passing: true, error: message };
    return { ...attempt, outcome: 'FAILED', error: message, ...reply };
  }
  const { status, headers: replied, body: text } = outcome.value;
  const reply = { status, headers: replied, body: text.subarray(0, MAX_STORED_REPLY_BYTES) };
  if (status >= 200 && status <= 299) return { ...attempt, outcome: 'DELIVERED', reply };
  return { ...attempt, outcome: 'FAILED', error: `the endpoint answered ${status}`, reply };
}
