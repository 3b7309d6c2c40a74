import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../src/db/pool.ts';
import { type Db, firstRow, sql } from '../../src/db/sql.ts';
import { startReceiver } from '../faults/receiver.ts';
import { until } from '../faults/until.ts';
import { debianDatabase } from '../support/debian-postgres.ts';
import {
  createDataDirectory,
  type GableProcess,
  readReadiness,
  runGableToEnd,
  spawnGable,
} from '../support/gable.ts';
import { silentLog } from '../support/log.ts';
import { pgBouncerMissing, startPgBouncer } from '../support/pgbouncer.ts';
import { PUBLIC_HOST, publicReceiverSettings } from '../support/public-receiver.ts';

const skip = pgBouncerMissing();
const SEARCHES = 30;
const EVENTS_WITHIN_MS = 120_000;

const countRows = async (
  db: Db,
  table: 'property_search' | 'alert_event' | 'event_notification',
): Promise<number> =>
  (await firstRow<{ count: number }>(db, { text: `select count(*)::int as count from ${table}`, values: [] }))
    ?.count ?? 0;

interface Caller {
  url: string;
  key: string;
}

async function call({ url, key }: Caller, path: string, body?: object) {
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-api-key': key, accept: 'application/json', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> & unknown[] };
}

/** Error lines of the log of a process: there must be none behind the pooler, but for time-outs of a busy machine. */
const readErrors = (run: GableProcess): string[] =>
  run
    .stderr()
    .split('\n')
    .filter((line) => line.includes('"level":"error"') && !/"message":"[^"]*time-?out/i.test(line));

test('two serve, two work and the commands run behind a transaction pooler', {
  skip,
  timeout: 300_000,
}, async (t) => {
  const { server, url } = await debianDatabase(t);
  const direct = openDatabase({ connectionString: url }, { log: silentLog, applicationName: 'gable test' });
  t.after(() => direct.end());
  const pooler = await startPgBouncer(t, server);
  const home = createDataDirectory(t);
  const receiver = await startReceiver({ names: [PUBLIC_HOST] });
  t.after(() => receiver.close());
  const authorityFile = join(home, 'authority.pem');
  writeFileSync(authorityFile, receiver.authority.certificate);
  const settings = (name: string): Record<string, string> => {
    mkdirSync(join(home, name), { recursive: true });
    return {
      DATABASE_URL: pooler.through(url),
      DATABASE_PREPARE: 'off',
      DATA_DIR: join(home, name),
      WAREHOUSE_DIR: join(home, 'warehouse'),
      ...publicReceiverSettings(receiver.port, authorityFile),
    };
  };
  const running = ['serve', 'serve', 'work', 'work'].map((part, at) =>
    spawnGable(t, [part], settings(`${part}-${at}`)),
  );
  const urls = await Promise.all(running.map((run) => run.url()));
  const command = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runGableToEnd(t, args, settings('commands'));
    assert.equal(code, 0, stderr);
    return stdout;
  };

  await command('account', 'create', 'Acme');
  const key = (await command('key', 'create', '--account', 'Acme')).trim();
  const [first, second] = urls.map((url): Caller => ({ url, key }));
  assert.ok(first && second);
  const alert = { name: 'All', notificationDestination: { webhookUrl: `https://${PUBLIC_HOST}/all` } };
  assert.equal((await call(first, '/alerts', alert)).status, 201);
  const out = join(home, 'world');
  await command(
    'world',
    'generate',
    '--out',
    out,
    '--seed',
    'pooler',
    '--properties',
    '12',
    '--days',
    '5',
    '--revisit',
    '0',
  );
  assert.match(await command('ingest', join(out, 'observations.ndjson')), /new \d\d/);

  const visible = await firstRow<{ count: number }>(
    direct,
    sql`select count(*)::int as count from property_search where not expired and listings_price_coherent`,
  );
  assert.ok((visible?.count ?? 0) > 5, `${visible?.count} properties`);
  const search = (run: Caller): Promise<{ status: number; body: readonly unknown[] }> =>
    call(run, '/properties', { size: 100 });
  // Memory follows the database within moments.
  for (const run of [first, second])
    await until(async () => (await search(run)).body.length === visible?.count);
  // Only a few at once: concurrent slow queries of one account are refused on a busy machine.
  for (let asked = 0; asked < SEARCHES; asked += 4) {
    const answers: Awaited<ReturnType<typeof search>>[] = await Promise.all(
      [first, second, first, second].map(search),
    );
    for (const { status, body } of answers) assert.deepEqual([status, body.length], [200, visible?.count]);
  }

  const waiting = sql`select 1 from event_notification where status <> 'DELIVERED' limit 1`;
  const isDelivered = async () =>
    (await countRows(direct, 'alert_event')) > 0 &&
    receiver.requests.length > 0 &&
    (await direct.rows(waiting)).length === 0;
  const what = () => running.map((run) => run.stderr().slice(-2_000)).join('\n');
  await until(isDelivered, { within: EVENTS_WITHIN_MS, every: 100, what });
  const events = receiver.requests.map(
    ({ body }) => (JSON.parse(String(body)) as { eventId: string }).eventId,
  );
  assert.equal(new Set(events).size, await countRows(direct, 'event_notification'), 'each was sent');
  assert.equal(events.length, new Set(events).size, 'and once, by two workers');
  for (const { headers } of receiver.requests)
    assert.match(String(headers['x-webhook-signature']), /^sha256=[0-9a-f]{64}$/);
  for (const one of urls) assert.equal((await readReadiness(one)).code, 200);
  assert.deepEqual(running.flatMap(readErrors), []);
});
