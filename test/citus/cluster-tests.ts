import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrate } from '../../src/db/migrate.ts';
import { servedRegions } from '../../src/db/region-set.ts';
import { type Database, sql } from '../../src/db/sql.ts';
import { moveSchema, selectSchemaNodes } from '../../src/regions/store.ts';
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

const WRITES_WHILE_MOVING = 12;

export function testMoveUnderLoad(
  world: CitusWorld,
  workers: readonly { host: string; port: number }[],
): void {
  const { one, several, places, observations } = world;
  test('a region that is moved while it is written loses nothing, and its writes wait', async () => {
    const node = (await selectSchemaNodes(several))?.get('paris');
    const target = workers.find(({ host, port }) => `${host}:${port}` !== node);
    assert.ok(target);
    const rounds = Array.from({ length: WRITES_WHILE_MOVING }, (_, at) => dropPrices(observations, 100 + at));
    let isMoved = false;
    const moving = moveSchema(several, 'paris', target).finally(() => {
      isMoved = true;
    });
    let [longest, during] = [0, 0];
    for (const changed of rounds) {
      const started = performance.now();
      if (!isMoved) during += 1;
      await persist(() => feedRegions(several, places, changed));
      longest = Math.max(longest, performance.now() - started);
    }
    await moving;
    console.log(`${during} batches began during the move; the longest took ${Math.round(longest)} ms`);
    for (const changed of rounds) await feedRegions(one, places, changed);
    await assertSameOverRegions(one, several);
    assert.ok(during > 0);
  });
}

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
