import { randomUUID } from 'node:crypto';
import { createAccount, createKey, type KeyRow } from '../../src/accounts/accounts.ts';
import type { Db } from '../../src/db/sql.ts';
import { addFavorite, type FavoriteProperty } from '../../src/favorites/favorites.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { movesToMerge } from '../../src/properties/merge.ts';
import { record } from '../../src/properties/record.ts';
import { madeListing, recordTogether } from '../fixtures/listing-states.ts';

export interface Owner {
  accountId: string;
  name: string;
  key: string;
  apiKey: KeyRow;
}

/** An account with one key, made as the command line makes them. */
export async function newOwner(
  db: Db,
  clock: Clock,
  name = `account ${randomUUID().slice(0, 8)}`,
): Promise<Owner> {
  const account = await createAccount(db, clock, name);
  if (account === undefined) throw new Error(`the name ${name} is taken`);
  const { key, row } = await createKey(db, clock, { accountId: account.accountId, name: 'first' });
  return { ...account, key, apiKey: row };
}

export const newProperty = (db: Db, clock: Clock): Promise<string> =>
  recordTogether(db, [madeListing({ propertyType: 'FLAT' })], clock.now());

/** Two ids of one home: the first was recognised as the second, which is older. */
export async function mergedProperty(db: Db, clock: Clock): Promise<{ gone: string; survivor: string }> {
  const [survivor, gone] = [await newProperty(db, clock), await newProperty(db, clock)];
  const moves = (await movesToMerge(db, [survivor, gone])).map((move) => ({ ...move, propertyId: survivor }));
  await record(db, { moves }, clock.now());
  return { gone, survivor };
}

export async function newFavorite(db: Db, clock: Clock, owner: Owner): Promise<FavoriteProperty> {
  const added = await addFavorite(db, clock, owner.accountId, await newProperty(db, clock));
  if (added.outcome === 'no-property') throw new Error('the property was not recorded');
  return added.favorite;
}
