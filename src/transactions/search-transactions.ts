import { createHash } from 'node:crypto';
import { defaultRegion } from '../db/region-set.ts';
import { ensureSharedSecret } from '../db/shared-secret.ts';
import type { Db } from '../db/sql.ts';
import { canonical } from '../lib/canonical.ts';
import { type RequestFault, ruleFault } from '../lib/request-fault.ts';
import { signToken, verifyToken } from '../lib/signed-token.ts';
import { isUuid } from '../lib/uuid.ts';
import { resolveRequestedPlaces } from './requested-places.ts';
import type { SaleCursorPosition } from './sale-query.ts';
import { searchSales, TOO_WIDE } from './search.ts';
import type { TransactionSearchRequest } from './search-request.ts';
import { buildTransactions, type Transaction } from './transaction.ts';

export interface TransactionSearchResult {
  data: Transaction[];
  meta: { count: number; nextCursor: string | null };
}

const foreignCursor: RequestFault = {
  propertyPath: 'page.cursor',
  message: 'This cursor was not given out for this account and these filters; begin without one.',
  code: 'foreign_cursor',
  understood: false,
};

const shapeTooLarge = ruleFault(
  'geoshape',
  'The shape covers too much of the world to be searched.',
  'too_large',
);

/** `reads` may be a replica; the secret of cursors is read from the primary. */
export interface TransactionSearchContext {
  db: Db;
  reads: Db;
  accountId: string;
}

/** One page of closed sales for a parsed request. */
export async function searchTransactions(
  { db, reads, accountId }: TransactionSearchContext,
  request: TransactionSearchRequest,
): Promise<TransactionSearchResult | { faults: RequestFault[] }> {
  const { filters, cursor, shape, size } = request;
  const binding = { accountId, filters };
  const after = cursor === undefined ? undefined : await readSaleCursor(db, binding, cursor);
  if (cursor !== undefined && after === undefined) return { faults: [foreignCursor] };
  const { cityCodes, shapes, unknown } = await resolveRequestedPlaces(reads, request.places);
  if (unknown.length > 0)
    return {
      faults: unknown.map(({ level, id }) =>
        ruleFault(level, `There is no ${level} with the id ${id}.`, 'unknown_division'),
      ),
    };
  const within = [...(shape === undefined ? [] : [[shape]]), ...(shapes === undefined ? [] : [shapes])];
  const sales = defaultRegion(reads);
  const page = await searchSales(sales, { ...request.query, cityCodes, within }, { size, after });
  if (page === TOO_WIDE) return { faults: [shapeTooLarge] };
  const data = await buildTransactions(sales, page.sales);
  const nextCursor = page.next === undefined ? null : await signSaleCursor(db, binding, page.next);
  return { data, meta: { count: data.length, nextCursor } };
}

/** Valid for one account and one query; the page size may change. */
export interface SaleCursorBinding {
  readonly accountId: string;
  /** The filters as they were sent. */
  readonly filters: unknown;
}

const loadCursorSecret = (db: Db): Promise<Buffer> => ensureSharedSecret(db, 'transaction cursor');

const bindingKey = ({ accountId, filters }: SaleCursorBinding): string =>
  `${accountId} ${createHash('sha256').update(canonical(filters)).digest('hex')}`;

export const signSaleCursor = async (
  db: Db,
  binding: SaleCursorBinding,
  { dateMutation, id }: SaleCursorPosition,
): Promise<string> => signToken(await loadCursorSecret(db), bindingKey(binding), [dateMutation, id]);

/** Undefined for a cursor that was not issued for this account and these filters. */
export async function readSaleCursor(
  db: Db,
  binding: SaleCursorBinding,
  cursor: string,
): Promise<SaleCursorPosition | undefined> {
  const content = verifyToken(await loadCursorSecret(db), bindingKey(binding), cursor);
  if (!Array.isArray(content)) return undefined;
  const [dateMutation, id] = content;
  return typeof dateMutation === 'string' && typeof id === 'string' && isUuid(id)
    ? { dateMutation, id }
    : undefined;
}
