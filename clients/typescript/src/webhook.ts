import type { WebhookPayload } from './generated/schemas.ts';

export interface WebhookRequest {
  /** The bytes as received, or their text: never JSON that was parsed and written again. */
  body: string | Uint8Array;
  /** Of the request: a `Headers`, or an object as of Node. */
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
}

export interface VerifyOptions {
  /** How far the clocks may be apart. */
  toleranceSeconds?: number;
  now?: Date;
}

/** The request is not from the service, or too old. */
export class WebhookError extends Error {
  override name = 'WebhookError';
}

const DEFAULT_TOLERANCE_SECONDS = 300;

/**
 * Verifies a webhook and returns its payload. Several keys are accepted, for the two hours after a rotation. The same
 * `eventId` may arrive more than once.
 */
export async function verifyWebhook(
  { body, headers }: WebhookRequest,
  keys: string | readonly string[],
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Promise<WebhookPayload> {
  const timestamp = readHeader(headers, 'x-webhook-timestamp');
  const signature = readHeader(headers, 'x-webhook-signature');
  if (!/^\d+$/.test(timestamp)) throw new WebhookError('The request has no timestamp.');
  const age = Math.abs(now.getTime() / 1_000 - Number(timestamp));
  if (age > toleranceSeconds) throw new WebhookError('The timestamp is too far from the clock.');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const expected = await Promise.all([keys].flat().map((key) => sign(key, timestamp, bytes)));
  // All keys are compared, so that the time does not depend on which one fits.
  const fits = expected.map((one) => isEqual(one, signature));
  if (!fits.includes(true)) throw new WebhookError('The signature does not fit.');
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookPayload;
}

function readHeader(headers: WebhookRequest['headers'], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return [found ?? ''].flat()[0] ?? '';
}

async function sign(key: string, timestamp: string, body: Uint8Array): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign']);
  const head = encoder.encode(`${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', imported, signed));
  return `sha256=${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** In a time that depends on the lengths only. */
function isEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) difference |= one.charCodeAt(at) ^ other.charCodeAt(at);
  return difference === 0;
}
