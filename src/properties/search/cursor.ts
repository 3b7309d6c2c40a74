import { createHash } from 'node:crypto';
import { canonical } from '../../lib/canonical.ts';
import { signToken, verifyToken } from '../../lib/signed-token.ts';
import { isUuid } from '../../lib/uuid.ts';
import type { SortOrder, SortPosition } from './order.ts';

/** The progress of a cursor scan. */
export interface CursorPosition {
  /**
   * The scan follows the order of this moment, in microseconds: rows that move later stay at their former position
   * in it.
   */
  asOf: number;
  /** The total of the scan, counted at its start. */
  total: number;
  /** The last row returned; absent before the first. */
  last?: SortPosition;
}

/** A cursor is valid for this account, criteria and order only. */
export interface SearchCursorBinding {
  accountId: string;
  /** As the client sent them. */
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

/** Undefined unless the cursor was signed with this secret for this account, criteria and order. */
export function readCursor(
  secret: Buffer,
  binding: SearchCursorBinding,
  cursor: string,
): CursorPosition | undefined {
  const content = verifyToken<unknown[]>(secret, bindingKey(binding), cursor);
  return content === undefined ? undefined : parsePosition(content);
}

function bindingKey({ accountId, criteria, order }: SearchCursorBinding): string {
  const criteriaHash = createHash('sha256').update(canonical(criteria ?? null));
  return `${accountId} ${order.field} ${order.direction} ${criteriaHash.digest('hex')}`;
}

function parsePosition([version, asOf, total, key, id]: unknown[]): CursorPosition | undefined {
  if (version !== VERSION || typeof asOf !== 'number' || typeof total !== 'number') return undefined;
  if (id === undefined) return { asOf, total };
  if (typeof id !== 'string' || !isUuid(id) || (typeof key !== 'number' && key !== null)) return undefined;
  return { asOf, total, last: { key, id } };
}
