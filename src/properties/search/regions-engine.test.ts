import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  randomOrder,
  randomSearchQuestion,
  randomTree,
} from '../../../test/support/consistency-questions.ts';
import { randomAggregateQuestion } from '../../../test/support/consistent-aggregates.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import { insertDivisions } from '../../../test/support/match-mismatches.ts';
import { randomProperty } from '../../../test/support/random-property.ts';
import { openRegion } from '../../../test/support/regions.ts';
import type { PropertyResult } from '../../catalogue/document.ts';
import { parseCriteria } from '../../criteria/parse.ts';
import type { Tree } from '../../criteria/tree.ts';
import type { Database } from '../../db/sql.ts';
import { createPlaceService } from '../../geo/place-service.ts';
import { newId } from '../../lib/ids.ts';
import { createRandom } from '../../world/random.ts';
import { findClusters } from './clusters.ts';
import type { CursorPosition } from './cursor.ts';
import type { SearchEngine } from './engine.ts';
import type { SortOrder, SortPosition } from './order.ts';
import { regionsEngine } from './regions-engine.ts';
import { sqlEngine } from './sql-engine.ts';
import { writeSearchRows } from './write.ts';

const REGIONS = 8;
const PROPERTIES = 150;
/** REGION_TREES asks more random trees than a usual run. */
const QUESTIONS = Number(process.env['REGION_TREES'] ?? 16);
const SCANS = Math.ceil(QUESTIONS / 3);
const chance = createRandom('regions', 1);

const { db, connection } = await freshDatabase({ after });
const homes: readonly { region: number; result: PropertyResult }[] = Array.from(
  { length: PROPERTIES },
  (_, made) => ({
    region: chance.whole(0, REGIONS - 1),
    result: randomProperty(chance, newId(new Date(made))),
  }),
);
const names = Array.from({ length: REGIONS }, (_, at) => `region_${at}`);
const regions = await Promise.all(names.map((name) => openRegion({ after }, connection, name)));

const engineOf = (from: Database): SearchEngine => sqlEngine(from, createPlaceService(db, console.error));
const one = engineOf(db);
const engines = regions.map((region) => ({ engine: engineOf(region), db: region }));
const several = regionsEngine(async () => engines);

await insertDivisions(db);
await writeSearchRows(
  db,
  homes.map(({ result }) => result),
);
for (const [at, region] of regions.entries())
  await writeSearchRows(
    region,
    homes.flatMap((home) => (home.region === at ? home.result : [])),
  );

test('pages, totals, facets and clusters of eight regions are those of one', async () => {
  let hits = 0;
  for (let asked = 0; asked < QUESTIONS; asked += 1) {
    const { json, query } = randomSearchQuestion(chance);
    const { criteria } = query;
    const wanted = await one.queryPage(query);
    const found = await several.queryPage(query);
    assert.deepEqual([found.ids, found.total], [wanted.ids, wanted.total], JSON.stringify({ json, query }));
    assert.equal(await several.count(criteria), await one.count(criteria), JSON.stringify(json));
    const { priceBounds, viewport, zoom } = randomAggregateQuestion(chance);
    const facets = { criteria, priceBounds, isCounted: () => true };
    assert.deepEqual(await several.countFacets(facets), await one.countFacets(facets), JSON.stringify(json));
    const show = async (engine: SearchEngine) => {
      const clusters = await findClusters(engine, { criteria, viewport, zoom });
      return JSON.stringify(clusters, (key, value) => (key === 'propertyId' ? undefined : value));
    };
    assert.equal(await show(several), await show(one), JSON.stringify(json));
    hits += wanted.ids.length;
  }
  assert.ok(hits > QUESTIONS, `${hits} hits`);
});

async function scan(engine: SearchEngine, criteria: Tree, order: SortOrder) {
  const positions: SortPosition[] = [];
  const totals = new Set<number>();
  let from: CursorPosition | undefined;
  for (;;) {
    const step = await engine.queryCursor({ criteria, order, limit: 7, from });
    totals.add(step.total);
    positions.push(...step.positions);
    const last = step.positions.at(-1);
    if (last === undefined) return { positions, totals: [...totals] };
    from = { asOf: step.asOf, total: step.total, last };
  }
}

test('a cursor scan over eight regions has the positions and the total of a scan over one', async () => {
  for (let scans = 0; scans < SCANS; scans += 1) {
    const { json, tree } = randomTree(chance);
    const order = randomOrder(chance);
    assert.deepEqual(
      await scan(several, tree, order),
      await scan(one, tree, order),
      JSON.stringify({ json, order }),
    );
  }
});

test('a property that moves in the order of its region during a scan is found once', async () => {
  const parsed = parseCriteria({});
  assert.ok('tree' in parsed);
  const { tree } = parsed;
  const order: SortOrder = { field: 'UPDATED_AT', direction: 'DESC' };
  const all = (await scan(several, tree, order)).positions.map(({ id }) => id);
  const first = await several.queryCursor({ criteria: tree, order, limit: 10, from: undefined });
  const moved = homes.filter(({ result }) => all.slice(5, 30).includes(result.id));
  for (const { region, result } of moved) {
    const property = { ...result.property, updatedAt: new Date().toISOString() };
    await writeSearchRows(regions[region] ?? assert.fail(), [{ ...result, property }]);
  }
  const found = first.positions.map(({ id }) => id);
  for (let { asOf, total, positions } = first; positions.length > 0; ) {
    const last = positions.at(-1) ?? assert.fail();
    ({ asOf, total, positions } = await several.queryCursor({
      criteria: tree,
      order,
      limit: 10,
      from: { asOf, total, last },
    }));
    found.push(...positions.map(({ id }) => id));
  }
  assert.ok(moved.length > 10, `${moved.length}`);
  assert.deepEqual(found, all);
});
