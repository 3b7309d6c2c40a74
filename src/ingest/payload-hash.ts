import { hash } from 'node:crypto';
import { encodeUtf8 } from '../lib/utf8.ts';
import type { Payload } from './payload.ts';

export const PAYLOAD_HASH_BYTES = 16;

/** Equal content has an equal hash whatever the order of its members: `read-field.ts` puts them into one order. */
export const hashPayload = (payload: Payload | null): Buffer =>
  hash('sha256', encodeUtf8(JSON.stringify(payload)), 'buffer').subarray(0, PAYLOAD_HASH_BYTES);
