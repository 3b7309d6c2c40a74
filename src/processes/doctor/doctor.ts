import type { Connection } from '../../db/connection.ts';
import { openDatabase } from '../../db/pool.ts';
import { waitForDatabase } from '../../db/wait.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { redactUrlPasswords } from '../../lib/url-password.ts';
import type { Settings } from '../settings.ts';
import { type CheckResult, type LocalContext, runChecks, toResult } from './check.ts';
import { databaseChecks } from './database-checks.ts';
import { localChecks, readDiskSpace } from './local-checks.ts';
import { workChecks } from './work-checks.ts';

const WAIT_TIMEOUT_MS = 5_000;

export interface DoctorParts {
  readonly settings: Settings;
  readonly connection: Connection;
  readonly clock: Clock;
  readonly log: Log;
  readonly readSpace?: LocalContext['readSpace'];
}

/** Runs every check. It changes nothing, and migrates nothing. */
export async function examine({
  settings,
  connection,
  clock,
  log,
  readSpace = readDiskSpace,
}: DoctorParts): Promise<CheckResult[]> {
  const context = { settings, clock, readSpace };
  const local = await runChecks(localChecks, context);
  const obstacle = await findObstacle(connection, log);
  if (obstacle !== undefined) {
    const fault = `the database is not usable: ${obstacle}`;
    return [...local, toResult('database', { fault, advice: 'check DATABASE_URL and that the server runs' })];
  }
  const replica = await checkReplica(settings, log);
  const db = openDatabase(connection, { log, applicationName: 'gable doctor', max: 2 });
  try {
    const server = await runChecks(databaseChecks, { ...context, db });
    // Without the tables of this version the rest has nothing to look at.
    const isMigrated = server.every(({ check, state }) => check !== 'migrations' || state === 'ok');
    const work = isMigrated ? await runChecks(workChecks, { ...context, db }) : [];
    return [...local, toResult('database', undefined), ...replica, ...server, ...work];
  } finally {
    await db.end();
  }
}

async function findObstacle(connection: Connection, log: Log): Promise<string | undefined> {
  return waitForDatabase(connection, { log, signal: AbortSignal.timeout(WAIT_TIMEOUT_MS) }).then(
    () => undefined,
    (error: Error) =>
      ['TimeoutError', 'AbortError'].includes(error.name)
        ? `no answer within ${WAIT_TIMEOUT_MS / 1_000} s`
        : redactUrlPasswords(error.message),
  );
}

async function checkReplica({ DATABASE_REPLICA_URL }: Settings, log: Log): Promise<CheckResult[]> {
  if (DATABASE_REPLICA_URL === undefined) return [];
  const db = openDatabase(
    { connectionString: DATABASE_REPLICA_URL },
    { log, applicationName: 'gable doctor', max: 1 },
  );
  const advice = 'check DATABASE_REPLICA_URL; until then the primary answers everything';
  try {
    const [row] = await db.rows<{ standby: boolean }>({
      text: 'select pg_is_in_recovery() as standby',
      values: [],
    });
    if (row?.standby === true) return [toResult('replica', undefined)];
    return [toResult('replica', { fault: 'DATABASE_REPLICA_URL is not a standby', advice })];
  } catch (error) {
    return [
      toResult('replica', { fault: `the replica does not answer: ${(error as Error).message}`, advice }),
    ];
  } finally {
    await db.end();
  }
}
