import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/durations.ts';
import { until } from '../faults/until.ts';
import { runGableToEnd } from '../support/gable.ts';
import { type RunningService, runService } from '../support/running-service.ts';

/** In the URL, title, text, agency, mailbox and pictures of one advert, and nowhere else. */
const MARK = 'uorblex';
const PHOTO_HASH = 'a1b2c3d4e5f60718';
const URL_OF_ADVERT = 'https://autre-portail.example/annonces/quorblex-4711';

/** Three processes and a server of their own start, on a busy machine. */
const SLOW = { timeout: 400_000 };

const observation = (url: string, payload: object): string =>
  JSON.stringify({
    source: new URL(url).hostname.replace('.example', ''),
    url,
    observedAt: new Date(Date.now() - 3 * DAY_MS).toISOString(),
    kind: 'seen',
    payload: {
      propertyType: 'FLAT',
      transactionType: 'SELL',
      displayedPrice: 312_000,
      rooms: 3,
      area: { living: 64 },
      location: { city: 'Lyon', postalCode: '69003', inseeCode: '69383', countryCode: 'FR' },
      ...payload,
    },
  });

const marked = observation(URL_OF_ADVERT, {
  title: 'Appartement Quorblex',
  description: `Beau quorblexine de caractère. ${'Le quorblex est lumineux. '.repeat(40)}`,
  publisher: { agencyName: 'Agence Quorblex', contact: { email: 'vente@quorblex.example' } },
  pictures: [{ url: 'https://quorblex.example/photos/quorblex-1.jpg', phash: PHOTO_HASH }],
});

async function push(
  service: RunningService,
  lines: string[],
): Promise<{ accepted: number; rejected: number }> {
  const answer = await service.call('/operator/observations', {
    as: service.operatorKey,
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  assert.equal(answer.status, 200);
  return (await answer.json()) as { accepted: number; rejected: number };
}

/** The mark, and the hash of the photo as text and as bytes in either order. */
const TRACES = [
  Buffer.from(MARK),
  Buffer.from(PHOTO_HASH),
  Buffer.from(PHOTO_HASH, 'hex'),
  Buffer.from(PHOTO_HASH, 'hex').reverse(),
];

/** The files below a directory that hold a trace of the advert. */
function findFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => {
      try {
        if (!statSync(path).isFile()) return false;
        const bytes = readFileSync(path);
        return TRACES.some((trace) => bytes.includes(trace));
      } catch {
        return false;
      }
    });
}

const post = (service: RunningService, path: string, body: object, as = service.key): Promise<Response> =>
  service.call(path, {
    as,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

async function makeExport(service: RunningService, format: string): Promise<void> {
  const made = (await (await post(service, '/exports', { format })).json()) as { id: string };
  const isReady = async () => {
    const { status } = (await (await service.call(`/exports/${made.id}`)).json()) as { status: string };
    return status === 'READY';
  };
  await until(isReady, { within: 60_000, every: 100, what: () => `the ${format} export` });
}

const exportFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /exports.+\.(ndjson|parquet)/.test(name),
  );

test('after gable listing remove no byte of the advert is left in the data directory', SLOW, async (t) => {
  const service = await runService(t);
  const folder = service.settings['DATA_DIR'] ?? '';
  const others = [1, 2, 3].map((at) =>
    observation(`https://le-portail.example/annonces/${at}`, {
      title: `Appartement ${at}`,
      displayedPrice: 200_000 + at * 50_000,
      area: { living: 40 + at * 10 },
    }),
  );
  assert.deepEqual((await push(service, [marked, ...others])).accepted, 4);
  // The text of a Parquet file is compressed: that it was withdrawn is what can be seen.
  for (const format of ['NDJSON', 'PARQUET']) await makeExport(service, format);
  await until(() => service.receivedEvents().has(URL_OF_ADVERT), {
    within: 60_000,
    what: () => 'the webhook',
  });
  const before = findFiles(folder);
  assert.ok(
    before.some((path) => path.includes('exports')),
    'the export holds it',
  );
  assert.ok(
    before.some((path) => path.includes('postgres')),
    'the database holds it',
  );
  assert.ok(exportFiles(folder).some((name) => name.endsWith('.parquet')));
  const removed = await runGableToEnd(t, ['listing', 'remove', URL_OF_ADVERT, '--yes'], service.settings);
  assert.equal(removed.code, 0, removed.stderr);
  await until(() => findFiles(folder).length === 0, {
    within: 60_000,
    what: () => `no file with a byte of it, found ${findFiles(folder).join(', ')}`,
  });
  assert.deepEqual(exportFiles(folder), [], 'no export that was made before is left');
  const gone = await post(service, '/properties/lookup-by-url', { url: URL_OF_ADVERT });
  assert.equal(gone.status, 404);
  assert.equal((await push(service, [marked])).rejected, 1, 'it is not imported again');
  assert.deepEqual(
    findFiles(folder).filter((path) => !path.includes('pg_wal')),
    [],
  );
});
