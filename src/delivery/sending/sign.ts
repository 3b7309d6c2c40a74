import { createHmac } from 'node:crypto';

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
