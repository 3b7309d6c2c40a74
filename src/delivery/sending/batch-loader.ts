import { type Db, sql } from '../../db/sql.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { findSerializedProperties, findSerializedProperty } from '../../properties/lookup.ts';
import type { MailLanguage } from '../email/words.ts';
import type { Keyring } from '../keys/keyring.ts';
import { DIGEST, type DigestEvent, type StoredDigest, selectDigests } from '../notifications/digest.ts';
import type { ClaimedNotification } from './claimed-notification.ts';
import { sampleProperty } from './sample.ts';
import { selectEncryptedKeys } from './store.ts';

/** The data to send one batch, read as late as possible: current properties and keys. */
export interface DeliveryBatch {
  /** The bytes of GET /properties/{id} in flat form. */
  propertyJson(claimed: ClaimedNotification): string | undefined;
  /** The events of a digest, and the properties they are about, by the id in the event. */
  digest(claimed: ClaimedNotification): LoadedDigest | undefined;
  /** The language of the mail of an event. */
  language(claimed: ClaimedNotification): MailLanguage;
  /** Undefined when the account has none. Throws when it cannot be decrypted. */
  signingKey(accountId: string): string | undefined;
}

export interface LoadedDigest {
  readonly language: MailLanguage;
  /** Grouped by home; those that are gone are left out. */
  readonly homes: readonly { readonly events: readonly DigestEvent[]; readonly json: string }[];
}

const MAX_CACHED_KEYS = 1_000;
const SAMPLE = JSON.stringify(sampleProperty);

/** Loads batches; caches decrypted keys. */
export class BatchLoader {
  readonly #db: Db;
  readonly #keyring: Keyring;
  readonly #decryptedKeys = new LruCache<string>(MAX_CACHED_KEYS);

  constructor(db: Db, keyring: Keyring) {
    this.#db = db;
    this.#keyring = keyring;
  }

  async loadBatch(batch: readonly ClaimedNotification[]): Promise<DeliveryBatch> {
    const digests = await loadDigests(this.#db, batch);
    const propertyIds = [
      ...batch.flatMap(({ propertyId }) => propertyId ?? []),
      ...[...digests.values()].flatMap(({ events }) => events.map(({ propertyId }) => propertyId)),
    ];
    const webhooks = batch.filter(({ channel }) => channel === 'WEBHOOK').map(({ accountId }) => accountId);
    const mails = batch.filter(({ channel, kind }) => channel === 'EMAIL' && kind === 'EVENT');
    const [properties, keys, languages] = await Promise.all([
      loadCurrentProperties(this.#db, [...new Set(propertyIds)]),
      selectEncryptedKeys(this.#db, [...new Set(webhooks)]),
      selectMailLanguages(this.#db, mails),
    ]);
    const encryptedKey = new Map(keys.map((one) => [one.accountId, one.encryptedKey]));
    return {
      propertyJson: ({ kind, propertyId }) => (kind === 'TEST' ? SAMPLE : properties.get(propertyId ?? '')),
      digest({ id }) {
        const digest = digests.get(id);
        return digest && { language: digest.language, homes: groupByHome(digest.events, properties) };
      },
      language: ({ alertId }) => languages.get(alertId) ?? 'en',
      signingKey: (accountId) => this.#decrypt(accountId, encryptedKey.get(accountId)),
    };
  }

  async loadSigningKey(accountId: string): Promise<string | undefined> {
    const [row] = await selectEncryptedKeys(this.#db, [accountId]);
    return this.#decrypt(accountId, row?.encryptedKey);
  }

  #decrypt(accountId: string, encryptedKey: Buffer | undefined): string | undefined {
    if (encryptedKey === undefined) return undefined;
    const name = `${accountId} ${encryptedKey.toString('base64')}`;
    let key = this.#decryptedKeys.get(name);
    if (key === undefined) {
      key = this.#keyring.decrypt(accountId, encryptedKey);
      this.#decryptedKeys.set(name, key);
    }
    return key;
  }
}

/** By the recorded id, which may have been merged into another since. */
async function loadCurrentProperties(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await findSerializedProperties(db, ids);
  for (const id of ids) {
    const merged = found.has(id) ? undefined : await findSerializedProperty(db, id);
    if (merged !== undefined) found.set(id, merged);
  }
  return found;
}

async function loadDigests(
  db: Db,
  batch: readonly ClaimedNotification[],
): Promise<Map<string, StoredDigest>> {
  const claimed = batch.filter(({ eventType }) => eventType === DIGEST);
  const digests = claimed.length === 0 ? [] : await selectDigests(db, claimed);
  return new Map(digests.map((digest) => [digest.id, digest]));
}

/** Two events of one home, or of two that were merged since, are one entry. */
function groupByHome(
  events: readonly DigestEvent[],
  properties: ReadonlyMap<string, string>,
): LoadedDigest['homes'] {
  const homes = Map.groupBy(events, ({ propertyId }) => properties.get(propertyId));
  return [...homes].flatMap(([json, some]) => (json === undefined ? [] : [{ events: some, json }]));
}

type AlertKey = Pick<ClaimedNotification, 'accountId' | 'alertId'>;

/** The language that each alert has for its mails now; those without one are left out. */
async function selectMailLanguages(db: Db, alerts: readonly AlertKey[]): Promise<Map<string, MailLanguage>> {
  if (alerts.length === 0) return new Map();
  const rows = await db.rows<{ alertId: string; language: MailLanguage }>(sql`
    select alert_id as "alertId", delivery ->> 'language' as language from alert
    where (account_id, alert_id) in (
        select * from unnest(${alerts.map(({ accountId }) => accountId)}::uuid[], ${alerts.map(({ alertId }) => alertId)}::uuid[]))
      and delivery ->> 'language' in ('en', 'fr')`);
  return new Map(rows.map(({ alertId, language }) => [alertId, language]));
}
