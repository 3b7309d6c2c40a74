import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrate } from '../../src/db/migrate.ts';
import type { OpenDatabase } from '../../src/db/pool.ts';
import type { Db } from '../../src/db/sql.ts';
import { MIGRATIONS } from '../../src/processes/storage.ts';
import { emptyDatabase } from './database.ts';
import { silentLog } from './log.ts';
import type { TestScope } from './test-scope.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/upgrade');

const readLines = <Line>(file: string): Line[] =>
  readFileSync(join(FOLDER, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** What the release answered, by name. */
export const readAnswers = (): Record<string, unknown> =>
  Object.fromEntries(
    readLines<{ name: string; value: unknown }>('answers-0001.ndjson').map(({ name, value }) => [
      name,
      value,
    ]),
  );

/** A transaction number of the server that made the rows means nothing here: it becomes one that is over. */
const ENDED_TRANSACTION = { changed_in: '3' };

/** Puts the rows of a release into the tables of its schema. */
export async function insertOlderRows(db: Db, file: 'rows-0001.ndjson' | 'rows-0058.ndjson'): Promise<void> {
  const rows = readLines<{ table: string; row: object }>(file);
  for (const [table, some] of Map.groupBy(rows, (line) => line.table)) {
    const given = some.map(({ row }) => ('changed_in' in row ? { ...row, ...ENDED_TRANSACTION } : row));
    const columns = [...new Set(given.flatMap((row) => Object.keys(row)))]
      .map((name) => `"${name}"`)
      .join(', ');
    await db.rows({ text: `truncate ${table} cascade`, values: [] });
    await db.rows({
      text: `insert into ${table} (${columns}) overriding system value
             select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      values: [JSON.stringify(given)],
    });
  }
}

/** A database as the release left it: its schema and its rows. */
export async function openOlderDatabase(
  t: TestScope,
): Promise<{ db: OpenDatabase; upgrade(): Promise<string[]> }> {
  const { db, connection } = await emptyDatabase(t);
  await migrate(connection, { folder: MIGRATIONS, log: silentLog, through: '0001_baseline' });
  await insertOlderRows(db, 'rows-0001.ndjson');
  return { db, upgrade: () => migrate(connection, { folder: MIGRATIONS, log: silentLog }) };
}
