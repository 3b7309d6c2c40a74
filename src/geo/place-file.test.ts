import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { until } from '../../test/faults/until.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { createdCountry } from '../../test/support/made-country.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import type { Db } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { Finder } from './autocomplete/finder.ts';
import { buildNameTables } from './autocomplete/name-index.ts';
import type { Division } from './division.ts';
import { buildCountryRows } from './load/rows.ts';
import { markChanged } from './load/store.ts';
import { loadCountry } from './load.ts';
import { openPlaceFile, TABLES_VERSION } from './place-file.ts';
import { createPlaceService, openPlaces, type PlaceService, PRELOAD_DELAY_MS } from './place-service.ts';
import { readDivisionsRevision } from './store.ts';

const { db } = await freshDatabase({ after });

const town = (code: string, name: string, known: Partial<Division> = {}): Division =>
  createdCountry('MUNICIPALITY', code, 'XA', { name, population: 1_000, ...known });
const divisions = [
  createdCountry('COUNTRY', 'XA', null, { name: 'Atlantis' }),
  town('1', 'Saint-Rémy-en-l’Eau', { postalCodes: ['01200'], formerNames: ['Fontaine'] }),
  town('2', 'Le Port', { otherNames: ['Porth'], population: 30_000 }),
];
const tables = await buildNameTables(divisions);

const pathOf = (): string => join(temporaryDirectory({ after }), 'places', 'names');

test('tables are read as they were written', async () => {
  const path = pathOf();
  await openPlaceFile(path).save({ revision: 'XA1', tables });
  const stored = await openPlaceFile(path).stored;
  assert.deepEqual(stored, { revision: 'XA1', tables });
  assert.ok(stored);
  const [built, read] = [new Finder(tables), new Finder(stored.tables)];
  for (const query of ['saint remy', 'stremyenleau', 'porth', 'fontaine', '012', 'prot'])
    assert.deepEqual(read.find(query, { from: 0, to: 9 }), built.find(query, { from: 0, to: 9 }), query);
  assert.equal(read.find('stremyenleau', { from: 0, to: 9 }).divisions[0]?.uniqueCode, '1');
});

test('a file that is absent, cut off, damaged or of another release is not used', async () => {
  const path = pathOf();
  assert.equal(await openPlaceFile(path).stored, undefined, 'absent');
  await openPlaceFile(path).save({ revision: 'XA1', tables });
  const whole = readFileSync(path);
  truncateSync(path, whole.length - 10);
  assert.equal(await openPlaceFile(path).stored, undefined, 'cut off');
  const damaged = Buffer.from(whole);
  damaged[whole.length >> 1] = (damaged[whole.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, damaged);
  assert.equal(await openPlaceFile(path).stored, undefined, 'damaged');
  writeFileSync(path, '');
  assert.equal(await openPlaceFile(path).stored, undefined, 'empty');
  const earlier = Buffer.from(whole);
  const format = `gable places ${TABLES_VERSION}`;
  earlier.write(format.replace(/.$/, '0'), earlier.indexOf(format));
  earlier.writeUInt32LE(crc32(earlier.subarray(4)));
  writeFileSync(path, earlier);
  assert.equal(await openPlaceFile(path).stored, undefined, 'of another release');
  earlier.write(format, earlier.indexOf('gable places 0'));
  earlier.writeUInt32LE(crc32(earlier.subarray(4)));
  writeFileSync(path, earlier);
  assert.deepEqual(await openPlaceFile(path).stored, { revision: 'XA1', tables }, 'of this release');
});

test('other tables of the same divisions need another version', () => {
  const text = JSON.stringify(tables, (_, value) =>
    ArrayBuffer.isView(value) ? Array.from(value as Uint32Array) : value,
  );
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  assert.deepEqual({ TABLES_VERSION, digest }, { TABLES_VERSION: 2, digest: '727660a3e6420b38' });
});

const load = (version: string, given: Division[]) =>
  loadCountry(db, systemClock, {
    code: 'XA',
    version,
    read: async (imports) => buildCountryRows({ divisions: given, contours: new Map() }, imports),
  });

/** Counts the pages of divisions that are read. */
function counting(): { counted: Db; reads(): number } {
  let reads = 0;
  const counted: Db = {
    rows(statement) {
      if (statement.text.includes('from division')) reads += 1;
      return db.rows(statement);
    },
  };
  return { counted, reads: () => reads };
}

const found = async (places: PlaceService, query: string): Promise<string[]> =>
  (await places.autocomplete({ query, limit: 30, page: 1 })).rows.map(({ name }) => name);

const failing = (error: unknown): void => assert.fail(String(error));

async function untilStored(path: string, revision: string): Promise<void> {
  while ((await openPlaceFile(path).stored)?.revision !== revision) await systemClock.sleep(5);
}

test('a second process reads the file instead of the divisions, until they change', async () => {
  const path = pathOf();
  await load('1', divisions);
  const first = counting();
  const builder = createPlaceService(first.counted, failing, { file: openPlaces(openPlaceFile(path)) });
  await builder.preload();
  assert.deepEqual(await found(builder, 'port'), ['Le Port']);
  assert.equal(first.reads(), 1);
  await untilStored(path, await readDivisionsRevision(db));
  const second = counting();
  const reader = createPlaceService(second.counted, failing, { file: openPlaces(openPlaceFile(path)) });
  assert.deepEqual(await found(reader, 'port'), ['Le Port']);
  assert.deepEqual((await reader.register()).namesOf({ code: '2' }), ['Le Port']);
  assert.equal((await reader.names()).named('le port').length, 1);
  assert.equal(second.reads(), 0);
  await load('2', [...divisions, town('3', 'Neuville')]);
  const third = counting();
  const fresh = createPlaceService(third.counted, failing, { file: openPlaces(openPlaceFile(path)) });
  assert.deepEqual(await found(fresh, 'neuville'), ['Neuville']);
  assert.equal(third.reads(), 1);
  await untilStored(path, await readDivisionsRevision(db));
});

test('a process that starts reads a file at once, and the divisions when it has run for some seconds', async () => {
  const path = pathOf();
  await load('1', divisions);
  const clock = new MovableClock();
  const sleep = (ms: number) => clock.sleep(ms);
  const first = counting();
  const builder = createPlaceService(first.counted, failing, {
    file: openPlaces(openPlaceFile(path)),
    sleep,
  });
  const started = builder.preloadAtStart();
  await clock.asleep(1);
  assert.deepEqual([builder.isLoaded(), first.reads()], [false, 0]);
  await clock.advance(PRELOAD_DELAY_MS);
  await started;
  assert.deepEqual([builder.isLoaded(), first.reads()], [true, 1]);
  await untilStored(path, await readDivisionsRevision(db));
  const second = counting();
  const reader = createPlaceService(second.counted, failing, {
    file: openPlaces(openPlaceFile(path)),
    sleep,
  });
  void reader.preloadAtStart();
  await until(() => reader.isLoaded());
  assert.equal(second.reads(), 0);
  const third = counting();
  const hurried = createPlaceService(third.counted, failing, {
    file: openPlaces(openPlaceFile(pathOf())),
    sleep,
  });
  void hurried.preloadAtStart();
  assert.deepEqual(await found(hurried, 'port'), ['Le Port'], 'a request does not wait for that moment');
});

test('a database that is restored and changed does not come to a revision it had before', async () => {
  const revisions = new Set<string>();
  for (let round = 0; round < 5; round += 1) {
    const undone = new Error('restored');
    const changed = db.transaction(async (tx) => {
      await markChanged(tx, 'XA');
      revisions.add(await readDivisionsRevision(tx));
      throw undone;
    });
    await assert.rejects(changed, undone);
  }
  assert.equal(revisions.size, 5);
});
