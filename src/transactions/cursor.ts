import { createHash } from 'node:crypto';
import { ensureSharedSecret } from '../db/shared-secret.ts';
import type { Db } from '../db/sql.ts';
import { canonical } from '../lib/canonical.ts';
import { signToken, verifyToken } from '../lib/signed-token.ts';
import { isUuid } from '../lib/uuid.ts';
import type { SaleCursorPosition } from './sale-query.ts';

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
