import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE_BYTES = 16;
/** Nothing we sign is longer; what is longer is not looked at. */
export const MAX_SIGNED_TEXT_CHARS = 1_024;

/**
 * A text that clients carry for us without understanding it: what it says is signed together with what it is good for, so that it
 * cannot be made up, changed or used elsewhere.
 */
export function signText(secret: Buffer, goodFor: string, said: unknown): string {
  const payload = Buffer.from(JSON.stringify(said));
  return Buffer.concat([computeHmac(secret, goodFor, payload), payload]).toString('base64url');
}

/** What a signed text says; undefined for anything that was not signed here for just this. */
export function verifySignedText(secret: Buffer, goodFor: string, text: string): unknown {
  if (text.length > MAX_SIGNED_TEXT_CHARS) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // The decoder passes over what is not base64url, and some last letters carry unused bits: only the one spelling is ours.
  if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== text) return undefined;
  const payload = bytes.subarray(SIGNATURE_BYTES);
  const expected = computeHmac(secret, goodFor, payload);
  if (!timingSafeEqual(expected, bytes.subarray(0, SIGNATURE_BYTES))) return undefined;
  return JSON.parse(payload.toString());
}

const computeHmac = (secret: Buffer, goodFor: string, payload: Buffer): Buffer =>
  createHmac('sha256', secret)
    .update(`${goodFor.length} ${goodFor}`)
    .update(payload)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
