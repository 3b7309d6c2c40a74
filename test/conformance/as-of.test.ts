import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { PropertyResult } from '../../src/catalogue/document.ts';
import { parseCriteria } from '../../src/criteria/parse.ts';
import { newId } from '../../src/lib/ids.ts';
import type { ListingState } from '../../src/properties/listing-state.ts';
import { record } from '../../src/properties/record.ts';
import { createRandom } from '../../src/world/random.ts';
import { day, expired, madeListing, revisited } from '../fixtures/listing-states.ts';
import { startApi } from '../support/api.ts';
import { randomCriteria } from '../support/random-criteria.ts';
import { createSearchHelpers, flat, idsOf } from '../support/searches.ts';

const api = await startApi({ after });
const { ask, search } = createSearchHelpers(api);

const STEPS = 25;
const TREES = 12;

interface Home {
  propertyId: string;
  listing: ListingState;
}

const write = ({ propertyId, listing }: Home, now: Date) =>
  record(api.db, { listings: [{ state: listing, propertyId }] }, now);

const readFlat = async (path: string) => {
  const { status, body } = await api.call({ path, accept: 'application/json' });
  return { status, body: body as PropertyResult };
};

/** Without what a mere visit moves. */
const facts = ({ id, property }: PropertyResult): object => ({ id, property });

test('what the service showed at a moment is what it shows as of that moment', async () => {
  const chance = createRandom('as of');
  const trees = Array.from({ length: TREES }, () => randomCriteria(chance)).filter(
    (tree) => !('faults' in parseCriteria(tree)),
  );
  trees.push({}, { property: { pricing: { displayed: { lte: 300_000 } } } }, { property: { expired: true } });
  const homes: Home[] = [];
  const shown: { moment: Date; ids: string[][]; documents: Map<string, object> }[] = [];
  for (let step = 1; step <= STEPS; step += 1) {
    const now = day(step);
    const chosen = homes[chance.whole(0, homes.length)];
    const price = 200_000 + 10_000 * chance.whole(0, 20);
    if (chosen === undefined || chance.happens(0.4)) {
      const clocks = { createdAt: now, updatedAt: now, lastSeenAt: now };
      homes.push({ propertyId: newId(now), listing: madeListing(flat('A1', price), clocks) });
      await write(homes.at(-1) as Home, now);
    } else {
      const rooms = { unit: { rooms: chance.whole(1, 6) } };
      const isGone = chance.happens(0.25);
      chosen.listing = isGone
        ? expired(chosen.listing, now)
        : revisited(chosen.listing, now, flat('A1', price, rooms));
      await write(chosen, now);
    }
    const ids: string[][] = [];
    for (const criteria of trees) ids.push(idsOf(await search({ criteria, size: 100 })));
    const documents = new Map<string, object>();
    for (const { propertyId } of homes)
      documents.set(propertyId, facts((await readFlat(`/properties/${propertyId}`)).body));
    shown.push({ moment: now, ids, documents });
  }
  for (const { moment, ids, documents } of shown) {
    const asOf = new Date(moment.getTime() + 1_000).toISOString();
    for (const [at, criteria] of trees.entries())
      assert.deepEqual(
        idsOf(await search({ criteria, size: 100, asOf })),
        ids[at],
        `${asOf} ${JSON.stringify(criteria)}`,
      );
    for (const [id, document] of documents)
      assert.deepEqual(facts((await readFlat(`/properties/${id}?asOf=${asOf}`)).body), document, asOf);
  }
});

test('before its first change a property is not known; a bad moment and a cursor are refused', async () => {
  const now = day(40);
  const home = {
    propertyId: newId(now),
    listing: madeListing(flat('A2'), { createdAt: now, updatedAt: now }),
  };
  await write(home, now);
  const before = day(39).toISOString();
  assert.equal((await readFlat(`/properties/${home.propertyId}?asOf=${before}`)).status, 404);
  assert.equal((await readFlat(`/properties/${home.propertyId}?asOf=yesterday`)).status, 422);
  assert.equal((await ask({ asOf: '2026-02-31T25:00:00Z' })).status, 422);
  assert.equal((await ask({ asOf: before, paginationType: 'CURSOR' })).status, 422);
});

test('pages of the past have a total and a next page', async () => {
  const body = { asOf: day(STEPS).toISOString(), criteria: { property: { expired: false } }, size: 1 };
  const { data, meta } = await search(body);
  assert.equal(data.length, 1);
  assert.equal(meta.hasNextPage, meta.totalItems > 1);
  assert.notEqual(idsOf(await search({ ...body, page: 2 }))[0], data[0]?.id);
});
