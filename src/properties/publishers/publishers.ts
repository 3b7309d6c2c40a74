import type { Db } from '../../db/sql.ts';
import type { ListingState } from '../listing-state.ts';
import { type KnownPublisher, recognise } from './entries.ts';
import { cardOf, identitiesOf } from './identity.ts';
import { knownPublishers, type Publisher, publisherById, putPublishers } from './store.ts';

export type { Publisher } from './store.ts';

export const findPublisher = (db: Db, id: string): Promise<Publisher | undefined> => publisherById(db, id);

/** The real advertiser of each listing that states one, by the id of the listing; those not met before are recorded. */
export async function recogniseAdvertisers(
  db: Db,
  listings: readonly ListingState[],
  now: Date,
): Promise<Map<string, string>> {
  const stating = listings.flatMap(({ id, publisher }) =>
    publisher === undefined ? [] : [{ id, publisher }],
  );
  if (stating.length === 0) return new Map();
  const identities = new Set(stating.flatMap(({ publisher }) => identitiesOf(publisher)));
  const known = new Map<string, KnownPublisher>(
    (await knownPublishers(db, [...identities])).map(({ identity, ...one }) => [identity, one]),
  );
  const found = new Map<string, string>();
  const publishers = new Map<string, Publisher>();
  const learnt: { identity: string; publisherId: string }[] = [];
  for (const { id, publisher } of stating) {
    const recognised = recognise(id, publisher, known);
    found.set(id, recognised.publisherId);
    const { mandate: _, reference: __, contact: ___, ...facts } = publisher;
    publishers.set(recognised.publisherId, {
      ...facts,
      ...publishers.get(recognised.publisherId),
      id: recognised.publisherId,
    });
    for (const identity of recognised.learnt) {
      learnt.push({ identity, publisherId: recognised.publisherId });
      known.set(identity, { publisherId: recognised.publisherId, card: cardOf(publisher) });
    }
  }
  await putPublishers(db, [...publishers.values()], learnt, now);
  return found;
}
