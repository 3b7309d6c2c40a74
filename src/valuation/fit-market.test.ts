import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { serialize } from 'node:v8';
import { freshDatabase } from '../../test/support/database.ts';
import { createMemoryLog } from '../../test/support/memory-log.ts';
import { addMarket } from '../../test/support/valued-market.ts';
import { sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { buildModel } from './build-model.ts';
import { loadCurrentModel } from './current-model.ts';
import { requestDueFits, requestFitNow, runDueFit } from './fit-market.ts';
import { readMarket } from './read-market.ts';
import { MARKET_STAGE, storeStage } from './stage-store.ts';
import { claimFit, findCurrentModel, findLatestFit } from './store.ts';

const { db } = await freshDatabase({ after });
const clock = systemClock;
await addMarket(db, 310);

const countStages = async (): Promise<number> =>
  (await db.rows(sql`select distinct model_id, stage from valuation_fit_stage`)).length;

test('a fit whose worker was killed continues from its stored stages', async () => {
  await requestFitNow({ db, clock }, 'ASKING');
  const past = new Date(Date.now() - 60_000);
  const dead = await claimFit(db, new Date(), past.getTime() - Date.now());
  assert.equal(dead?.status, 'FITTING');
  const id = dead?.id ?? '';
  const data = await readMarket(db, 'ASKING', clock.now());
  await storeStage(db, id, MARKET_STAGE, serialize(data));
  const stages = new Map<string, unknown>();
  const load = () => undefined;
  buildModel(data, { onProgress: () => {}, stages: { load, store: stages.set.bind(stages) } });
  for (const [name, value] of [...stages].slice(0, 4)) await storeStage(db, id, name, serialize(value));
  const log = createMemoryLog();
  const done = await runDueFit({ db, clock, log });
  assert.deepEqual([done?.id, done?.status, done?.rows], [id, 'FITTED', 310]);
  const continued = log.kept.find(({ fields }) => fields['event'] === 'valuation.fit_continued');
  assert.equal(continued?.fields['stages'], 5);
  assert.equal(await countStages(), 0, 'the stages of a finished fit are deleted');
  assert.ok((await loadCurrentModel(db, clock, 'ASKING')) !== undefined);
});

test('a worker that ends in the middle of a fit leaves it to the next one, and the last model in use', async () => {
  const used = await findCurrentModel(db, 'ASKING');
  await requestFitNow({ db, clock }, 'ASKING');
  const stopping = new AbortController();
  stopping.abort();
  const left = await runDueFit({ db, clock, log: createMemoryLog() }, stopping.signal);
  const waiting = await findLatestFit(db, 'ASKING');
  assert.deepEqual([waiting?.id, waiting?.status], [left?.id, 'FITTING']);
  assert.equal(await countStages(), 0, 'it did not read the market to its end');
  assert.equal((await findCurrentModel(db, 'ASKING'))?.id, used?.id);
  const done = await runDueFit({ db, clock, log: createMemoryLog() });
  assert.deepEqual([done?.id, done?.status], [left?.id, 'FITTED']);
});

test('a fit that fails says why, keeps no stage, and the last model stays in use', async () => {
  const used = await findCurrentModel(db, 'ASKING');
  await requestFitNow({ db, clock }, 'ASKING');
  const claimed = await findLatestFit(db, 'ASKING');
  await storeStage(db, claimed?.id ?? '', MARKET_STAGE, serialize({ rows: { count: 400 } }));
  const log = createMemoryLog();
  const failed = await runDueFit({ db, clock, log });
  assert.equal(failed?.status, 'FAILED');
  assert.ok(failed?.failure);
  assert.ok(log.kept.some(({ fields }) => fields['event'] === 'valuation.fit_failed'));
  assert.equal(await countStages(), 0);
  assert.equal((await findCurrentModel(db, 'ASKING'))?.id, used?.id);
});

test('a market with too few prices has that status, logged once and as no failure; it is fitted when it has enough', async () => {
  const fresh = await freshDatabase({ after });
  const log = createMemoryLog();
  const context = { db: fresh.db, clock, log };
  await requestDueFits(context);
  while ((await runDueFit(context)) !== undefined);
  const first = await findLatestFit(fresh.db, 'ASKING');
  assert.deepEqual([first?.status, first?.failure], ['TOO_FEW_PRICES', '0 prices; a model needs 300']);
  await requestFitNow(context, 'ASKING');
  await runDueFit(context);
  const events = log.kept.map(({ fields }) => fields['event']);
  assert.deepEqual(
    events,
    Array.from({ length: 3 }, () => 'valuation.too_few_prices'),
  );
  await requestDueFits(context);
  assert.equal((await findLatestFit(fresh.db, 'ASKING'))?.status, 'TOO_FEW_PRICES', 'there is nothing new');
  await db.rows(
    sql`update valuation_model set status = 'TOO_FEW_PRICES' where model_id = ${(await findLatestFit(db, 'ASKING'))?.id}`,
  );
  await requestDueFits({ db, clock, log });
  assert.equal((await findLatestFit(db, 'ASKING'))?.status, 'DUE', 'there are 310 prices');
  await db.rows(sql`delete from valuation_model where status = 'DUE'`);
});

test('without the prices no later stage is stored', async () => {
  await requestFitNow({ db, clock }, 'RENT');
  const fit = await findLatestFit(db, 'RENT');
  await storeStage(db, fit?.id ?? '', 'described', serialize(1));
  assert.equal(await countStages(), 0);
});
