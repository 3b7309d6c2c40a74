import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { frenchDatabase } from '../../test/support/database.ts';
import { type RecordedStatement, recordStatements } from '../../test/support/record-statements.ts';
import { feedRegions, observeWorld } from '../../test/support/region-world.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { createPlaceService } from '../geo/place-service.ts';
import { World } from '../world/generate.ts';
import type { OpenDatabase } from './pool.ts';
import { PUSHED } from './pushed-insert.ts';
import { type Db, sql } from './sql.ts';

interface PushedInsert {
  readonly table: string;
  /** Its last select, which runs on the node. */
  readonly select: string;
}

const CONDITION = `where ${PUSHED}`;

const findPushedInserts = (text: string): PushedInsert[] =>
  text
    .split(CONDITION)
    .slice(0, -1)
    .flatMap((before) => {
      const insert = before.slice(before.lastIndexOf('insert into '));
      const [, table = ''] = /^insert into (\w+)/.exec(insert) ?? [];
      return [{ table, select: insert.slice(insert.indexOf('select ')) }];
    });

/** Values have their type: no function reads them. A list of texts becomes one of ids element by element. */
const CAST = /(?<!\$\d+|string_to_array\([^()]*\)(?=::uuid\[\]))::(\w+(?:\[\])?)/g;
const CALL = /\b([a-z_]\w*)\s*\(/g;

/** What is not immutable. */
interface Mutable {
  readonly functions: ReadonlySet<string>;
  /** Types whose values a function reads that depends on settings, as moments do. */
  readonly types: ReadonlySet<string>;
}

/** Why a cluster refuses the select. */
function findFaults(select: string, { functions, types }: Mutable): string[] {
  const called = [...select.matchAll(CALL)].map(([, name = '']) => name);
  const cast = [...select.matchAll(CAST)].map(([, name = '']) => name);
  return [
    ...called.filter((name) => functions.has(name)),
    ...cast.filter((name) => types.has(name) || name.endsWith('[]')),
  ];
}

async function readMutable(db: Db): Promise<Mutable> {
  const rows = await db.rows<{ name: string; isType: boolean }>(sql`
    select proname as name, false as "isType" from pg_proc where provolatile <> ${'i'}
    union
    select typname, true from pg_type join pg_proc on pg_proc.oid = typinput where provolatile <> ${'i'}`);
  const namesOf = (isType: boolean) =>
    new Set(rows.flatMap((row) => (row.isType === isType ? [row.name] : [])));
  return { functions: namesOf(false), types: namesOf(true) };
}

/** As in a region on a node of a cluster, which gets its clock and its numbers as values. */
const asOnNode = (db: OpenDatabase): OpenDatabase => ({
  ...db,
  transaction: (work, options) => db.transaction((tx) => work({ ...tx, runsOnNode: true }), options),
});

const { db } = await frenchDatabase({ after });
const mutable = await readMutable(db);

test('what a cluster refuses in the last select of an insert is recognised', () => {
  const faultsOf = (select: string): string[] =>
    findPushedInserts(`with a as (insert into listing select ${select} ${CONDITION}) select now()`).flatMap(
      (insert) => findFaults(insert.select, mutable),
    );
  assert.deepEqual(faultsOf('array_to_string(codes, $1::text) from given'), ['array_to_string']);
  assert.deepEqual(faultsOf('pg_current_xact_id () from given'), ['pg_current_xact_id']);
  assert.deepEqual(faultsOf('at::timestamptz from given'), ['timestamptz']);
  assert.deepEqual(faultsOf('md5(url)::uuid, coalesce(($1::uuid[])[at], id) from given'), []);
});

test('an insert that is one task of a cluster has only immutable functions', async (t) => {
  const file = join(temporaryDirectory(t), 'statements.jsonl');
  const places = createPlaceService(db, () => undefined);
  const observations = observeWorld(new World({ seed: 'pushed', properties: 4, days: 4, noise: 0 }));
  const half = Math.ceil(observations.length / 2);
  const recorded = recordStatements(db, file);
  await feedRegions(recorded, places, observations.slice(0, half));
  await feedRegions(asOnNode(recorded), places, observations.slice(half));
  const inserts = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => findPushedInserts((JSON.parse(line) as RecordedStatement).text));
  const faults = inserts.flatMap(({ table, select }) =>
    findFaults(select, mutable).map((fault) => `${table}: ${fault}`),
  );
  assert.deepEqual([...new Set(faults)], []);
  const tables = new Set(inserts.map(({ table }) => table));
  assert.equal(tables.size, countPushedInserts(), `not recorded: one of ${[...tables].sort().join()}`);
});

/** Those of the service. */
const countPushedInserts = (): number =>
  globSync('src/**/*.ts')
    .filter((path) => !path.startsWith('src/db/'))
    .map((path) => readFileSync(path, 'utf8').replaceAll(`\${PUSHED}`, PUSHED).split(CONDITION).length - 1)
    .reduce((sum, count) => sum + count, 0);
