import { createHash } from 'node:crypto';
import { canonical } from '../../lib/canonical.ts';
import { readSignedText, signedText } from '../../lib/signed-text.ts';
import { isUuid } from '../../lib/uuid.ts';
import type { Order, Place } from './order.ts';

/** How far a walk has come. */
export interface WalkPosition {
  /** The moment whose order the walk follows, in microseconds: rows that move afterwards keep their place in it. */
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

const VERSION = 1;

export const signCursor = (
  secret: Buffer,
  binding: CursorBinding,
  { asOf, total, last }: WalkPosition,
): string =>
  signedText(secret, goodFor(binding), [VERSION, asOf, total, ...(last ? [last.key, last.id] : [])]);

/** Undefined for anything that was not signed here for just this account, criteria and order. */
export function readCursor(secret: Buffer, binding: CursorBinding, cursor: string): WalkPosition | undefined {
  const said = readSignedText(secret, goodFor(binding), cursor);
  return said === undefined ? undefined : positionIn(said as unknown[]);
}

function goodFor({ accountId, criteria, order }: CursorBinding): string {
  const asked = createHash('sha256').update(canonical(criteria ?? null));
  return `${accountId} ${order.field} ${order.direction} ${asked.digest('hex')}`;
}

function positionIn([version, asOf, total, key, id]: unknown[]): WalkPosition | undefined {
  if (version !== VERSION || typeof asOf !== 'number' || typeof total !== 'number') return undefined;
  if (id === undefined) return { asOf, total };
  if (typeof id !== 'string' || !isUuid(id) || (typeof key !== 'number' && key !== null)) return undefined;
  return { asOf, total, last: { key, id } };
}
