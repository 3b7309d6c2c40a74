import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { day, expired, madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { startApi } from '../../test/support/api.ts';
import { passHorizon } from '../../test/support/horizon.ts';
import { createMemoryLog } from '../../test/support/memory-log.ts';
import { createOwner } from '../../test/support/owners.ts';
import { SMALL_ENGINE } from '../../test/support/warehouse.ts';
import { addCredits } from '../accounts/credits.ts';
import type { PropertyResult } from '../catalogue/document.ts';
import { createChangeStreams } from '../changes/changes.ts';
import { matchAll } from '../criteria/tree.ts';
import { sql } from '../db/sql.ts';
import { createPlaceService } from '../geo/place-service.ts';
import { record } from '../properties/record.ts';
import { Engine } from '../warehouse/engine.ts';
import type { PropertyExport } from './exports.ts';
import { cleanExports, runExport } from './jobs.ts';
import { readProperties } from './read-properties.ts';
import { LEASE_MS } from './write-export.ts';

let ahead = 0;
const clock = {
  now: () => new Date(Date.now() + ahead),
  monotonicMs: () => performance.now(),
  sleep: async (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
};
const api = await startApi({ after }, { clock });
const { db, exports } = api;
const engine = new Engine({ folder: dirname(exports.directory), ...SMALL_ENGINE });
after(() => engine.close());
const places = createPlaceService(db, assert.ifError);
const changes = createChangeStreams(db, clock, places);
const writer = { db, clock, places, changes, engine, directory: exports.directory, log: createMemoryLog() };
const base = `http://127.0.0.1:${await api.listen()}`;
const never = new AbortController().signal;

const flat = (price: number) => madeListing({ propertyType: 'FLAT', pricing: { displayed: price } });
const listings = Array.from({ length: 45 }, (_, at) => flat(200_000 + at * 1_000));
const ids: string[] = [];
for (const one of listings) ids.push(await recordTogether(db, [one], day(1)));
const gone = expired(listings[44] ?? flat(1), day(2));
await record(db, { listings: [{ state: gone, propertyId: ids[44] ?? '' }] }, day(2));

async function create(body: object, key?: string): Promise<PropertyExport> {
  const { status, body: made } = await api.call({
    method: 'POST',
    path: '/exports',
    accept: 'application/json',
    body,
    ...(key === undefined ? {} : { key }),
  });
  assert.equal(status, 201);
  return made as PropertyExport;
}

async function find(id: string, key?: string): Promise<PropertyExport> {
  const answer = await api.call({
    path: `/exports/${id}`,
    accept: 'application/json',
    ...(key === undefined ? {} : { key }),
  });
  return answer.body as PropertyExport;
}

async function finish(body: object): Promise<PropertyExport> {
  const { id } = await create(body);
  while (await runExport(writer, never));
  const made = await find(id);
  assert.equal(made.status, 'READY', made.error ?? '');
  return made;
}

const download = async ({ link }: PropertyExport): Promise<PropertyResult[]> =>
  (await (await fetch(base + link)).text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

async function scan(criteria: object): Promise<PropertyResult[]> {
  const found: PropertyResult[] = [];
  for (let cursor: string | null = null; ; ) {
    const body = { paginationType: 'CURSOR', size: 20, cursor, criteria };
    const { body: page } = await api.call({ method: 'POST', path: '/properties', body });
    const { data, meta } = page as { data: { id: string }[]; meta: { cursor: string | null } };
    for (const { id } of data) {
      const one = await api.call({ path: `/properties/${id}`, accept: 'application/json' });
      found.push(one.body as PropertyResult);
    }
    if (meta.cursor === null || data.length === 0) return found;
    cursor = meta.cursor;
  }
}

const byId = (results: PropertyResult[]) => new Map(results.map((result) => [result.id, result]));

test('an export equals a cursor scan of the same criteria, and without criteria has every property', async () => {
  const criteria = { property: { pricing: { displayed: { gte: 210_000 } } } };
  const made = await finish({ criteria });
  const exported = await download(made);
  assert.deepEqual(byId(exported), byId(await scan(criteria)));
  assert.equal(exported.length, 34);
  assert.deepEqual(made.progress, { rows: 34, total: 34 });
  const every = await download(await finish({}));
  assert.equal(every.length, 45);
});

test('a Parquet file has the members of the property as typed columns', async () => {
  const made = await finish({ format: 'PARQUET' });
  const response = await fetch(base + made.link);
  assert.equal(response.headers.get('content-type'), 'application/vnd.apache.parquet');
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.equal(bytes.subarray(0, 4).toString(), 'PAR1');
  assert.equal(bytes.length, made.bytes);
  const [name] = readdirSync(exports.directory).filter((file) => file.startsWith(made.id));
  const path = join(exports.directory, name ?? '');
  const read = await engine.use(async (session) => {
    const rows = [];
    const text = `select count(*)::int as n, sum(property.pricing.displayed)::double as total,
      min(property.createdAt) = '2026-01-01T00:00:00Z'::timestamptz as dated,
      count(*) filter (where property.expired)::int as expired from '${path}'`;
    for await (const chunk of session.rows(text)) rows.push(...chunk);
    return rows[0];
  });
  const total = listings.reduce((sum, { claims }) => sum + (claims.pricing?.displayed ?? 0), 0);
  assert.deepEqual({ ...read }, { n: 45, total, dated: true, expired: 1 });
});

test('an incremental export has what changed since, and says what is gone', async () => {
  const criteria = { property: { pricing: { displayed: { lte: 300_000 } } } };
  await passHorizon(db);
  const { cursor } = await finish({ criteria });
  const [left] = listings;
  const entered = flat(290_000);
  const enteredId = await recordTogether(db, [entered], day(3));
  const state = expired(left ?? entered, day(3));
  await record(db, { listings: [{ state, propertyId: ids[0] ?? '' }] }, day(3));
  await passHorizon(db);
  const lines = await download(await finish({ criteria, since: cursor }));
  assert.deepEqual(
    lines.map((line) => [line.id, 'removed' in line]),
    [
      [enteredId, false],
      [ids[0], true],
    ],
  );
  const refused = await api.call({ method: 'POST', path: '/exports', body: { since: 'nonsense' } });
  assert.equal(refused.status, 400);
});

test('a worker that is killed leaves what it wrote, and another continues there', async () => {
  const criteria = { property: { pricing: { displayed: { gte: 1 } } } };
  const { id } = await create({ criteria });
  const ending = new AbortController();
  ending.abort();
  await runExport(writer, ending.signal);
  assert.equal((await find(id)).status, 'RUNNING');
  assert.equal(await runExport(writer, never), false, 'the lease of the first still holds');
  ahead = LEASE_MS + 1_000;
  assert.equal(await runExport(writer, never), true);
  ahead = 0;
  const made = await find(id);
  assert.deepEqual(byId(await download(made)), byId(await scan(criteria)));
});

test('the link needs no key, answers ranges, and is of one export', async () => {
  const made = await finish({});
  const whole = Buffer.from(await (await fetch(base + made.link)).arrayBuffer());
  const rest = await fetch(base + made.link, { headers: { range: 'bytes=1000-' } });
  assert.equal(rest.status, 206);
  assert.equal(rest.headers.get('content-range'), `bytes 1000-${whole.length - 1}/${whole.length}`);
  assert.deepEqual(Buffer.from(await rest.arrayBuffer()), whole.subarray(1_000));
  const other = await finish({});
  const token = made.link?.split('token=')[1] ?? '';
  for (const path of [`/exports/${other.id}/file?token=${token}`, `/exports/${made.id}/file?token=${token}x`])
    assert.equal((await fetch(base + path)).status, 404);
  const stranger = await createOwner(db, clock);
  assert.equal((await api.call({ path: `/exports/${made.id}`, key: stranger.key })).status, 404);
});

test('files are private, and deleted with their export and when it expires', async () => {
  const made = await finish({});
  const named = () => readdirSync(exports.directory).filter((file) => file.startsWith(made.id));
  assert.equal(statSync(join(exports.directory, named()[0] ?? '')).mode & 0o777, 0o600);
  assert.equal((await api.call({ method: 'DELETE', path: `/exports/${made.id}` })).status, 204);
  assert.deepEqual(named(), []);
  const late = await finish({});
  ahead = 25 * 3_600_000;
  await cleanExports(writer);
  assert.equal((await fetch(base + late.link)).status, 404);
  ahead = 0;
  assert.deepEqual(readdirSync(exports.directory), []);
});

test('the properties of an export are counted as results and paid once', async () => {
  const owner = await createOwner(db, clock);
  await addCredits(db, owner.accountId, 60);
  const first = await create({}, owner.key);
  while (await runExport(writer, never));
  assert.equal((await find(first.id, owner.key)).status, 'READY');
  const second = await create({}, owner.key);
  while (await runExport(writer, never));
  const failed = await find(second.id, owner.key);
  assert.equal(failed.status, 'FAILED');
  assert.match(failed.error ?? '', /credits/);
  const [usage] = await db.rows<{ results: number; credits: number }>(sql`
    select sum(results)::int as results, sum(credits)::int as credits from usage_second
    where account_id = ${owner.accountId} and results > 0`);
  assert.deepEqual(usage, { results: 46, credits: 46 });
});

test('an account has at most three exports at once', async () => {
  const owner = await createOwner(db, clock);
  for (let at = 0; at < 3; at += 1) await create({}, owner.key);
  const refused = await api.call({ method: 'POST', path: '/exports', body: {}, key: owner.key });
  assert.equal(refused.status, 429);
});

test('properties are read page by page over several searches for ids, each once and from any id', async () => {
  const read = async (
    after: string | null,
    ...rows: { found: number; read: number }[]
  ): Promise<string[]> => {
    const pages = await Array.fromAsync(readProperties(db, { tree: matchAll, places }, after, ...rows));
    return pages.flat().flatMap(({ key, line }) => (line === undefined ? [] : [key]));
  };
  const all = await read(null);
  assert.ok(all.length > 30, `${all.length} properties`);
  assert.deepEqual(await read(null, { found: 10, read: 4 }), all);
  assert.deepEqual(await read(all[16] ?? null, { found: 10, read: 4 }), all.slice(17));
});
