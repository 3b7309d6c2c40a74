import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { silentLog } from '../../test/support/log.ts';
import { addMarket, fitMarket } from '../../test/support/valued-market.ts';
import { openDatabase } from '../db/pool.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { loadCurrentModel } from './current-model.ts';
import { valueByNewModel } from './value-changes.ts';

const countValued = async (db: Db): Promise<number> =>
  (
    await firstRow<{ count: number }>(
      db,
      sql`select count(*)::int as count from property_search where valuation_deviation_percent is not null`,
    )
  )?.count ?? 0;

test('a worker that knew of no model values every home after the first fit, also of another process', async (t) => {
  const { db: fitting, connection } = await freshDatabase(t);
  const worker = openDatabase(connection, { log: silentLog, applicationName: 'gable test' });
  await addMarket(fitting, 320);
  assert.equal(await loadCurrentModel(worker, systemClock, 'ASKING'), undefined, 'cached for a minute');
  await fitMarket(fitting);
  await valueByNewModel({ db: worker, clock: systemClock }, 'ASKING');
  assert.ok((await countValued(worker)) > 250);
  await worker.end();
});
