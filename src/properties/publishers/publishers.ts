import type { Db } from '../../db/sql.ts';
import type { ListingState } from '../listing-state.ts';
import { type KnownPublisher, recognizePublisher } from './entries.ts';
import { collectIdentities, normalizeCard } from './identity.ts';
import { type StoredPublisher, selectKnownPublishers, selectPublisher, upsertPublishers } from './store.ts';

export type { StoredPublisher } from './store.ts';

export const findPublisher = (db: Db, id: string): Promise<StoredPublisher | undefined> =>
  selectPublisher(db, id);

/** The real advertiser of each listing that states one, by listing id; new ones are recorded. */
export async function recognizeAdvertisers(
  db: Db,
  listings: readonly ListingState[],
  now: Date,
): Promise<Map<string, string>> {
  const stating = listings.flatMap(({ id, publisher }) =>
    publisher === undefined ? [] : [{ id, publisher }],
  );
  if (stating.length === 0) return new Map();
  const identities = new Set(stating.flatMap(({ publisher }) => collectIdentities(publisher)));
  const rows = await selectKnownPublishers(db, [...identities]);
  const known = new Map<string, KnownPublisher>(
    rows.map((row) => [row.identity, { publisherId: row.publisherId, card: normalizeCard(row) }]),
  );
  const unknown = new Map(rows.map((row) => [row.publisherId, new Set(row.unknown)]));
  const found = new Map<string, string>();
  const publishers = new Map<string, StoredPublisher>();
  const learnt: { identity: string; publisherId: string }[] = [];
  for (const { id, publisher } of stating) {
    const recognised = recognizePublisher(id, publisher, known);
    const { publisherId } = recognised;
    found.set(id, publisherId);
    const { mandate: _, reference: __, contact: ___, ...facts } = publisher;
    const hasNewFacts = Object.keys(facts).some((member) => unknown.get(publisherId)?.has(member) ?? true);
    if (hasNewFacts || recognised.learnt.length > 0)
      publishers.set(publisherId, { ...facts, ...publishers.get(publisherId), id: publisherId });
    for (const identity of recognised.learnt) {
      learnt.push({ identity, publisherId });
      known.set(identity, { publisherId, card: normalizeCard(publisher) });
    }
  }
  if (publishers.size > 0) await upsertPublishers(db, [...publishers.values()], learnt, now);
  return found;
}
