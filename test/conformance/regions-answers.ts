import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rehearseAlert } from '../../src/alerts/rehearsal.ts';
import { alertById } from '../../src/alerts/store.ts';
import { createChangeStreams } from '../../src/changes/changes.ts';
import { readStreamCursor, signStreamCursor } from '../../src/changes/cursor.ts';
import type { StreamChange } from '../../src/changes/property-change.ts';
import { readChanges } from '../../src/changes/read-changes.ts';
import type { Tree } from '../../src/criteria/tree.ts';
import { allRegions, DEFAULT_REGION } from '../../src/db/region-set.ts';
import { type Database, sql } from '../../src/db/sql.ts';
import { countProperties, readProperties } from '../../src/exports/read-properties.ts';
import { listDecisions } from '../../src/identity/decisions.ts';
import { decideGrouping, previewGrouping } from '../../src/ingest/group-decisions.ts';
import { openPipeline } from '../../src/ingest/open.ts';
import { relocate } from '../../src/ingest/relocate.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { findPropertyIdByUrl } from '../../src/properties/lookup.ts';
import { eraseRemoved } from '../../src/removals/erase.ts';
import { findRemoval } from '../../src/removals/removals.ts';
import { removeListingByUrl } from '../../src/removals/remove-url.ts';
import { passHorizon } from '../support/horizon.ts';
import { silentLog } from '../support/log.ts';
import { inPlaces, type RegionWorld } from '../support/region-world.ts';
import { assertSameOverRegions } from '../support/same-over-regions.ts';
import { createTestEngine } from '../support/warehouse.ts';

const ACCOUNT = '0198c0de-0000-7000-8000-0000000000aa';
const streams = ({ places }: RegionWorld, db: Database) => createChangeStreams(db, systemClock, places);

/** The cursors of both services before their first change. */
export const startStreams = (world: RegionWorld): Promise<[string, string]> =>
  Promise.all(
    ([world.one, world.several] as const).map(async (db) => {
      await passHorizon(db);
      const page = await readChanges(streams(world, db), { accountId: ACCOUNT, limit: 1 });
      assert.ok(!('refused' in page));
      return page.cursor;
    }),
  ) as Promise<[string, string]>;

async function readAll(
  world: RegionWorld,
  db: Database,
  from: { cursor: string; criteria?: Tree; limit?: number },
): Promise<StreamChange[]> {
  const found: StreamChange[] = [];
  for (let { cursor } = from; ; ) {
    const page = await readChanges(streams(world, db), {
      limit: 7,
      ...from,
      accountId: ACCOUNT,
      cursor,
    });
    assert.ok(!('refused' in page), JSON.stringify(page));
    found.push(...page.changes);
    if (!page.hasMore) return found;
    cursor = page.cursor;
  }
}

/** What both services say of a change; the rest has ids and times of its own recording. */
const sayings = (changes: readonly StreamChange[]): string[] =>
  changes
    .map(
      ({ propertyId, changeType, cause, occurredAt, data, changes: entries }) =>
        `${propertyId} ${occurredAt} ${changeType} ${cause.type} ${data?.property.pricing?.displayed} ${entries.length}`,
    )
    .sort();

export function testStreams(world: RegionWorld, [oneStart, severalStart]: readonly [string, string]): void {
  const { one, several, places } = world;

  test('the change stream over regions has each change of one region once', async () => {
    await Promise.all([passHorizon(one), passHorizon(several)]);
    for (const criteria of [undefined, inPlaces('75'), inPlaces('75', '33')]) {
      const filter = criteria === undefined ? {} : { criteria };
      const wanted = await readAll(world, one, { cursor: oneStart, ...filter });
      const found = await readAll(world, several, { cursor: severalStart, ...filter });
      assert.deepEqual(sayings(found), sayings(wanted));
      assert.equal(new Set(found.map(({ id }) => id)).size, found.length);
      assert.ok(found.length > 5, `${found.length} changes`);
    }
  });

  test('a stream continues after any change, and from a cursor of the time before there were regions', async () => {
    const all = await readAll(world, several, { cursor: severalStart });
    for (const at of [0, 5, Math.floor(all.length / 2), all.length - 1]) {
      const rest = await readAll(world, several, { cursor: all[at]?.cursor ?? '', limit: 50 });
      assert.deepEqual(sayings(rest), sayings(all.slice(at + 1)));
    }
    const secret = await streams(world, several).secret();
    const position = readStreamCursor(secret, ACCOUNT, severalStart);
    const ofPublic = position?.regions.get(DEFAULT_REGION);
    assert.ok(position !== undefined && ofPublic !== undefined);
    assert.equal(position.regions.size, 3);
    const former = { regions: new Map([[DEFAULT_REGION, ofPublic]]), at: position.at };
    const before = await readAll(world, several, { cursor: signStreamCursor(secret, ACCOUNT, former) });
    assert.deepEqual(sayings(before), sayings(all));
  });

  test('an export has the properties of all regions, each once, also after a restart at any page', async () => {
    const rows = { found: 4, read: 2 };
    const linesOf = async (db: Database, tree: Tree | undefined, after: string | null) => {
      const lines: { key: string; line: string }[] = [];
      for await (const page of readProperties(db, { tree, places }, after, rows))
        for (const { key, line } of page) if (line !== undefined) lines.push({ key, line });
      return lines;
    };
    const idsOf = (lines: readonly { line: string }[]) => lines.map(({ line }) => JSON.parse(line).id);
    for (const tree of [undefined, inPlaces('75', '33')]) {
      const all = await linesOf(several, tree, null);
      assert.deepEqual(idsOf(all).sort(), idsOf(await linesOf(one, tree, null)).sort());
      assert.equal(await countProperties(several, tree, places), all.length);
      for (const at of [0, 3, all.length - 2])
        assert.deepEqual(idsOf(await linesOf(several, tree, all[at]?.key ?? '')), idsOf(all.slice(at + 1)));
    }
  });

  test('the rehearsal of an alert counts the changes of all regions', async () => {
    const [wanted, found] = await Promise.all(
      [one, several].map(async (db, at) => {
        const { accountId = '', id = '' } = world.alerts[at] ?? {};
        const alert = await alertById(db, accountId, id);
        assert.ok(alert);
        const register = await places.register();
        const lineage = (division: string) => register.ancestorsOf(division);
        const { samples, ...rest } = await rehearseAlert({ db, clock: systemClock, places, lineage }, alert, {
          days: 30,
        });
        return { ...rest, samples: samples.length };
      }),
    );
    assert.deepEqual(found, wanted);
    assert.ok((found?.totalChanges ?? 0) > 20);
  });
}

export function testDecisions({ one, several, places }: RegionWorld): void {
  const pipelines = [one, several].map((db) => openPipeline(db, systemClock, { places }));

  test('listings of one region are split and joined again', async () => {
    const [, paris] = allRegions(several);
    assert.ok(paris);
    const [pair] = await paris.rows<{ ids: string[] }>(sql`
      select array_agg(listing_id::text order by listing_id) as ids from listing where expired_at is null
      group by property_id having count(*) > 1 order by property_id limit 1`);
    const [first = '', second = ''] = pair?.ids ?? [];
    const split = { action: 'split', listings: [first], others: [second] } as const;
    const outcomes = [];
    for (const pipeline of pipelines) {
      const preview = await previewGrouping(pipeline, split);
      const answer = await decideGrouping(pipeline, split, null);
      assert.ok('homes' in preview && 'homes' in answer);
      assert.deepEqual(preview.homes, answer.homes);
      outcomes.push(answer);
    }
    assert.deepEqual(outcomes[1]?.homes, outcomes[0]?.homes);
    await assertSameOverRegions(one, several);
    for (const { propertyId, url } of outcomes[1]?.homes ?? [])
      assert.equal(await findPropertyIdByUrl(several, url), propertyId);
    for (const [at, pipeline] of pipelines.entries()) {
      const undo = { undo: outcomes[at]?.decision.decisionId ?? '' };
      assert.ok('homes' in (await decideGrouping(pipeline, undo, null)));
    }
    await assertSameOverRegions(one, several);
    const listed = await listDecisions(several, 1);
    assert.deepEqual([listed.total, listed.rows.map(({ action }) => action)], [2, ['undo', 'split']]);
  });

  test('listings are located again in every region, and a place outside of it is entered', async () => {
    const [wanted, found] = await Promise.all(
      pipelines.map((pipeline) => relocate(pipeline, () => undefined)),
    );
    assert.deepEqual(found, wanted);
    assert.ok((found?.listings ?? 0) > 30 && found?.moved === 0);
    const { regions } = pipelines[1] ?? {};
    const paris = regions?.all.find(({ name }) => name === 'paris')?.pipeline;
    const [city] = await several.rows<{ id: string }>(sql`
      select division_id as id from division where unique_code = '33063' and country_code = 'FR'`);
    assert.ok(regions && paris && city);
    const strays = () =>
      several.rows<{ region: string }>(sql`select region from region_stray where place = ${city.id}`);
    await regions.enterPlace(paris, { countryCode: 'FR', city: { id: city.id } } as never);
    assert.deepEqual(await strays(), [{ region: 'paris' }]);
    await several.rows(sql`delete from region_stray where place = ${city.id}`);
  });

  test('a listing is removed from its region, and from files and pages of all', async (t) => {
    const [, paris] = allRegions(several);
    const [listing] =
      (await paris?.rows<{ url: string; id: string }>(sql`
      select url, listing_id as id from listing order by listing_id limit 1`)) ?? [];
    const { url = '', id = '' } = listing ?? {};
    for (const pipeline of pipelines) assert.ok(await removeListingByUrl(pipeline, { url }), url);
    await assertSameOverRegions(one, several);
    assert.equal(await findPropertyIdByUrl(several, url), undefined);
    const engine = createTestEngine(t);
    const context = { db: several, clock: systemClock, log: silentLog, engine, dataDir: engine.folder };
    assert.equal(await eraseRemoved(context), 1);
    assert.ok((await findRemoval(several, id))?.erasedAt);
  });
}
