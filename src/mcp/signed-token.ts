import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE_BYTES = 16;
const MAX_TOKEN_CHARS = 4_096;

/** Signed, not hidden: what clients carry for us between calls, so that no process need remember it. */
export function signToken(secret: Buffer, purpose: string, payload: object): string {
  const bytes = Buffer.from(JSON.stringify(payload));
  return Buffer.concat([computeSignature(secret, purpose, bytes), bytes]).toString('base64url');
}

/** Undefined for anything that was not sealed here for this purpose. */
export function verifyToken<Payload>(secret: Buffer, purpose: string, text: string): Payload | undefined {
  if (text.length > MAX_TOKEN_CHARS) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // The decoder passes over what is not base64url: only the one spelling is ours.
  if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== text) return undefined;
  const payload = bytes.subarray(SIGNATURE_BYTES);
  if (!timingSafeEqual(computeSignature(secret, purpose, payload), bytes.subarray(0, SIGNATURE_BYTES)))
    return undefined;
  return JSON.parse(payload.toString()) as Payload;
}

const computeSignature = (secret: Buffer, purpose: string, bytes: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\n`).update(bytes).digest().subarray(0, SIGNATURE_BYTES);
