import { createHash } from 'node:crypto';
import { canonical } from '../../lib/canonical.ts';
import { signToken, verifyToken } from '../../lib/signed-token.ts';
import { isUuid } from '../../lib/uuid.ts';
import type { SortOrder, SortPosition } from './order.ts';

/** How far a walk has come. */
export interface CursorPosition {
  /** The moment whose order the walk follows, in microseconds: rows that move afterwards keep their place in it. */
  asOf: number;
  /** Everything the walk will show, counted at its start. */
  total: number;
  /** The last row shown; absent before the first. */
  last?: SortPosition;
}

/** What a cursor is good for, and for nothing else. */
export interface SearchCursorBinding {
  accountId: string;
  /** As it was sent. */
  criteria: unknown;
  order: SortOrder;
}

const VERSION = 1;

export const signCursor = (
  secret: Buffer,
  binding: SearchCursorBinding,
  { asOf, total, last }: CursorPosition,
): string =>
  signToken(secret, bindingKey(binding), [VERSION, asOf, total, ...(last ? [last.key, last.id] : [])]);

/** Undefined for anything that was not signed here for just this account, criteria and order. */
export function readCursor(
  secret: Buffer,
  binding: SearchCursorBinding,
  cursor: string,
): CursorPosition | undefined {
  const content = verifyToken<unknown[]>(secret, bindingKey(binding), cursor);
  return content === undefined ? undefined : parsePosition(content);
}

function bindingKey({ accountId, criteria, order }: SearchCursorBinding): string {
  const asked = createHash('sha256').update(canonical(criteria ?? null));
  return `${accountId} ${order.field} ${order.direction} ${asked.digest('hex')}`;
}

function parsePosition([version, asOf, total, key, id]: unknown[]): CursorPosition | undefined {
  if (version !== VERSION || typeof asOf !== 'number' || typeof total !== 'number') return undefined;
  if (id === undefined) return { asOf, total };
  if (typeof id !== 'string' || !isUuid(id) || (typeof key !== 'number' && key !== null)) return undefined;
  return { asOf, total, last: { key, id } };
}
