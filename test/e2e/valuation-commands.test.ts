import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../support/database.ts';
import { createDataDirectory, runGableToEnd } from '../support/gable.ts';
import { databaseUrl } from '../support/ingest-snapshot.ts';
import { addMarket, fitMarket } from '../support/valued-market.ts';

test('a fit is asked for once, and status and report show the model in use', {
  timeout: 110_000,
}, async (t) => {
  const DATA_DIR = createDataDirectory(t);
  const { db, connection } = await freshDatabase(t);
  const DATABASE_URL = databaseUrl(connection);
  const run = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runGableToEnd(t, ['valuation', ...args], {
      DATA_DIR,
      DATABASE_URL,
    });
    return code === 0 ? stdout : `${code} ${stderr}`;
  };
  await addMarket(db, 310);
  await fitMarket(db);
  assert.equal(await run('fit', '--market', 'rent'), 'RENT: a fit is due\n');
  assert.equal(await run('fit', '--market', 'rent'), 'RENT: a fit is already waiting or running\n');
  assert.match(
    await run('status'),
    /^SALE\tno model\tNONE\t\nASKING\t\S+\tFITTED\t\d+\.\d %\nRENT\tno model\tDUE\t\n$/,
  );
  assert.match(await run('report', '--market', 'ASKING'), /^ASKING\tall(\t-?\d+\.\d %){5}\t310\n/);
  assert.match(await run('fit', '--market', 'castles'), /^2 gable: --market is one of SALE, ASKING, RENT\n$/);
});
