import { randomUUID } from 'node:crypto';
import { createAccount, createKey, type KeyRow } from '../../src/accounts/accounts.ts';
import { type Db, sql } from '../../src/db/sql.ts';
import { addFavorite, type FavoriteProperty } from '../../src/favorites/favorites.ts';
import type { Clock } from '../../src/lib/clock.ts';
import { newId } from '../../src/lib/ids.ts';
import { recordProperty } from '../../src/properties/record.ts';

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

export async function newProperty(db: Db, clock: Clock): Promise<string> {
  const id = newId(clock.now());
  await recordProperty(db, clock, id);
  return id;
}

/** Two ids of one home: the first was recognised as the second. No domain function merges properties yet. */
export async function mergedProperty(db: Db, clock: Clock): Promise<{ gone: string; survivor: string }> {
  const [gone, survivor] = [await newProperty(db, clock), await newProperty(db, clock)];
  await db.rows(sql`update property set merged_into = ${survivor} where property_id = ${gone}`);
  return { gone, survivor };
}

export async function newFavorite(db: Db, clock: Clock, owner: Owner): Promise<FavoriteProperty> {
  const added = await addFavorite(db, clock, owner.accountId, await newProperty(db, clock));
  if (added.outcome === 'no-property') throw new Error('the property was not recorded');
  return added.favorite;
}
