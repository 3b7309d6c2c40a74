import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `gbl_live_`, 43 characters of 32 random bytes, 6 characters of checksum: a mistyped key is refused without a query.
 */
const PREFIX = 'gbl_live_';
const SECRET_BYTES = 32;
const SECRET_CHARS = 43;
const CHECKSUM_CHARS = 6;
const KEY = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_CHARS + CHECKSUM_CHARS}}$`);
const ANY_KEY = /gbl_live_[0-9A-Za-z]{4,}/g;

/** Keys of the earlier major version were bare hexadecimal or a UUID. */
const EARLIER_VERSION = /^(?:[0-9a-f]{32,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export function generateApiKey(): string {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_CHARS);
  return PREFIX + secret + checksum(PREFIX + secret);
}

export type KeyFormat = 'well-formed' | 'malformed' | 'earlier-version';

export function checkKeyFormat(text: string): KeyFormat {
  if (EARLIER_VERSION.test(text)) return 'earlier-version';
  if (!KEY.test(text)) return 'malformed';
  const signed = text.slice(0, -CHECKSUM_CHARS);
  return text.endsWith(checksum(signed)) ? 'well-formed' : 'malformed';
}

/** The key is random, so no slow hash is needed. */
export const keyDigest = (key: string): Buffer => hash('sha256', key, 'buffer');

export const keyHint = (key: string): string => key.slice(-4);

/** Masks every key in a text that is logged. */
export const redactApiKeys = (text: string): string =>
  text.includes(PREFIX) ? text.replace(ANY_KEY, `${PREFIX}***`) : text;

const checksum = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_CHARS);

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text;
}
