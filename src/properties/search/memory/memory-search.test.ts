import assert from 'node:assert/strict';
import { readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { day, expired, madeListing, recordTogether } from '../../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../../test/support/database.ts';
import { createCity, flat, locationHere } from '../../../../test/support/searches.ts';
import { parseCriteria } from '../../../criteria/parse.ts';
import { createPlaceService } from '../../../geo/place-service.ts';
import { newId } from '../../../lib/ids.ts';
import { record } from '../../record.ts';
import { LAYOUT } from '../layout.ts';
import { NEWEST_FIRST } from '../order.ts';
import { sqlEngine } from '../sql-engine.ts';
import { IndexBuilder } from './index-builder.ts';
import { type AnsweredBy, memoryEngine } from './memory-engine.ts';
import { MemorySearch } from './memory-search.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { countVisible } from './store.ts';
import { readStoreIdentity } from './store-identity.ts';

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
const sql = sqlEngine(db, createPlaceService(db, console.error));

async function opened(t: { after(end: () => Promise<unknown>): void }, mostBytes = Infinity) {
  const making = new IndexBuilder({ connection, file });
  t.after(() => making.close());
  const memory = new MemorySearch({ db, log, making, mostBytes });
  await memory.refresh();
  const answeredBy: AnsweredBy[] = [];
  const { snapshot, lagMs, state } = memory;
  const engine = memoryEngine({
    sql,
    snapshot,
    lagMs,
    state,
    countAnswer: (by) => void answeredBy.push(by),
  });
  const find = async (city: string) => {
    const parsed = parseCriteria(locationHere(city));
    assert.ok('tree' in parsed);
    return (await engine.queryPage({ criteria: parsed.tree, order: NEWEST_FIRST, offset: 0, limit: 10 })).ids;
  };
  return { memory, engine, making, answeredBy, find };
}

const put = (city: string, at = day(1)) =>
  recordTogether(db, [madeListing(flat(city), { createdAt: at, updatedAt: at, lastSeenAt: at })], at);

test('a property is found in memory once it is recorded, and no longer once it has expired', async (t) => {
  const { memory, find, answeredBy } = await opened(t);
  const city = createCity();
  const listing = madeListing(flat(city));
  const id = await recordTogether(db, [listing], day(1));
  await memory.refresh();
  assert.deepEqual(await find(city), [id]);
  await record(db, { listings: [{ state: expired(listing, day(2)) }] }, day(2));
  await memory.refresh();
  assert.deepEqual(await find(city), []);
  assert.deepEqual(new Set(answeredBy), new Set(['memory']));
});

test('a recording that began before and commits after others is not missed', async (t) => {
  const { memory, find } = await opened(t);
  const [early, late] = [createCity(), createCity()];
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
  await memory.refresh();
  await memory.refresh();
  assert.deepEqual([await find(early), await find(late)], [[], [other]]);
  finish();
  const id = await slow;
  await memory.refresh();
  assert.deepEqual(await find(early), [id]);
});

test('a start reads the snapshot and what came after it; a damaged or foreign one is read anew from the store', async (t) => {
  const first = await opened(t);
  await first.making.load(true);
  const city = createCity();
  const id = await put(city);
  told.length = 0;
  const second = await opened(t);
  assert.match(told.join(), /"fromFile":true/);
  assert.deepEqual(await second.find(city), [id]);
  const changeAt = (place: number) => {
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
    writeFileSync(file, bytes);
  };
  for (const damage of [
    () => truncateSync(file, 5_000),
    () => writeFileSync(file, 'of something else entirely, and too short'),
    // Its version, a word of its header, and one of its very last numbers.
    () => changeAt(0),
    () => changeAt(40),
    () => changeAt(statSync(file).size - 9),
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

test('a snapshot of another database of the same server, or of other columns, is not taken', async (t) => {
  const { making } = await opened(t);
  const { loaded } = await making.load(true);
  const store = await readStoreIdentity(db);
  assert.ok(store);
  assert.match(store, /^\d+ \d+ \d+$/, 'server, timeline and database');
  const other = await readStoreIdentity((await freshDatabase(t)).db);
  const own = join(folder, 'own');
  writeSnapshot(own, store, { ...loaded, documents: loaded.documents ?? '' });
  const beside = join(folder, 'search', 'own');
  renameSync(own, beside);
  assert.equal(readSnapshot(beside, store)?.horizon, loaded.horizon);
  assert.ok(other !== undefined && other !== store);
  assert.equal(readSnapshot(beside, other), undefined);
  const bytes = readFileSync(beside).toString('latin1');
  const before = ` ${LAYOUT} ${store}`;
  assert.ok(bytes.includes(before));
  const otherColumns = ` ${String(LAYOUT).replace(/\d$/, (digit) => (digit === '0' ? '1' : '0'))} ${store}`;
  const made = Buffer.from(bytes.replace(before, otherColumns), 'latin1');
  made.writeUInt32LE(crc32(made.subarray(32, 32 + made.readUInt32LE(4))), 8);
  writeFileSync(beside, made);
  assert.equal(readSnapshot(beside, store), undefined);
});

test('a store that was put back to an earlier state is read anew', async (t) => {
  const city = createCity();
  const id = await put(city);
  const { making } = await opened(t);
  let later = 1_000n;
  const ahead: Pick<IndexBuilder, 'load' | 'fold'> = {
    fold: (rows) => making.fold(rows),
    async load(anew) {
      const { loaded, fromFile } = await making.load(anew);
      const horizon = String(BigInt(loaded.horizon) + later);
      return { loaded: { ...loaded, horizon }, fromFile };
    },
  };
  const memory = new MemorySearch({ db, log, making: ahead, mostBytes: Infinity });
  await assert.rejects(memory.refresh(), /put back/);
  assert.equal(memory.snapshot(), undefined, 'SQL answers meanwhile');
  later = 0n;
  await memory.refresh();
  assert.ok(memory.snapshot()?.has(id));
});

test('a snapshot with which memory cannot begin is not read a second time', async (t) => {
  const id = await put(createCity());
  const { making } = await opened(t);
  const loads: boolean[] = [];
  const broken: Pick<IndexBuilder, 'load' | 'fold'> = {
    fold: (rows) => making.fold(rows),
    async load(anew) {
      loads.push(anew);
      const { loaded, fromFile } = await making.load(anew);
      if (anew) return { loaded, fromFile };
      const segment = { ...loaded.segment, codes: undefined } as unknown as typeof loaded.segment;
      return { loaded: { ...loaded, segment }, fromFile: true };
    },
  };
  const memory = new MemorySearch({ db, log, making: broken, mostBytes: Infinity });
  await assert.rejects(memory.refresh(), TypeError);
  await memory.refresh();
  assert.deepEqual(loads, [false, true]);
  assert.ok(memory.snapshot()?.has(id));
});

test('what could not be read anew answers on, and is not tried again at once', async (t) => {
  const city = createCity();
  await put(city);
  const { making } = await opened(t);
  const loads: boolean[] = [];
  const failing: Pick<IndexBuilder, 'load' | 'fold'> = {
    fold: (rows) => making.fold(rows),
    async load(anew) {
      loads.push(anew);
      if (anew) throw new Error('no memory is left');
      return making.load(anew);
    },
  };
  const warnings: string[] = [];
  const warn = (_: object, text: string) => void warnings.push(text);
  const memory = new MemorySearch({ db, log: { ...log, warn }, making: failing, mostBytes: Infinity });
  await memory.refresh();
  memory.reportDamage(memory.snapshot()?.readAt ?? 0);
  const id = await put(city, day(2));
  for (let look = 0; look < 3; look += 1) {
    await memory.refresh();
    await memory.waitUntilIdle();
  }
  assert.deepEqual(loads, [false, true]);
  assert.deepEqual(warnings, ['memory could not be put in order']);
  assert.ok(memory.snapshot()?.has(id));
});

test('what turns out too large when it is read is not read again and again', async (t) => {
  await put(createCity());
  const { making } = await opened(t);
  await making.load(true);
  await making.fold([]);
  let loads = 0;
  const counted: Pick<IndexBuilder, 'load' | 'fold'> = {
    fold: (rows) => making.fold(rows),
    load(anew) {
      loads += 1;
      return making.load(anew);
    },
  };
  const rows = await countVisible(db);
  const memory = new MemorySearch({ db, log, making: counted, mostBytes: rows * 601 });
  for (let look = 0; look < 3; look += 1) await memory.refresh();
  assert.deepEqual([loads, memory.state().status], [1, 'too large']);
});

test('a walk goes on in SQL where memory is not as far yet as where it began', async (t) => {
  const city = createCity();
  const ids = [await put(city, day(1)), await put(city, day(2)), await put(city, day(3))];
  const [one, other] = [await opened(t), await opened(t)];
  const parsed = parseCriteria(locationHere(city));
  assert.ok('tree' in parsed);
  const asked = { criteria: parsed.tree, order: NEWEST_FIRST };
  const [oldest = ''] = ids;
  const listing = madeListing(flat(city), { createdAt: day(1), updatedAt: day(9), lastSeenAt: day(9) });
  await record(db, { listings: [{ state: listing, propertyId: oldest }] }, day(9));
  await one.memory.refresh();
  const first = await one.engine.queryCursor({ ...asked, limit: 1, from: undefined });
  assert.deepEqual(
    first.positions.map(({ id }) => id),
    [oldest],
    'it was moved to the front',
  );
  const [last] = first.positions;
  const from = { asOf: first.asOf, total: first.total, ...(last && { last }) };
  const rest = await other.engine.queryCursor({ ...asked, limit: 5, from });
  assert.deepEqual(
    rest.positions.map(({ id }) => id),
    ids.slice(1).reverse(),
    'and is not shown again',
  );
  assert.deepEqual(other.answeredBy, ['newer-walk']);
  await other.memory.refresh();
  const again = await other.engine.queryCursor({ ...asked, limit: 5, from });
  assert.deepEqual([again.positions, other.answeredBy.at(-1)], [rest.positions, 'memory']);
});

test('SQL answers while memory is behind, over its limit, or asked for what left the market', async (t) => {
  const city = createCity();
  const id = await put(city);
  const small = await opened(t, 10);
  assert.deepEqual(await small.find(city), [id]);
  assert.deepEqual(small.answeredBy, ['too-large']);
  assert.equal(small.memory.state().status, 'too large');
  const { memory, answeredBy } = await opened(t);
  const late = memoryEngine({
    sql,
    snapshot: memory.snapshot,
    lagMs: () => 2_001,
    countAnswer: (by) => void answeredBy.push(by),
  });
  const parsed = parseCriteria(locationHere(city));
  const gone = parseCriteria({ property: { expired: true } });
  assert.ok('tree' in parsed && 'tree' in gone);
  assert.equal(await late.count(parsed.tree), 1);
  const engine = memoryEngine({
    sql,
    snapshot: memory.snapshot,
    lagMs: () => 0,
    countAnswer: (by) => void answeredBy.push(by),
  });
  await engine.count(gone.tree);
  assert.deepEqual(answeredBy, ['lag', 'off-market']);
});
