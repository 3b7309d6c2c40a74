import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { canonical } from '../../lib/canonical.ts';
import { isUuid } from '../../lib/uuid.ts';
import type { Order, Place } from './order.ts';

/** How far a walk has come. */
export interface WalkPosition {
  /** The moment whose order the walk follows, in milliseconds: rows that move afterwards keep their place in it. */
  asOf: number;
  /** Everything the walk will show, counted at its start. */
  total: number;
  /** The last row shown; absent before the first. */
  last?: Place;
}

/** What a cursor is good for, and for nothing else. */
export interface CursorBinding {
  accountId: string;
  /** As it was sent. */
  criteria: unknown;
  order: Order;
}

export const LONGEST_CURSOR = 1_024;
const VERSION = 1;
const SIGNATURE_BYTES = 16;

/** Opaque to clients: what it says is signed, so that it cannot be made up, changed or used elsewhere. */
export function signCursor(
  secret: Buffer,
  binding: CursorBinding,
  { asOf, total, last }: WalkPosition,
): string {
  const payload = Buffer.from(JSON.stringify([VERSION, asOf, total, ...(last ? [last.key, last.id] : [])]));
  return Buffer.concat([signature(secret, binding, payload), payload]).toString('base64url');
}

/** Undefined for anything that was not signed here for just this account, criteria and order. */
export function readCursor(secret: Buffer, binding: CursorBinding, cursor: string): WalkPosition | undefined {
  if (cursor.length > LONGEST_CURSOR) return undefined;
  const bytes = Buffer.from(cursor, 'base64url');
  // The decoder passes over what is not base64url, and some last letters carry unused bits: only the one spelling is ours.
  if (bytes.length <= SIGNATURE_BYTES || bytes.toString('base64url') !== cursor) return undefined;
  const payload = bytes.subarray(SIGNATURE_BYTES);
  const expected = signature(secret, binding, payload);
  if (!timingSafeEqual(expected, bytes.subarray(0, SIGNATURE_BYTES))) return undefined;
  return positionIn(payload);
}

function signature(secret: Buffer, { accountId, criteria, order }: CursorBinding, payload: Buffer): Buffer {
  const asked = createHash('sha256')
    .update(canonical(criteria ?? null))
    .digest();
  return createHmac('sha256', secret)
    .update(`${accountId} ${order.field} ${order.direction} `)
    .update(asked)
    .update(payload)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}

function positionIn(payload: Buffer): WalkPosition | undefined {
  const [version, asOf, total, key, id] = JSON.parse(payload.toString()) as unknown[];
  if (version !== VERSION || typeof asOf !== 'number' || typeof total !== 'number') return undefined;
  if (id === undefined) return { asOf, total };
  if (typeof id !== 'string' || !isUuid(id) || (typeof key !== 'number' && key !== null)) return undefined;
  return { asOf, total, last: { key, id } };
}
