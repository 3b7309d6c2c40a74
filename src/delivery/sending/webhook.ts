import { createHmac } from 'node:crypto';
import type { Database } from '../../db/sql.ts';
import type { Clock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import type { OutboundClient } from '../../outbound/client.ts';
import { fetchOutbound } from '../../outbound/fetch.ts';
import { signingKeyHintOf } from '../keys/signing-keys.ts';
import type { DigestEvent } from '../notifications/digest.ts';
import { BIN_PATH, MAX_BIN_BODY_BYTES, MAX_BIN_REQUESTS } from '../request-bin/request-bin.ts';
import { insertRequest, selectBin, trimRequests } from '../request-bin/store.ts';
import type { AttemptResult, ClaimedNotification } from './claimed-notification.ts';
import { isOwnTimeout, type StallMeter } from './stall-meter.ts';

/** For name resolution, connection, request and the last byte of the reply together. */
export const WEBHOOK_TIMEOUT_MS = 30_000;
const OWN_TIMEOUT = 'the service was too busy to wait for the reply';
/** Of the reply; the rest is not read. */
const MAX_REPLY_BYTES = 64 * 1024;
/** Of the reply stored for the delivery log. */
const MAX_STORED_REPLY_BYTES = 4 * 1024;

export interface WebhookParts {
  db: Database;
  outbound: OutboundClient;
  clock: Clock;
  deadlineMs?: number;
  /** A timeout during a stall of this process is no failure of the endpoint. */
  stalls?: StallMeter | undefined;
  /** Receives internal failures. */
  onFault: (error: unknown) => void;
}

interface WebhookRequest {
  accountId: string;
  url: string;
  key: string;
  body: Buffer;
  sequence?: number;
  traceparent?: string | undefined;
}

/**
 * Sends one request, or stores it when the URL is the request bin of the account. A complete 2xx reply is a delivery;
 * anything else, redirects included, is a failure.
 */
export async function postWebhook(parts: WebhookParts, request: WebhookRequest): Promise<AttemptResult> {
  const { clock, stalls } = parts;
  const startedAt = clock.now();
  const began = performance.now();
  const stalledBeforeMs = stalls?.stalledMs() ?? 0;
  const headers = buildSignedHeaders(request.key, request.body, {
    now: startedAt,
    sequence: request.sequence,
    traceparent: request.traceparent,
  });
  const outcome = await exchange(parts, request, headers);
  const attempt = {
    startedAt,
    tookMs: Math.round(performance.now() - began),
    request: { headers, body: request.body },
  };
  if (!outcome.ok) {
    const { kind, message, status } = outcome.failure;
    const reply = status === undefined ? {} : { reply: { status, headers: {}, body: Buffer.alloc(0) } };
    if (kind === 'internal') return { ...attempt, outcome: 'LOST', passing: true, error: message };
    const stalledMs = (stalls?.stalledMs() ?? 0) - stalledBeforeMs;
    if (kind === 'timeout' && isOwnTimeout({ tookMs: attempt.tookMs, stalledMs }))
      return { ...attempt, outcome: 'LOST', passing: true, error: OWN_TIMEOUT };
    return { ...attempt, outcome: 'FAILED', error: message, ...reply };
  }
  const { status, headers: replied, body: text } = outcome.value;
  const reply = { status, headers: replied, body: text.subarray(0, MAX_STORED_REPLY_BYTES) };
  if (status >= 200 && status <= 299) return { ...attempt, outcome: 'DELIVERED', reply };
  return { ...attempt, outcome: 'FAILED', error: `the endpoint answered ${status}`, reply };
}

async function exchange(
  parts: WebhookParts,
  { accountId, url, key, body }: WebhookRequest,
  headers: Record<string, string>,
): ReturnType<typeof fetchOutbound> {
  const received = await receiveInBin(parts, { accountId, url, key, headers, body });
  if (received !== undefined) {
    const value = {
      status: received.status,
      headers: {},
      body: Buffer.from(received.body),
      truncated: false,
    };
    return { ok: true, value };
  }
  const { outbound, deadlineMs = WEBHOOK_TIMEOUT_MS } = parts;
  return fetchOutbound(outbound, url, {
    ...{ method: 'POST', headers, body, deadlineMs, maxBytes: MAX_REPLY_BYTES },
  });
}

interface BinDelivery {
  accountId: string;
  url: string;
  key: string;
  headers: Record<string, string>;
  body: Buffer;
}

interface BinReply {
  status: number;
  body: string;
}

/**
 * Stores a signed request in the bin of its account and answers as a receiver would. Undefined where the URL is no bin
 * of this account: then it is a URL like any other, and the outbound client decides whether it may be called.
 */
async function receiveInBin(
  { db, clock }: WebhookParts,
  { accountId, url, key, headers, body }: BinDelivery,
): Promise<BinReply | undefined> {
  if (!url.includes(BIN_PATH)) return undefined;
  const bin = await selectBin(db, accountId);
  if (bin?.url !== url) return undefined;
  const now = clock.now();
  if (bin.expiresAt <= now) return { status: 410, body: 'The request bin has expired. Open it again.' };
  const id = newId(now);
  await db.transaction(async (tx) => {
    await insertRequest(tx, accountId, {
      ...{ id, receivedAt: now, headers, body: body.subarray(0, MAX_BIN_BODY_BYTES), bodyBytes: body.length },
      keyHint: signingKeyHintOf(key),
      // From the bytes and headers that arrived, as a receiver does.
      expectedSignature: computeSignature(key, Number(headers['X-Webhook-Timestamp']), body),
    });
    await trimRequests(tx, accountId, MAX_BIN_REQUESTS);
  });
  return { status: 200, body: JSON.stringify({ received: id }) };
}

/** Part of the contract with receivers: neutral, not the vendor's name. */
const USER_AGENT = 'Service-Webhook/1.0';

export const computeSignature = (key: string, timestamp: number, body: Buffer): string =>
  `sha256=${createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex')}`;

/** The headers of one request, computed when it is sent, over exactly the bytes that are sent. */
export function buildSignedHeaders(
  key: string,
  body: Buffer,
  {
    now,
    sequence,
    traceparent,
  }: { now: Date; sequence: number | undefined; traceparent?: string | undefined },
): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    'Content-Type': 'application/json',
    'User-Agent': USER_AGENT,
    'X-Webhook-Timestamp': String(timestamp),
    'X-Webhook-Signature': computeSignature(key, timestamp, body),
    ...(sequence === undefined ? {} : { 'X-Webhook-Sequence': String(sequence) }),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
}

type PayloadEvent = Pick<
  ClaimedNotification,
  'eventType' | 'eventId' | 'alertId' | 'alertName' | 'listingId'
>;

/** The bytes of a webhook: UTF-8, with the escapes that JSON requires; `data` is a serialized property. */
export function buildWebhookPayload(event: PayloadEvent, data: string): Buffer {
  const head = JSON.stringify({
    eventType: event.eventType,
    eventId: event.eventId,
    alert: { id: event.alertId, name: event.alertName },
    listing: event.listingId === null ? null : { id: event.listingId },
  });
  return Buffer.from(`${head.slice(0, -1)},"data":${data}}`);
}

/** Sent to a suspended endpoint without parked notifications. */
export const EMPTY_PAYLOAD = Buffer.from('{}');

/** The bytes of a digest: one entry for each home, with its events and the property. */
export function buildDigestPayload(
  event: PayloadEvent,
  homes: readonly { readonly events: readonly DigestEvent[]; readonly json: string }[],
): Buffer {
  const head = JSON.stringify({
    eventType: event.eventType,
    eventId: event.eventId,
    alert: { id: event.alertId, name: event.alertName },
  });
  const parts = homes.map(({ events, json }) => {
    const shown = events.map(({ eventId, eventType, listingId }) => ({
      eventId,
      eventType,
      listing: listingId === null ? null : { id: listingId },
    }));
    return `{"events":${JSON.stringify(shown)},"data":${json}}`;
  });
  return Buffer.from(`${head.slice(0, -1)},"homes":[${parts.join(',')}]}`);
}
