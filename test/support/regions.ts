import { join } from 'node:path';
import type { Connection } from '../../src/db/connection.ts';
import { migrate } from '../../src/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../src/db/pool.ts';
import { silentLog } from './log.ts';
import { recordStatements } from './record-statements.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations');

interface TestScope {
  after(end: () => Promise<void>): void;
}

/** The schema of a region beside the tables of a test database, and a database handle whose tables are its own. */
export async function openRegion(
  t: TestScope,
  connection: Connection,
  region: string,
): Promise<OpenDatabase> {
  const ofRegion = { ...connection, region };
  await migrate(ofRegion, { folder: MIGRATIONS, log: silentLog });
  const db = openDatabase(ofRegion, { log: silentLog, applicationName: 'gable test', max: 4 });
  t.after(() => db.end());
  return recordStatements(db);
}
