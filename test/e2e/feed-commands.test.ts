import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../support/database.ts';
import { createDataDirectory, runGableToEnd } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';

test('a source is given a feed and settled from the command line', async (t) => {
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

  const settled = await run(
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
    settled.stdout,
    /^0 listings hidden\nportail\tprotected\tunseen 10 days\thttps:\/\/portail\.example\/a\/\{key\}\tPortail\n$/,
  );
  assert.match((await run('feed', 'remove', 'portail')).stdout, /removed/);
});
