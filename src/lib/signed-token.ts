import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE_BYTES = 16;
/** Nothing we sign is longer; a longer text is refused without decoding it. */
const MAX_TOKEN_CHARS = 4_096;

/**
 * A token that clients carry for us between calls: signed, not encrypted. The signature covers the purpose, so a token
 * cannot be made up, changed or used for anything else.
 */
export function signToken(secret: Buffer, purpose: string, payload: unknown): string {
  const bytes = Buffer.from(JSON.stringify(payload));
  return Buffer.concat([computeSignature(secret, purpose, bytes), bytes]).toString('base64url');
}

/** The payload; undefined for any text that was not signed with this secret for this purpose. */
export function verifyToken<Payload>(secret: Buffer, purpose: string, token: string): Payload | undefined {
  if (token.length > MAX_TOKEN_CHARS) return undefined;
  const bytes = Buffer.from(token, 'base64url');
  // The decoder skips what is not base64url, and some last letters carry unused bits: only one spelling is valid.
  if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== token) return undefined;
  const payload = bytes.subarray(SIGNATURE_BYTES);
  if (!timingSafeEqual(computeSignature(secret, purpose, payload), bytes.subarray(0, SIGNATURE_BYTES)))
    return undefined;
  return JSON.parse(payload.toString()) as Payload;
}

/** The length before the purpose keeps a purpose and a payload from being shifted into each other. */
const computeSignature = (secret: Buffer, purpose: string, payload: Buffer): Buffer =>
  createHmac('sha256', secret)
    .update(`${purpose.length} ${purpose}`)
    .update(payload)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
