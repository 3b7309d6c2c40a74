import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { frenchDatabase } from '../support/database.ts';
import { createDataDirectory, runGableToEnd } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';

const seen = (id: number, payload: string) =>
  `{"source":"portail","url":"https://portail.example/${id}","observedAt":"2026-10-01T00:00:00Z","kind":"seen","payload":${payload}}\n`;
const good = (id: number) => seen(id, `{"propertyType":"HOUSE","displayedPrice":${200_000 + id}}`);

test('bad files and lines are rejected with file, line and reason; the rest is imported', async (t) => {
  const DATA_DIR = createDataDirectory(t);
  const DATABASE_URL = databaseUrl((await frenchDatabase(t)).connection);
  const file = (name: string, bytes: string | Buffer): string => {
    writeFileSync(join(DATA_DIR, name), bytes);
    return join(DATA_DIR, name);
  };
  const rejections = (path: string) =>
    readFileSync(`${path}.rejected.ndjson`, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((rejection) => `${rejection.file === path}:${rejection.line}: ${rejection.reason}`);

  const moon = seen(4, '{"location":{"coordinates":[384400,1]}}');
  const lines = file(
    'lines.ndjson',
    `${good(1)}{"cut\n${seen(3, '{"displayedPrice":1e400}')}${moon}${good(5)}`,
  );
  const bomb = file(
    'bomb.ndjson.gz',
    gzipSync(Buffer.concat([Buffer.from(good(6)), Buffer.alloc(2 ** 26, ' ')])),
  );
  const alien = file(
    'alien.ndjson',
    '<?xml version="1.0"?>\n<root><kyero><feed_version>3</feed_version></kyero></root>',
  );
  const ingested = await runGableToEnd(t, ['ingest', lines, bomb, alien, '--format', 'ndjson'], {
    DATA_DIR,
    DATABASE_URL,
  });
  assert.equal(ingested.code, 1, ingested.stderr);
  assert.ok(
    ingested.stderr.includes(`${lines}:3: displayedPrice is not a possible number`),
    'also on standard error',
  );
  assert.ok(ingested.stderr.endsWith(`not read to the end: ${bomb}, ${alien}\n`), ingested.stderr);
  assert.deepEqual(ingested.stdout.match(/new \d+|rejected \d+/g), [
    'new 2',
    'rejected 3',
    'new 1',
    'rejected 1',
    'new 0',
    'rejected 1',
  ]);
  const [broken, ...others] = rejections(lines);
  assert.match(broken ?? '', /^true:2: not JSON: /);
  assert.deepEqual(others, [
    'true:3: displayedPrice is not a possible number',
    'true:4: coordinates 384400, 1 are not on Earth',
  ]);
  assert.deepEqual(rejections(bomb), ['true:1: unpacks to more than 250 times its size']);
  assert.match(rejections(alien)[0] ?? '', /^true:1: this is Kyero version 3 and 2\.1 \(XML\), not /);

  const entities = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  ).join('');
  const laughs = file(
    'laughs.xml',
    `<?xml version="1.0"?><!DOCTYPE root [<!ENTITY l0 "lol">${entities}<!ENTITY out SYSTEM "file:///etc/passwd">]>\n<root><kyero/><property><id>&l9;&out;</id></property></root>`,
  );
  const refused = await runGableToEnd(t, ['ingest', laughs, '--source', 'a', '--format', 'kyero'], {
    DATA_DIR,
    DATABASE_URL,
  });
  assert.match(refused.stdout, /new 0.*rejected 1\n/, refused.stderr);
  assert.deepEqual(rejections(laughs), ['true:1: the document declares entities of its own']);
});

test('rejections are printed when they cannot be written beside the file', async (t) => {
  const DATA_DIR = createDataDirectory(t);
  const DATABASE_URL = databaseUrl((await frenchDatabase(t)).connection);
  const folder = join(DATA_DIR, 'read-only');
  mkdirSync(folder);
  const path = join(folder, 'feed.ndjson');
  writeFileSync(path, `${good(1)}{broken\n`);
  // A directory in place of the file makes it unwritable, also for root.
  mkdirSync(join(`${path}.rejected.ndjson`, 'in the way'), { recursive: true });
  const ingested = await runGableToEnd(t, ['ingest', path, '--format', 'ndjson'], { DATA_DIR, DATABASE_URL });
  assert.equal(ingested.code, 0, ingested.stderr);
  assert.match(ingested.stdout, /new 1.*rejected 1\n/);
  assert.match(ingested.stderr, /feed\.ndjson:2: not JSON.*rejected\.ndjson cannot be written/s);
});
