import assert from 'node:assert/strict';
import { truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { day, expired, madeListing, recordTogether } from '../../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../../test/support/database.ts';
import { flat, here, newCity } from '../../../../test/support/searches.ts';
import { parseCriteria } from '../../../criteria/parse.ts';
import { createPlaces } from '../../../geo/places.ts';
import { newId } from '../../../lib/ids.ts';
import { record } from '../../record.ts';
import { NEWEST_FIRST } from '../order.ts';
import { sqlEngine } from '../sql-engine.ts';
import { Making } from './making.ts';
import { type AnsweredBy, memoryEngine } from './memory-engine.ts';
import { MemorySearch } from './memory-search.ts';

const { db, connection } = await freshDatabase({ after });
const folder = await mkdtemp(join(tmpdir(), 'gable-memory-'));
after(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, 'search', 'properties');
const told: string[] = [];
const log = {
  info: (fields: object) => void told.push(JSON.stringify(fields)),
  warn: console.warn,
  error: console.error,
};
const sql = sqlEngine(db, createPlaces(db, console.error));

async function opened(t: { after(end: () => Promise<unknown>): void }, mostBytes = Infinity) {
  const making = new Making({ connection, file });
  t.after(() => making.close());
  const memory = new MemorySearch({ db, log, making, mostBytes });
  await memory.look();
  const answeredBy: AnsweredBy[] = [];
  const { held, lagMs } = memory;
  const engine = memoryEngine({ sql, held, lagMs, tell: (by) => void answeredBy.push(by) });
  const find = async (city: string) => {
    const parsed = parseCriteria(here(city));
    assert.ok('tree' in parsed);
    return (await engine.page({ criteria: parsed.tree, order: NEWEST_FIRST, offset: 0, limit: 10 })).ids;
  };
  return { memory, engine, making, answeredBy, find };
}

const put = (city: string, at = day(1)) =>
  recordTogether(db, [madeListing(flat(city), { createdAt: at, updatedAt: at, lastSeenAt: at })], at);

test('a property is found in memory once it is recorded, and no longer once it has expired', async (t) => {
  const { memory, find, answeredBy } = await opened(t);
  const city = newCity();
  const listing = madeListing(flat(city));
  const id = await recordTogether(db, [listing], day(1));
  await memory.look();
  assert.deepEqual(await find(city), [id]);
  await record(db, { listings: [{ state: expired(listing, day(2)) }] }, day(2));
  await memory.look();
  assert.deepEqual(await find(city), []);
  assert.deepEqual(new Set(answeredBy), new Set(['memory']));
});

test('a recording that began before and commits after others is not missed', async (t) => {
  const { memory, find } = await opened(t);
  const [early, late] = [newCity(), newCity()];
  let finish: () => void = () => {};
  const finishing = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let begin: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const slow = db.transaction(async (tx) => {
    const propertyId = newId(day(1));
    await record(tx, { listings: [{ state: madeListing(flat(early)), propertyId }] }, day(1));
    begin();
    await finishing;
    return propertyId;
  });
  await begun;
  const other = await put(late);
  await memory.look();
  await memory.look();
  assert.deepEqual([await find(early), await find(late)], [[], [other]]);
  finish();
  const id = await slow;
  await memory.look();
  assert.deepEqual(await find(early), [id]);
});

test('a start reads the snapshot and what came after it; a damaged or foreign one is read anew from the store', async (t) => {
  const first = await opened(t);
  await first.making.load(true);
  const city = newCity();
  const id = await put(city);
  told.length = 0;
  const second = await opened(t);
  assert.match(told.join(), /"fromFile":true/);
  assert.deepEqual(await second.find(city), [id]);
  for (const damage of [
    () => truncateSync(file, 5_000),
    () => writeFileSync(file, 'of something else entirely, and too short'),
  ]) {
    await second.making.load(true);
    await second.making.fold([]);
    damage();
    told.length = 0;
    const third = await opened(t);
    assert.match(told.join(), /"fromFile":false/);
    assert.deepEqual(await third.find(city), [id]);
  }
});

test('SQL answers while memory is behind, over its limit, or asked for what left the market', async (t) => {
  const city = newCity();
  const id = await put(city);
  const small = await opened(t, 10);
  assert.deepEqual(await small.find(city), [id]);
  assert.deepEqual(small.answeredBy, ['not-ready']);
  assert.equal(small.memory.state().status, 'too large');
  const { memory, answeredBy } = await opened(t);
  const late = memoryEngine({
    sql,
    held: memory.held,
    lagMs: () => 2_001,
    tell: (by) => void answeredBy.push(by),
  });
  const parsed = parseCriteria(here(city));
  const gone = parseCriteria({ property: { expired: true } });
  assert.ok('tree' in parsed && 'tree' in gone);
  assert.equal(await late.count(parsed.tree), 1);
  const engine = memoryEngine({
    sql,
    held: memory.held,
    lagMs: () => 0,
    tell: (by) => void answeredBy.push(by),
  });
  await engine.count(gone.tree);
  assert.deepEqual(answeredBy, ['lag', 'off-market']);
});
