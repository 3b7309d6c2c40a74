import type { Db } from '../../db/sql.ts';
import { LatelyUsed } from '../../lib/lately-used.ts';
import { findWrittenProperties, findWrittenProperty } from '../../properties/lookup.ts';
import type { Keyring } from '../keys/keyring.ts';
import type { Claimed } from './claimed.ts';
import { sampleProperty } from './sample.ts';
import { sealedKeys } from './store.ts';

/** What is needed to send one batch, read together at the last moment: the properties as they are now and the keys of now. */
export interface Material {
  /** As GET /properties/{id} sends it flat, byte for byte. */
  propertyOf(claimed: Claimed): string | undefined;
  /** Undefined when the account has none. Throws when it cannot be opened. */
  keyOf(accountId: string): string | undefined;
}

const KEYS_REMEMBERED = 1_000;
const SAMPLE = JSON.stringify(sampleProperty);

/** Reads batch after batch; a key that was opened once is not opened again while it is the same. */
export class Composer {
  readonly #db: Db;
  readonly #keyring: Keyring;
  readonly #opened = new LatelyUsed<string>(KEYS_REMEMBERED);

  constructor(db: Db, keyring: Keyring) {
    this.#db = db;
    this.#keyring = keyring;
  }

  async materialFor(batch: readonly Claimed[]): Promise<Material> {
    const propertyIds = batch.flatMap(({ propertyId }) => propertyId ?? []);
    const webhooks = batch.filter(({ channel }) => channel === 'WEBHOOK').map(({ accountId }) => accountId);
    const [properties, keys] = await Promise.all([
      currentProperties(this.#db, [...new Set(propertyIds)]),
      sealedKeys(this.#db, [...new Set(webhooks)]),
    ]);
    const sealed = new Map(keys.map((one) => [one.accountId, one.sealed]));
    return {
      propertyOf: ({ kind, propertyId }) => (kind === 'TEST' ? SAMPLE : properties.get(propertyId ?? '')),
      keyOf: (accountId) => this.#open(accountId, sealed.get(accountId)),
    };
  }

  async keyOf(accountId: string): Promise<string | undefined> {
    const [kept] = await sealedKeys(this.#db, [accountId]);
    return this.#open(accountId, kept?.sealed);
  }

  #open(accountId: string, sealed: Buffer | undefined): string | undefined {
    if (sealed === undefined) return undefined;
    const name = `${accountId} ${sealed.toString('base64')}`;
    let key = this.#opened.get(name);
    if (key === undefined) {
      key = this.#keyring.open(accountId, sealed);
      this.#opened.set(name, key);
    }
    return key;
  }
}

/** By the id that was recorded, which may have been merged into another since. */
async function currentProperties(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await findWrittenProperties(db, ids);
  for (const id of ids) {
    const merged = found.has(id) ? undefined : await findWrittenProperty(db, id);
    if (merged !== undefined) found.set(id, merged);
  }
  return found;
}
