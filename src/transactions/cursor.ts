import { createHash } from 'node:crypto';
import { sharedSecret } from '../db/shared-secret.ts';
import type { Db } from '../db/sql.ts';
import { canonical } from '../lib/canonical.ts';
import { readSignedText, signedText } from '../lib/signed-text.ts';
import { isUuid } from '../lib/uuid.ts';
import type { SalePlace } from './question.ts';

/** Good for one account and one question; the size of a page may change on the way. */
export interface CursorBinding {
  readonly accountId: string;
  /** The filters as they were sent. */
  readonly filters: unknown;
}

const secretOf = (db: Db): Promise<Buffer> => sharedSecret(db, 'transaction cursor');

const goodFor = ({ accountId, filters }: CursorBinding): string =>
  `${accountId} ${createHash('sha256').update(canonical(filters)).digest('hex')}`;

export const signSaleCursor = async (
  db: Db,
  binding: CursorBinding,
  { dateMutation, id }: SalePlace,
): Promise<string> => signedText(await secretOf(db), goodFor(binding), [dateMutation, id]);

/** Undefined for a cursor that was not given out for this account and these filters. */
export async function readSaleCursor(
  db: Db,
  binding: CursorBinding,
  cursor: string,
): Promise<SalePlace | undefined> {
  const said = readSignedText(await secretOf(db), goodFor(binding), cursor);
  if (!Array.isArray(said)) return undefined;
  const [dateMutation, id] = said;
  return typeof dateMutation === 'string' && typeof id === 'string' && isUuid(id)
    ? { dateMutation, id }
    : undefined;
}
