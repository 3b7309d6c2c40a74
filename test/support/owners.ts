import { randomUUID } from 'node:crypto';
import { createAccount, createApiKey, type KeyRow } from '../../src/accounts/accounts.ts';
import type { Db } from '../../src/db/sql.ts';
import { addFavorite, type FavoriteProperty } from '../../src/favorites/favorites.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { record } from '../../src/properties/record.ts';
import { madeListing, recordTogether } from '../fixtures/listing-states.ts';
import { planMerge } from './plan-moves.ts';

export interface Owner {
  accountId: string;
  name: string;
  key: string;
  apiKey: KeyRow;
}

/** An account with one key, created as the command line creates them. */
export async function createOwner(
  db: Db,
  clock: Clock,
  name = `account ${randomUUID().slice(0, 8)}`,
): Promise<Owner> {
  const account = await createAccount(db, clock, name);
  if (account === undefined) throw new Error(`the name ${name} is taken`);
  const { key, row } = await createApiKey(db, clock, { accountId: account.accountId, name: 'first' });
  return { ...account, key, apiKey: row };
}

export const createTestProperty = (db: Db, clock: Clock): Promise<string> =>
  recordTogether(db, [madeListing({ propertyType: 'FLAT' })], clock.now());

/** Two ids of one property: the first was merged into the second, which is older. */
export async function createMergedProperty(
  db: Db,
  clock: Clock,
): Promise<{ gone: string; survivor: string }> {
  const [survivor, gone] = [await createTestProperty(db, clock), await createTestProperty(db, clock)];
  const moves = (await planMerge(db, [survivor, gone])).map((move) => ({ ...move, propertyId: survivor }));
  await record(db, { moves }, clock.now());
  return { gone, survivor };
}

export async function createTestFavorite(db: Db, clock: Clock, owner: Owner): Promise<FavoriteProperty> {
  const added = await addFavorite(db, clock, owner.accountId, await createTestProperty(db, clock));
  if (added.outcome === 'no-property') throw new Error('the property was not recorded');
  return added.favorite;
}
