import { createHmac, timingSafeEqual } from 'node:crypto';

const SEAL_BYTES = 16;
const MAX_TOKEN_CHARS = 4_096;

/** Signed, not hidden: what clients carry for us between calls, so that no process need remember it. */
export function seal(secret: Buffer, purpose: string, payload: object): string {
  const bytes = Buffer.from(JSON.stringify(payload));
  return Buffer.concat([sealOf(secret, purpose, bytes), bytes]).toString('base64url');
}

/** Undefined for anything that was not sealed here for this purpose. */
export function unseal<Payload>(secret: Buffer, purpose: string, text: string): Payload | undefined {
  if (text.length > MAX_TOKEN_CHARS) return undefined;
  const bytes = Buffer.from(text, 'base64url');
  // The decoder passes over what is not base64url: only the one spelling is ours.
  if (bytes.length <= SEAL_BYTES || bytes.toString('base64url') !== text) return undefined;
  const payload = bytes.subarray(SEAL_BYTES);
  if (!timingSafeEqual(sealOf(secret, purpose, payload), bytes.subarray(0, SEAL_BYTES))) return undefined;
  return JSON.parse(payload.toString()) as Payload;
}

const sealOf = (secret: Buffer, purpose: string, bytes: Buffer): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\n`).update(bytes).digest().subarray(0, SEAL_BYTES);
