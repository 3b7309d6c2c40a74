import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DAY_MS } from '../../src/lib/durations.ts';
import { frenchDatabase } from '../support/database.ts';
import { createDataDirectory, runGableToEnd } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';
import { createPreparedDirectory } from '../support/prepared-directory.ts';

interface Line {
  url: string;
  propertyId: string;
}

test('generated listings are ingested twice, exported, explained, merged and split', async (t) => {
  const DATA_DIR = createDataDirectory(t);
  const DATABASE_URL = databaseUrl((await frenchDatabase(t)).connection);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runGableToEnd(t, args, { DATA_DIR, DATABASE_URL });
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const out = join(DATA_DIR, 'world');
  await run(
    'world',
    'generate',
    '--out',
    out,
    '--seed',
    'e2e',
    '--properties',
    '15',
    '--days',
    '6',
    '--revisit',
    '0',
  );
  const file = join(out, 'observations.ndjson');
  writeFileSync(file, `${readFileSync(file, 'utf8')}{broken\n`);

  assert.match(await run('ingest', file), /new \d\d.*rejected 1\n$/);
  assert.match(
    await run('ingest', file, '--format', 'ndjson'),
    /new 0, changed 0.*rejected 1\n$/,
    'nothing changes the second time',
  );
  const rejected = JSON.parse(readFileSync(`${file}.rejected.ndjson`, 'utf8').trim());
  assert.ok(rejected.line > 10 && rejected.reason.length > 5);

  const groups = (await run('groups', 'export'))
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line));
  const [one, other] = [groups[0], groups.find(({ propertyId }) => propertyId !== groups[0]?.propertyId)];
  assert.ok(one && other);
  const explained = await run('groups', 'explain', one.url, other.url);
  assert.match(explained, /^score -?\d.*\ncluster score -?\d/s);
  assert.match(explained, /\nprice of https:\S+: (?:coherent|not assessed|incoherent, hidden) \([a-z ]+\)/);
  for (const [first, second, expected] of [
    [one.url, one.url.replace('https', 'HTTPS'), 'both URLs are of the same listing'],
    ['https://nobody.example/1', one.url, 'https://nobody.example/1 is not a known listing'],
  ] as const) {
    const refused = await runGableToEnd(t, ['groups', 'merge', first, second], { DATA_DIR, DATABASE_URL });
    assert.deepEqual(
      [refused.code, refused.stderr],
      [
        1,
        `gable: ${expected}
`,
      ],
    );
  }
  assert.match(await run('groups', 'merge', one.url, other.url), /belongs to/);
  const merged = (await run('groups', 'export'))
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line));
  const idOf = (lines: Line[], url: string) => lines.find((line) => line.url === url)?.propertyId;
  assert.equal(idOf(merged, one.url), idOf(merged, other.url));
  await run('groups', 'split', one.url, other.url);
  const split = (await run('groups', 'export'))
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line));
  assert.notEqual(idOf(split, one.url), idOf(split, other.url));
});

test('a full feed expires absent listings, unless they are most of the source', async (t) => {
  const DATA_DIR = createDataDirectory(t);
  const DATABASE_URL = databaseUrl((await frenchDatabase(t)).connection);
  const observation = (id: number) =>
    JSON.stringify({
      source: 'portail',
      url: `https://portail.example/${id}`,
      observedAt: '2026-10-01T00:00:00Z',
      kind: 'seen',
      payload: { propertyType: 'HOUSE', transactionType: 'SELL', displayedPrice: 200_000 + id },
    });
  const feed = (name: string, ids: number[]) => {
    const path = join(DATA_DIR, name);
    writeFileSync(path, ids.map((id) => `${observation(id)}\n`).join(''));
    return path;
  };
  const run = (...args: string[]) => runGableToEnd(t, args, { DATA_DIR, DATABASE_URL });
  await run('ingest', feed('all.ndjson', [1, 2, 3, 4]), '--full');
  assert.match((await run('ingest', feed('less.ndjson', [1, 2, 3]), '--full')).stdout, /expired 1/);
  const refused = await run('ingest', feed('one.ndjson', [1]), '--full');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /would expire 2 of its 3 live listings; they were left alone/);
  assert.match((await run('ingest', feed('one.ndjson', [1]), '--full', '--force')).stdout, /expired 2/);
});

test('ignored members and rejected records are reported, and a file without a usable record fails', async (t) => {
  const DATA_DIR = await createPreparedDirectory(t);
  const observation = (key: number, observedAt: string) =>
    JSON.stringify({
      ...{ source: 'mots', url: `https://mots.example/${key}`, observedAt, kind: 'seen' },
      payload: { propertyType: 'HOUSE', transactionType: 'SELL', price: 200_000 + key },
    });
  const file = (name: string, lines: string[]) => {
    const path = join(DATA_DIR, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  };
  const run = (...args: string[]) => runGableToEnd(t, args, { DATA_DIR });
  const future = new Date(Date.now() + DAY_MS).toISOString();
  const mixed = await run(
    'ingest',
    file('mixed.ndjson', [observation(1, '2026-03-01T08:00:00Z'), observation(2, future)]),
  );
  assert.equal(mixed.code, 0, mixed.stderr);
  assert.match(mixed.stdout, /new 1,.*rejected 1\n$/);
  assert.match(mixed.stderr, /price: ignored 2 times; did you mean displayedPrice\?/);
  const listed = await run('source', 'rejected', 'mots');
  assert.match(
    listed.stdout,
    /\tINVALID\topen\thttps:\/\/mots\.example\/2\tobservedAt .* ahead of our clock/,
  );
  const unusable = await run('ingest', file('future.ndjson', [observation(3, future)]));
  assert.equal(unusable.code, 1);
  assert.match(unusable.stderr, /gable: no usable record in .*future\.ndjson\n$/);
  const repair = await run('listing', 'repair-dates', '--dry-run');
  assert.deepEqual([repair.code, repair.stdout], [0, '0 listings have a date in the future\n']);
});
