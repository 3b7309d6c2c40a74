import assert from 'node:assert/strict';
import { existsSync, readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { day, expired, madeListing, recordTogether } from '../../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../../test/support/database.ts';
import { parseTree } from '../../../../test/support/parse-tree.ts';
import { createCity, flat, locationHere } from '../../../../test/support/searches.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { parseCriteria } from '../../../criteria/parse.ts';
import { createPlaceService } from '../../../geo/place-service.ts';
import { newId } from '../../../lib/ids.ts';
import { record } from '../../record.ts';
import { LAYOUT } from '../layout.ts';
import { NEWEST_FIRST } from '../order.ts';
import { sqlEngine } from '../sql-engine.ts';
import { readArrayFile, writeArrayFile } from './array-file.ts';
import { IndexBuilder } from './index-builder.ts';
import { type AnsweredBy, memoryEngine } from './memory-engine.ts';
import { MemorySearch } from './memory-search.ts';
import type { Segment } from './open-segment.ts';
import { readSnapshot, type StoredSnapshot, writeSnapshot } from './snapshot.ts';
import { countVisible } from './store.ts';
import { readStoreIdentity } from './store-identity.ts';

const { db, connection } = await freshDatabase({ after });
const directory = temporaryDirectory({ after });
const file = join(directory, 'search', 'properties');
const logged: string[] = [];
const log = {
  info: (fields: object) => void logged.push(JSON.stringify(fields)),
  warn: console.warn,
  error: console.error,
};
const sql = sqlEngine(db, createPlaceService(db, console.error));

async function openMemory(t: { after(end: () => Promise<unknown>): void }, maxBytes = Infinity) {
  const builder = new IndexBuilder({ connection, file });
  t.after(() => builder.close());
  const memory = new MemorySearch({ db, log, builder, maxBytes });
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
    const criteria = parseTree(locationHere(city));
    return (await engine.queryPage({ criteria, order: NEWEST_FIRST, offset: 0, limit: 10 })).ids;
  };
  return { memory, engine, builder, answeredBy, find };
}

const put = (city: string, at = day(1)) =>
  recordTogether(db, [madeListing(flat(city), { createdAt: at, updatedAt: at, lastSeenAt: at })], at);

test('a property is found in memory once recorded, and no longer once expired', async (t) => {
  const { memory, find, answeredBy } = await openMemory(t);
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

test('an empty database is read without the builder thread and without a file', async (t) => {
  const empty = await freshDatabase(t);
  const path = join(temporaryDirectory(t), 'properties');
  const builder = new IndexBuilder({ connection: empty.connection, file: path });
  await builder.close();
  const memory = new MemorySearch({ db: empty.db, log, builder, maxBytes: Infinity });
  await memory.refresh();
  assert.deepEqual([memory.state().status, memory.state().rows], ['ready', 0]);
  await recordTogether(empty.db, [madeListing(flat(createCity()))], day(1));
  await memory.refresh();
  assert.deepEqual([memory.state().rows, existsSync(path)], [1, false]);
});

test('a recording that begins before others and commits after them is not missed', async (t) => {
  const { memory, find } = await openMemory(t);
  const [early, late] = [createCity(), createCity()];
  const { promise: finishing, resolve: finish } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
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

test('a start loads the snapshot and later changes; a damaged or foreign snapshot is rebuilt from the store', async (t) => {
  const first = await openMemory(t);
  await first.builder.load(true);
  const city = createCity();
  const id = await put(city);
  logged.length = 0;
  const second = await openMemory(t);
  assert.match(logged.join(), /"fromFile":true/);
  assert.deepEqual(await second.find(city), [id]);
  const changeAt = (offset: number) => {
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(offset) ^ 1, offset);
    writeFileSync(file, bytes);
  };
  for (const damage of [
    () => truncateSync(file, 5_000),
    () => writeFileSync(file, 'of something else entirely, and too short'),
    // The version, a byte of the header, and one near the end.
    () => changeAt(0),
    () => changeAt(40),
    () => changeAt(statSync(file).size - 9),
  ]) {
    await second.builder.load(true);
    await second.builder.buildSegment([]);
    damage();
    logged.length = 0;
    const third = await openMemory(t);
    assert.match(logged.join(), /"fromFile":false/);
    assert.deepEqual(await third.find(city), [id]);
  }
});

test('a stored index is opened without a look at every row; one that may not fit is not', async (t) => {
  await put(createCity());
  const { builder } = await openMemory(t);
  await builder.load(true);
  await builder.buildSegment([]);
  const statements: string[] = [];
  const watched: typeof db = {
    ...db,
    rows(statement) {
      statements.push(statement.text);
      return db.rows(statement);
    },
  };
  const open = async (maxBytes: number): Promise<boolean> => {
    const memory = new MemorySearch({ db: watched, log, builder, maxBytes });
    await memory.refresh();
    assert.equal(memory.state().status, 'ready');
    return statements.splice(0).some((text) => /count\(|layout <>/.test(text));
  };
  assert.equal(await open(Infinity), false);
  assert.equal(await open(statSync(file).size - 1), true);
});

test('a snapshot of another database of the same server, or of other columns, is refused', async (t) => {
  const { builder } = await openMemory(t);
  const { loaded } = await builder.load(true);
  const store = await readStoreIdentity(db);
  assert.ok(store);
  assert.match(store, /^\d+ \d+ \d+$/, 'server, timeline and database');
  const other = await readStoreIdentity((await freshDatabase(t)).db);
  const own = join(directory, 'own');
  writeSnapshot(own, store, { ...loaded, documents: loaded.documents ?? '' });
  const beside = join(directory, 'search', 'own');
  renameSync(own, beside);
  assert.equal(readSnapshot(beside, store)?.horizon, loaded.horizon);
  assert.ok(other !== undefined && other !== store);
  assert.equal(readSnapshot(beside, other), undefined);
  const version = readFileSync(beside).readUInt32LE(0);
  const stored = readArrayFile(beside, version, Infinity) as StoredSnapshot;
  const before = ` ${LAYOUT} ${store}`;
  assert.ok(stored.key.endsWith(before));
  const otherColumns = ` ${String(LAYOUT).replace(/\d$/, (digit) => (digit === '0' ? '1' : '0'))} ${store}`;
  writeArrayFile(beside, version, { ...stored, key: stored.key.replace(before, otherColumns) });
  assert.equal(readSnapshot(beside, store), undefined);
});

test('a store restored to an earlier state is reloaded', async (t) => {
  const city = createCity();
  const id = await put(city);
  const { builder } = await openMemory(t);
  let later = 1_000n;
  const ahead: Pick<IndexBuilder, 'loadStored' | 'load' | 'buildSegment'> = {
    loadStored: async () => undefined,
    buildSegment: (rows) => builder.buildSegment(rows),
    async load(ignoreFile) {
      const { loaded, fromFile } = await builder.load(ignoreFile);
      const horizon = String(BigInt(loaded.horizon) + later);
      return { loaded: { ...loaded, horizon }, fromFile };
    },
  };
  const memory = new MemorySearch({ db, log, builder: ahead, maxBytes: Infinity });
  await assert.rejects(memory.refresh(), /restored/);
  assert.equal(memory.snapshot(), undefined, 'SQL answers meanwhile');
  later = 0n;
  await memory.refresh();
  assert.ok(memory.snapshot()?.has(id));
});

test('a snapshot that memory cannot start from is not read a second time', async (t) => {
  const id = await put(createCity());
  const { builder } = await openMemory(t);
  const loads: boolean[] = [];
  const broken: Pick<IndexBuilder, 'loadStored' | 'load' | 'buildSegment'> = {
    loadStored: async () => undefined,
    buildSegment: (rows) => builder.buildSegment(rows),
    async load(ignoreFile) {
      loads.push(ignoreFile);
      const { loaded, fromFile } = await builder.load(ignoreFile);
      if (ignoreFile) return { loaded, fromFile };
      return { loaded: { ...loaded, segment: undefined as unknown as Segment }, fromFile: true };
    },
  };
  const memory = new MemorySearch({ db, log, builder: broken, maxBytes: Infinity });
  await assert.rejects(memory.refresh(), TypeError);
  await memory.refresh();
  assert.deepEqual(loads, [false, true]);
  assert.ok(memory.snapshot()?.has(id));
});

test('after a failed reload the old index continues to answer, and the retry is delayed', async (t) => {
  const city = createCity();
  await put(city);
  const { builder } = await openMemory(t);
  const loads: boolean[] = [];
  const failing: Pick<IndexBuilder, 'loadStored' | 'load' | 'buildSegment'> = {
    loadStored: async () => undefined,
    buildSegment: (rows) => builder.buildSegment(rows),
    async load(ignoreFile) {
      loads.push(ignoreFile);
      if (ignoreFile) throw new Error('no memory is left');
      return builder.load(ignoreFile);
    },
  };
  const warnings: string[] = [];
  const warn = (_: object, text: string) => void warnings.push(text);
  const memory = new MemorySearch({ db, log: { ...log, warn }, builder: failing, maxBytes: Infinity });
  await memory.refresh();
  memory.reportDamage(memory.snapshot()?.readAt ?? 0);
  const id = await put(city, day(2));
  for (let round = 0; round < 3; round += 1) {
    await memory.refresh();
    await memory.waitUntilIdle();
  }
  assert.deepEqual(loads, [false, true]);
  assert.deepEqual(warnings, ['the index was not rebuilt']);
  assert.ok(memory.snapshot()?.has(id));
});

test('an index that turns out too large is not loaded again and again', async (t) => {
  await put(createCity());
  const { builder } = await openMemory(t);
  await builder.load(true);
  await builder.buildSegment([]);
  let loads = 0;
  const counted: Pick<IndexBuilder, 'loadStored' | 'load' | 'buildSegment'> = {
    loadStored: async () => undefined,
    buildSegment: (rows) => builder.buildSegment(rows),
    load(ignoreFile) {
      loads += 1;
      return builder.load(ignoreFile);
    },
  };
  const rows = await countVisible(db);
  const memory = new MemorySearch({ db, log, builder: counted, maxBytes: rows * 601 });
  for (let round = 0; round < 3; round += 1) await memory.refresh();
  assert.deepEqual([loads, memory.state().status], [1, 'too large']);
});

test('a cursor scan continues in SQL where memory is behind the start of the scan', async (t) => {
  const city = createCity();
  const ids = [await put(city, day(1)), await put(city, day(2)), await put(city, day(3))];
  const [one, other] = [await openMemory(t), await openMemory(t)];
  const query = { criteria: parseTree(locationHere(city)), order: NEWEST_FIRST };
  const [oldest = ''] = ids;
  const listing = madeListing(flat(city), { createdAt: day(1), updatedAt: day(9), lastSeenAt: day(9) });
  await record(db, { listings: [{ state: listing, propertyId: oldest }] }, day(9));
  await one.memory.refresh();
  const first = await one.engine.queryCursor({ ...query, limit: 1, from: undefined });
  assert.deepEqual(
    first.positions.map(({ id }) => id),
    [oldest],
    'it moved to the front',
  );
  const [last] = first.positions;
  const from = { asOf: first.asOf, total: first.total, ...(last && { last }) };
  const rest = await other.engine.queryCursor({ ...query, limit: 5, from });
  assert.deepEqual(
    rest.positions.map(({ id }) => id),
    ids.slice(1).reverse(),
    'and is not returned again',
  );
  assert.deepEqual(other.answeredBy, ['cursor-ahead']);
  await other.memory.refresh();
  const again = await other.engine.queryCursor({ ...query, limit: 5, from });
  assert.deepEqual([again.positions, other.answeredBy.at(-1)], [rest.positions, 'memory']);
});

test('SQL answers while memory lags, exceeds its limit, or lacks off-market properties', async (t) => {
  const city = createCity();
  const id = await put(city);
  const small = await openMemory(t, 10);
  assert.deepEqual(await small.find(city), [id]);
  assert.deepEqual(small.answeredBy, ['too-large']);
  assert.equal(small.memory.state().status, 'too large');
  const { memory, answeredBy } = await openMemory(t);
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
  assert.deepEqual(answeredBy, ['lag', 'memory']);
});
