import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { servedRegions } from '../../src/db/region-set.ts';
import { type Database, sql } from '../../src/db/sql.ts';
import type { Observation } from '../../src/ingest/observation.ts';
import { moveRegion } from '../../src/regions/move-region.ts';
import { selectSchemaNodes } from '../../src/regions/store.ts';
import { silentLog as log } from '../support/log.ts';
import { RECORD_VARIABLE, type RecordedStatement } from '../support/record-statements.ts';
import { feedRegions } from '../support/region-world.ts';
import { assertSameOverRegions } from '../support/same-over-regions.ts';
import { type CitusWorld, dropPrices, persist } from './crash-tests.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** A change of a table of the region plane, of an index and of a table of the account plane. */
const NEW_MIGRATION = `
alter table property add column trial text;
create index property_trial on property (trial);
alter table account add column trial text;
`;

export function testMigration({ url, several }: CitusWorld): void {
  test('a new migration is applied to every region, and each stays on its node', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'gable-migrations-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    cpSync(MIGRATIONS, folder, { recursive: true });
    writeFileSync(join(folder, '9001_trial.sql'), NEW_MIGRATION);
    const before = await selectSchemaNodes(several);
    const connection = { connectionString: url };
    for (const region of [{}, { region: 'paris' }, { region: 'rhone' }])
      assert.deepEqual(await migrate({ ...connection, ...region }, { folder, log }), ['9001_trial']);
    for (const { db } of servedRegions(several)) {
      await db.rows(sql`update property set trial = 'x' where property_id is not null`);
      assert.ok((await db.rows(sql`select 1 from property where trial = 'x'`)).length > 0);
    }
    assert.deepEqual(await selectSchemaNodes(several), before);
  });
}

/** The region that was written before, during and after its move. */
const BATCHES_AFTER_MOVE = 2;

export function testMoveUnderLoad(
  world: CitusWorld,
  workers: readonly { host: string; port: number }[],
): void {
  const { one, several, places, observations } = world;
  test('a region that is moved while it is written loses nothing', async () => {
    const node = (await selectSchemaNodes(several))?.get('paris');
    const target = workers.find(({ host, port }) => `${host}:${port}` !== node);
    assert.ok(target);
    let isMoved = false;
    const moving = moveRegion(several, 'paris', target).finally(() => {
      isMoved = true;
    });
    const rounds: Observation[][] = [];
    let longest = 0;
    for (let left = BATCHES_AFTER_MOVE; left > 0; left -= Number(isMoved)) {
      const changed = dropPrices(observations, rounds.length);
      const started = performance.now();
      await persist(() => feedRegions(several, places, changed));
      longest = Math.max(longest, performance.now() - started);
      rounds.push(changed);
    }
    await moving;
    console.log(
      `${rounds.length} batches during and after a move; the longest took ${Math.round(longest)} ms`,
    );
    for (const changed of rounds) await feedRegions(one, places, changed);
    await assertSameOverRegions(one, several);
    assert.ok(rounds.length > BATCHES_AFTER_MOVE, 'a move without a write proves nothing');
    assert.deepEqual(await selectIndexes(several, 'moving'), [], 'the index of the move is dropped');
  });
}

const selectIndexes = (db: Database, suffix: string): Promise<{ name: string }[]> =>
  db.rows(sql`select indexname as name from pg_indexes where indexname like ${`%\\_${suffix}`}`);

/** Refused for what a distributed table cannot do, as against a fault of the values in a database without their rows. */
const REFUSAL = /^0A000$|^XX000$/;

/** With a file of statements that tests recorded: `GABLE_RECORD_STATEMENTS=FILE npm test -- src`. */
export function testRecordedStatements({ several }: CitusWorld): void {
  const file = process.env[RECORD_VARIABLE] ?? '';
  const skip = file === '' ? `needs ${RECORD_VARIABLE}` : false;
  test('statements that tests recorded are taken in a region on a worker', { skip }, async () => {
    const region = servedRegions(several).find(({ isDistributed }) => isDistributed)?.db;
    assert.ok(region);
    const statements = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as RecordedStatement)
      .filter(
        ({ place, text }) =>
          place.startsWith('src/') &&
          !place.includes('.test.ts') &&
          !/^\s*(copy|vacuum|create database)/i.test(text),
      );
    const refused = [];
    for (const statement of statements) {
      const reason = await replay(region, statement);
      if (reason !== undefined) refused.push(`${statement.place}: ${reason}`);
    }
    console.log(
      `${statements.length} statements of ${new Set(statements.map(({ place }) => place)).size} places`,
    );
    assert.deepEqual(refused, []);
  });
}

class RolledBack extends Error {}

/** The reason when a cluster cannot run it. It leaves nothing behind. */
async function replay(db: Database, { text, values }: RecordedStatement): Promise<string | undefined> {
  const sent = values.map((value) =>
    typeof value === 'object' && value !== null && 'base64' in value
      ? Buffer.from(String(value.base64), 'base64')
      : value,
  );
  try {
    await db.transaction(async (tx) => {
      await tx.rows({ text, values: sent });
      throw new RolledBack();
    });
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    if (REFUSAL.test(code)) return `${message}: ${text.slice(0, 200)}`;
  }
  return undefined;
}
