import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { madeFeature } from '../../test/support/made-feature.ts';
import { MemoryIdentityStore } from '../../test/support/memory-identity-store.ts';
import { namedId } from '../lib/ids.ts';
import { blockingKeys } from './blocking-keys.ts';
import type { Assignment } from './decide.ts';
import { explainPair } from './explain.ts';
import type { ListingFeature } from './feature.ts';
import { model } from './model.ts';
import { MAX_CANDIDATES } from './postings.ts';
import { type IdentityStore, resolve } from './resolve.ts';
import { Scorer } from './score.ts';
import { SqlIdentityStore } from './store.ts';
import { LINK_MIN_BITS, NEIGHBOUR_MIN_BITS, UNCONTESTED_MIN_BITS } from './thresholds.ts';

const { db } = await freshDatabase({ after });
const stores: Record<string, () => IdentityStore> = {
  memory: () => new MemoryIdentityStore(),
  database: () => new SqlIdentityStore(db),
};
const scorer = new Scorer(model);
const day = (number: number): Date => new Date(Date.UTC(2026, 0, number, 12));
let worlds = 0;

for (const [name, makeStore] of Object.entries(stores)) {
  suite(`identity kept in ${name}`, () => {
    /** Each test lives in a town of its own with a kind of home of its own, so that one database serves all: some keys name no town. */
    const begin = () => {
      worlds += 1;
      const town = `town-${worlds}`;
      const store = makeStore();
      const id = (listing: string): string =>
        namedId('2f1c7c0e-6a3d-5d2b-8b3e-4f6d0c9a7e11', `${town} ${listing}`);
      const place = (listing: string, facts: Partial<ListingFeature>, on: number) =>
        resolve(
          { store, scorer, zones: () => 1_024 },
          madeFeature(id(listing), {
            zone: town,
            department: town,
            type: town,
            from: day(on).getTime(),
            ...facts,
          }),
          day(on),
        );
      return { store, id, place };
    };
    const flat = { kwh: 181, co2: 21 };
    const other = { area: 63.9, floor: 5, prices: [274_100], kwh: 120, co2: 8 };

    test('a listing alone founds a property, its twin joins it, a look-alike does not', async () => {
      const { place } = begin();
      const first = await place('a', flat, 1);
      const twin = await place('b', { ...flat, agency: 'x', prices: [252_000] }, 2);
      const neighbour = await place('c', other, 2);
      assert.deepEqual([first.kind, twin.kind, neighbour.kind], ['new', 'attach', 'new']);
      assert.equal(twin.propertyId, first.propertyId);
      assert.notEqual(neighbour.propertyId, first.propertyId);
      assert.equal(twin.evidence.best?.levels.energy, 'same');
    });

    test('two adverts that weak evidence may join meet, though their pair scores below -3 bits', async () => {
      const { place } = begin();
      const silent = { rooms: undefined, bedrooms: undefined, floor: undefined };
      const first = await place('a', { ...silent, agency: 'x', phone: '1', words: [1, 2, 3, 4] }, 1);
      const second = await place(
        'b',
        { ...silent, agency: 'y', phone: '2', words: [1, 7, 8, 9], area: 62, prices: [260_000] },
        2,
      );
      const score = second.evidence.best?.score ?? 0;
      assert.equal(second.propertyId, first.propertyId);
      assert.ok(score < -3 && score >= UNCONTESTED_MIN_BITS.attach, `${score} bits`);
    });

    test('a neighbourhood goes on by links of some strength', async () => {
      const { store, id } = begin();
      const write = (listing: string, links: Record<string, number>): void => {
        const feature = madeFeature(id(listing), {});
        const [propertyId, bornAt, now] = [id(`home of ${listing}`), day(1), day(1)];
        const edges = Object.entries(links).map(([other, score]) => ({
          other: id(other),
          evidence: { score, levels: {}, veto: undefined },
        }));
        const decision: Assignment = {
          kind: 'new',
          propertyId,
          moves: [{ listingId: feature.listingId, from: undefined, to: propertyId, bornAt }],
          merged: [],
          evidence: { best: undefined, vetoes: [], members: 1, model: model.version },
        };
        const blank = { before: undefined, keys: [], formerKeys: [], retryAt: undefined };
        store.write({ feature, edges, decision, now, ...blank });
      };
      const neighbours = async (): Promise<string[]> =>
        (await store.connectedMembers([id('a')], 10)).map(({ feature }) => feature.listingId).sort();
      write('a', {});
      write('b', { a: NEIGHBOUR_MIN_BITS });
      write('c', { b: NEIGHBOUR_MIN_BITS - 0.5, a: LINK_MIN_BITS });
      assert.deepEqual(await neighbours(), [id('a'), id('b')].sort());
      await store.flush();
      assert.deepEqual(await neighbours(), [id('a'), id('b')].sort());
      write('d', { b: NEIGHBOUR_MIN_BITS + 0.5 });
      assert.deepEqual(await neighbours(), [id('a'), id('b'), id('d')].sort());
    });

    test('adverts that share only their size and price range with most of a town are no candidates', async () => {
      const { place, store, id } = begin();
      const zone = `town-${worlds}`;
      const facts = (at: number): Partial<ListingFeature> => ({
        ...{ rooms: undefined, area: 62.01 + at / 100, prices: [250_130 + at * 10] },
      });
      const advert = madeFeature(id('new'), { zone, department: zone, type: zone, ...facts(80) });
      const count = async () =>
        (await store.candidates({ listingId: advert.listingId, keys: blockingKeys(advert) })).length;
      for (let at = 0; at < 60; at += 1) await place(`a${at}`, facts(at), 1);
      assert.equal(await count(), MAX_CANDIDATES);
      await place('a60', facts(60), 1);
      assert.equal(await count(), 0);
    });

    test('adverts that share only their price with most of a town are no candidates', async () => {
      const { place, store, id } = begin();
      const zone = `town-${worlds}`;
      const facts = (at: number): Partial<ListingFeature> => ({
        ...{ rooms: undefined, area: 20 * 1.1 ** at, prices: [250_000] },
      });
      const advert = madeFeature(id('new'), { zone, department: zone, type: zone, ...facts(80) });
      const count = async () =>
        (await store.candidates({ listingId: advert.listingId, keys: blockingKeys(advert) })).length;
      for (let at = 0; at < 60; at += 1) await place(`a${at}`, facts(at), 1);
      assert.equal(await count(), MAX_CANDIDATES);
      await place('a60', facts(60), 1);
      assert.equal(await count(), 0);
    });

    test('of many that share a key those are compared whose shared keys say most', async () => {
      const { place, store, id } = begin();
      const zone = `town-${worlds}`;
      const facts = (at: number): Partial<ListingFeature> => ({
        ...{ rooms: undefined, area: 20 * 1.1 ** at, prices: [250_000] },
      });
      const advert = madeFeature(id('new'), {
        ...{ zone, department: zone, type: zone, ...facts(80) },
        certificate: `certificate-${worlds}`,
      });
      const twins = Array.from({ length: 12 }, (_, at) => `twin ${at}`);
      for (let at = 0; at < 45; at += 1) await place(`a${at}`, facts(at), 1);
      for (const [at, twin] of twins.entries())
        await place(twin, { ...facts(45 + at), certificate: `certificate-${worlds}` }, 1);
      const found = await store.candidates({ listingId: advert.listingId, keys: blockingKeys(advert) });
      assert.equal(found.length, MAX_CANDIDATES);
      const ids = new Set(found.map(({ listingId }) => listingId));
      assert.deepEqual(
        twins.filter((twin) => !ids.has(id(twin))),
        [],
      );
    });

    test('the explanation of two listings is the evidence of their groups, or of one with the rest of its group', async () => {
      const { place, store, id } = begin();
      await place('a', flat, 1);
      await place('b', { ...flat, agency: 'x', prices: [252_000] }, 2);
      await place('c', other, 2);
      const bond = (one: string, two: string) =>
        explainPair({ store, scorer, zones: () => 1_024 }, [id(one), id(two)], day(3));
      const [inside, across, nowhere] = [
        await bond('b', 'a'),
        await bond('c', 'b'),
        await bond('a', 'never'),
      ];
      assert.deepEqual(
        [inside?.within, inside?.sizes, across?.within, across?.sizes],
        [true, [1, 1], false, [1, 2]],
      );
      assert.ok((inside?.score ?? 0) > 2 && (across?.score ?? 0) < -2, 'one holds, the other does not');
      assert.deepEqual([across?.facts['floor']?.pairs, nowhere], [2, undefined]);
      assert.ok((across?.facts['floor']?.mean ?? 0) < 0);
    });

    test('the same listing again stays where it is and moves nothing', async () => {
      const { place } = begin();
      await place('a', flat, 1);
      await place('b', flat, 1);
      const again = await place('b', flat, 3);
      assert.deepEqual([again.kind, again.moves, again.merged], ['stay', [], []]);
    });

    test('a listing that says more makes one property of two, and the older id survives', async () => {
      const { place } = begin();
      const photos = [1, 2, 3, 4, 5, 6].map((half) => Math.imul(half, 0x9e3779b1) >>> 0);
      const older = await place(
        'a',
        { ...flat, photos, year: 1968, area: undefined, rooms: undefined, floor: undefined, prices: [] },
        1,
      );
      const younger = await place('b', { kwh: undefined, year: 1968 }, 2);
      assert.notEqual(older.propertyId, younger.propertyId);
      const bridge = await place('c', { ...flat, photos, year: 1968 }, 3);
      assert.equal(bridge.kind, 'merge');
      assert.equal(bridge.propertyId, older.propertyId);
      assert.deepEqual(bridge.merged, [{ from: younger.propertyId, into: older.propertyId }]);
    });

    test('what was together holds against a small doubt, not against a great one', async () => {
      const { place } = begin();
      const first = await place('a', {}, 1);
      await place('b', {}, 1);
      const doubt = await place('b', { bedrooms: 3, prices: [251_300, 255_000] }, 5);
      assert.equal(doubt.propertyId, first.propertyId);
      const gone = await place('b', { area: 91, rooms: 5, bedrooms: 4, floor: 6, prices: [455_000] }, 6);
      assert.equal(gone.kind, 'detach');
      assert.notEqual(gone.propertyId, first.propertyId);
    });

    test('a listing that leaves takes back the id it had', async () => {
      const { place } = begin();
      const first = await place('a', flat, 1);
      await place('c', flat, 1);
      const own = await place('b', other, 2);
      await place('b', flat, 3);
      const back = await place('b', { ...other, floor: 6, area: 80, rooms: 4 }, 4);
      assert.notEqual(first.propertyId, own.propertyId);
      assert.equal(back.propertyId, own.propertyId);
    });

    test('a wrong city does not hide a reference of the same agency', async () => {
      const { place } = begin();
      const offer = { ...flat, agency: 'cabinet mercier', reference: '48211' };
      const first = await place('a', offer, 1);
      const lost = await place('b', { ...offer, zone: 'elsewhere', source: 'le-bon-toit' }, 1);
      assert.equal(lost.propertyId, first.propertyId);
    });

    test('an operator overrules for good, both ways', async () => {
      const { store, place, id } = begin();
      const first = await place('a', flat, 1);
      await place('b', flat, 1);
      await place('c', other, 1);
      const decision = { decidedAt: day(2), decisionId: null };
      await store.addOverrides([
        { one: id('a'), other: id('b'), together: false, ...decision },
        { one: id('a'), other: id('c'), together: true, ...decision },
      ]);
      const apart = await place('b', flat, 2);
      const joined = await place('c', other, 2);
      assert.notEqual(apart.propertyId, first.propertyId);
      assert.equal(joined.propertyId, (await place('a', flat, 3)).propertyId);
    });

    test('photos that come late join what stood alone', async () => {
      const { place } = begin();
      const photos = [7, 8, 9, 10, 11, 12, 13, 14].map((half) => Math.imul(half, 0x85ebca6b) >>> 0);
      const first = await place('a', { photos, rooms: undefined, floor: undefined }, 1);
      const bare = { area: 64, prices: [259_000], floor: undefined };
      const alone = await place('b', bare, 2);
      assert.notEqual(alone.propertyId, first.propertyId);
      const shown = photos.map((half, at) => (at % 2 ? half : (half ^ 0b101) >>> 0));
      assert.equal((await place('b', { ...bare, photos: shown }, 3)).propertyId, first.propertyId);
    });
  });
}
