import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { until } from '../faults/until.ts';
import { asAdministrator } from '../support/database-server.ts';
import { debianPostgresMissing, startDebianPostgres, urlTo } from '../support/debian-postgres.ts';
import { createDataDirectory, readReadiness, runGableToEnd, spawnGable } from '../support/gable.ts';
import { fetchPatiently } from '../support/patient-fetch.ts';
import { type RunningService, runService } from '../support/running-service.ts';

const BACKUP_PASSPHRASE = 'a passphrase of the drill';

interface ListDocument {
  data: { id: string }[];
  meta: { pagination: { nextRequestBody: object } };
}

type Call = (path: string, init?: RequestInit) => Promise<Response>;

/** A busy service may answer 503 and says when to come back: a customer's client does. */
const caller =
  (url: string, key: string): Call =>
  (path, init = {}) =>
    fetchPatiently(url + path, {
      ...init,
      headers: {
        'x-api-key': key,
        'content-type': 'application/json',
        accept: 'application/vnd.api+json',
        ...init.headers,
      },
    });

const post = (call: Call, path: string, body: object): Promise<Response> =>
  call(path, { method: 'POST', body: JSON.stringify(body) });

async function readList(answer: Response): Promise<ListDocument> {
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await answer.json()) as ListDocument;
}

const idsOf = ({ data }: ListDocument): string[] => data.map(({ id }) => id);

const POLL_MS = 100;
const POLL_WITHIN_MS = 60_000;

/** Reads until the value is as expected; fails with the last one. */
async function poll<Value>(
  read: () => Promise<Value>,
  isExpected: (value: Value) => boolean,
  what: string,
): Promise<Value> {
  const deadline = performance.now() + POLL_WITHIN_MS;
  for (;;) {
    const value = await read();
    if (isExpected(value)) return value;
    if (performance.now() > deadline) assert.fail(`${what} did not come: ${JSON.stringify(value)}`);
    await pause(POLL_MS);
  }
}

interface Figures {
  meta: { sample_size: number };
  data: object[];
}

async function readFigures(call: Call): Promise<Figures> {
  const query = 'group_by[]=event_type&group_by[]=property_type&time_bucket=day';
  const metrics = ['count', 'avg:price', 'median:price_per_sqm', 'percentile:area:90'];
  const answer = await call(
    `/analytics/listings?${query}${metrics.map((one) => `&metrics[]=${one}`).join('')}`,
    {
      headers: { accept: 'application/json' },
    },
  );
  assert.equal(answer.status, 200, await answer.clone().text());
  return (await answer.json()) as Figures;
}

/** What a customer sees: homes in their order, alerts, destinations, notifications, and a cursor scan after a step. */
interface CustomerView {
  lists: Record<string, string[]>;
  nextStep: object;
  nextHomes: string[];
  /** Of all listing events. */
  figures: Figures;
}

interface Drill {
  service: RunningService;
  folder: string;
  view: CustomerView;
}

async function readView(call: Call): Promise<Omit<CustomerView, 'figures'>> {
  const scan = { criteria: {}, size: 3, paginationType: 'CURSOR' };
  const nextStep = (await readList(await post(call, '/properties', scan))).meta.pagination.nextRequestBody;
  return {
    lists: {
      homes: idsOf(await readList(await post(call, '/properties', { criteria: {}, size: 50 }))),
      alerts: idsOf(await readList(await call('/alerts'))),
      destinations: idsOf(await readList(await call('/account/event-destinations'))),
      notifications: idsOf(await readList(await call('/event-notifications'))).sort(),
    },
    nextStep,
    nextHomes: idsOf(await readList(await post(call, '/properties', nextStep))),
  };
}

async function backUpRunning(t: TestContext): Promise<Drill> {
  const service = await runService(t);
  const urls = await service.push(9);
  await until(() => urls.every((url) => service.receivedEvents().has(url)), { within: 120_000 });
  const call = caller(service.url, service.key);
  const listings = service.receivedEvents().size;
  const figures = await poll(
    () => readFigures(call),
    ({ meta }) => meta.sample_size === listings,
    'analytics of all listings',
  );
  const view = { ...(await readView(call)), figures };
  const folder = join(createDataDirectory(t), 'backup');
  const made = await runGableToEnd(t, ['backup', folder], { ...service.settings, BACKUP_PASSPHRASE });
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /^\d+ tables, \d+ rows, \d+ bytes in /);
  return { service, folder, view };
}

/** The same customer, on a service started over restored data: everything continues. */
async function checkRestored(
  t: TestContext,
  service: RunningService,
  settings: Record<string, string>,
  view: CustomerView,
): Promise<void> {
  const run = spawnGable(t, ['serve'], { ...settings, LOG_LEVEL: 'info' });
  const worker = spawnGable(t, ['work'], { ...settings, LOG_LEVEL: 'info' });
  const url = await run.url();
  const call = caller(url, service.key);
  const { code, checks } = await readReadiness(await worker.url());
  assert.equal(code, 200, worker.stderr());
  assert.equal(checks['masterKey'], 'ok');
  assert.deepEqual((await readView(call)).lists, view.lists);
  const next = await readList(await post(call, '/properties', view.nextStep));
  assert.deepEqual(idsOf(next), view.nextHomes, 'a cursor taken before the backup continues');
  const isSame = (figures: Figures): boolean => isDeepStrictEqual(figures, view.figures);
  await poll(
    () => readFigures(call),
    isSame,
    `the analytics of before the backup, ${JSON.stringify(view.figures)},`,
  );
  // With a DATABASE_URL nothing is sent to this machine.
  if (settings['DATABASE_URL'] === undefined) await checkWebhook(service, url);
  for (const process of [run, worker]) process.child.kill('SIGTERM');
  await Promise.all([run.exited, worker.exited]);
}

/** A new listing raises a webhook that is signed with the key of before the backup. */
async function checkWebhook(service: RunningService, serviceUrl: string): Promise<void> {
  const before = service.receiver.requests.length;
  const url = `https://le-portail.example/annonces/${randomUUID()}`;
  const pushed = await fetchPatiently(`${serviceUrl}/operator/observations`, {
    method: 'POST',
    headers: { 'x-api-key': service.operatorKey, 'content-type': 'application/x-ndjson' },
    body: JSON.stringify({
      source: 'le-portail',
      url,
      observedAt: new Date().toISOString(),
      kind: 'seen',
      payload: {
        propertyType: 'FLAT',
        transactionType: 'SELL',
        displayedPrice: 312_000,
        rooms: 4,
        area: { living: 93 },
      },
    }),
  });
  assert.equal(pushed.status, 200, await pushed.text());
  await until(() => service.receivedEvents().has(url), {
    within: 120_000,
    what: () => 'a webhook after the restore',
  });
  for (const { body, headers } of service.receiver.requests.slice(before)) {
    const signed = createHmac('sha256', service.signingKey)
      .update(`${headers['x-webhook-timestamp']}.`)
      .update(body);
    assert.equal(
      headers['x-webhook-signature'],
      `sha256=${signed.digest('hex')}`,
      'the key of before the backup',
    );
  }
}

test('a backup of a running service is restored into another directory and into another PostgreSQL', {
  // Nine starts of a process, 40 s of CPU.
  timeout: 300_000,
}, async (t) => {
  const { service, folder, view } = await backUpRunning(t);
  for (const process of [service.serve, service.work]) process.child.kill('SIGTERM');
  await Promise.all([service.serve.exited, service.work.exited]);

  const DATA_DIR = createDataDirectory(t);
  const settings = { ...service.settings, DATA_DIR, BACKUP_PASSPHRASE };
  const wrong = await runGableToEnd(t, ['restore', folder], {
    ...settings,
    BACKUP_PASSPHRASE: 'not the one',
  });
  assert.equal(wrong.code, 2, 'too short');
  const restored = await runGableToEnd(t, ['restore', folder], settings);
  assert.equal(restored.code, 0, restored.stderr);
  assert.ok(existsSync(join(DATA_DIR, 'master-keys')));
  await checkRestored(t, service, settings, view);
  const again = await runGableToEnd(t, ['restore', folder], settings);
  assert.equal(again.code, 1);
  assert.match(again.stderr, /the database is not empty/);
  await t.test('the same backup on a stock PostgreSQL', { skip: debianPostgresMissing() }, (part) =>
    restoreOnStockServer(part, { service, folder, view }, settings),
  );
});

async function restoreOnStockServer(
  t: TestContext,
  { service, folder, view }: Drill,
  settings: Record<string, string>,
): Promise<void> {
  const server = await startDebianPostgres();
  t.after(() => server.remove());
  await asAdministrator({ connectionString: server.url }, (client) => client.query('create database drill'));
  const external = {
    ...settings,
    DATA_DIR: createDataDirectory(t),
    DATABASE_URL: urlTo(server.url, 'drill'),
  };
  const moved = await runGableToEnd(t, ['restore', folder], external);
  assert.equal(moved.code, 0, moved.stderr);
  const MASTER_KEYS = readFileSync(join(external.DATA_DIR, 'restored-master-keys'), 'utf8')
    .trim()
    .replaceAll('\n', ',');
  await checkRestored(t, service, { ...external, MASTER_KEYS }, view);
}

test('backup and restore say what is missing', async (t) => {
  const DATA_DIR = createDataDirectory(t);
  const unset = await runGableToEnd(t, ['backup', join(DATA_DIR, 'b')], { DATA_DIR });
  assert.deepEqual([unset.code, unset.stderr.includes('BACKUP_PASSPHRASE')], [2, true]);
  const absent = await runGableToEnd(t, ['restore', join(DATA_DIR, 'none')], { DATA_DIR, BACKUP_PASSPHRASE });
  assert.equal(absent.code, 1);
  assert.match(absent.stderr, /is no backup, or one that did not finish/);
});
