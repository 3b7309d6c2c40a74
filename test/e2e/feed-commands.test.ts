import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshDatabase } from '../support/database.ts';
import { createDataDirectory, runGableToEnd } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';

test('feeds and source settings are managed from the command line', async (t) => {
  const { connection } = await freshDatabase(t);
  const DATABASE_URL = databaseUrl(connection);
  const DATA_DIR = createDataDirectory(t);
  const run = (...args: string[]) => runGableToEnd(t, args, { DATA_DIR, DATABASE_URL });

  const added = await run(
    'feed',
    'add',
    'portail',
    'https://feeds.portail.example/a.xml',
    '--format',
    'kyero',
    '--every',
    '1d',
    '--full',
  );
  assert.equal(added.code, 0, added.stderr);
  assert.match(
    (await run('feed', 'list')).stdout,
    /^portail\tkyero\tnever pulled\tdue .+\thttps:\/\/feeds\.portail\.example\/a\.xml\n$/,
  );

  const mappingFile = join(DATA_DIR, 'mapping.json');
  const mapping = { format: 'csv', url: 'Lien', fields: { displayedPrice: 'Prix' } };
  writeFileSync(mappingFile, JSON.stringify(mapping));
  const mapped = ['feed', 'add', 'vitrine', 'https://feeds.vitrine.example/a.csv', '--mapping', mappingFile];
  assert.equal((await run(...mapped)).code, 0);
  const shown = (await run('feed', 'show', 'vitrine')).stdout;
  assert.deepEqual(JSON.parse(shown).mapping, mapping);
  writeFileSync(mappingFile, JSON.stringify({ ...mapping, fields: { displayedPrise: 'Prix' } }));
  assert.match((await run(...mapped)).stderr, /did you mean displayedPrice/);

  const updated = await run(
    'source',
    'set',
    'portail',
    '--protected',
    'yes',
    '--unseen-days',
    '10',
    '--listing-url',
    'https://portail.example/a/{key}',
  );
  assert.match(
    updated.stdout,
    /^0 listings hidden\nportail\tprotected\tunseen 10 days\thttps:\/\/portail\.example\/a\/\{key\}\tPortail\n$/,
  );
  const [source] = (await run('source', 'list', '--json')).stdout
    .split('\n')
    .map((line) => line && JSON.parse(line));
  assert.deepEqual([source.slug, source.protected, source.unseenDays], ['portail', true, 10]);
  const reset = await run('source', 'set', 'portail', '--unseen-days', 'default');
  assert.match(reset.stdout, /\tunseen default days\t/);
  assert.match((await run('feed', 'remove', 'portail', '--yes')).stdout, /removed/);
});
