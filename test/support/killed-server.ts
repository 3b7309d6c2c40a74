import { Agent, get } from 'node:http';
import { join } from 'node:path';
import type { Connection } from '../../src/db/connection.ts';
import { type Db, firstRow, sql } from '../../src/db/sql.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { type GableProcess, spawnGable } from './gable.ts';
import { databaseUrl } from './ingest-snapshot.ts';
import { createOwner, type Owner } from './owners.ts';

const CALLERS = 4;
/** At 500 calls a minute each: refused calls are neither counted here nor metered. */
const OWNERS = 8;
const POLL_INTERVAL_MS = 5;

export interface ServerKillResult {
  answered: number;
  recorded: number;
  /** Callers without a response: their last call may be recorded. */
  cutOff: number;
  /** How long before the kill the oldest unrecorded call was answered; 0 when all are recorded. */
  lostMs: number;
}

/** What a server under load has done. */
export interface LoadProgress {
  /** When each call was answered, by `performance.now()`. */
  readonly answers: readonly number[];
  countRecorded(): Promise<number>;
}

/** Calls a real server from several clients, kills it after the load without warning, and compares its responses with its records. */
export async function killUnderLoad(
  { db, connection }: { db: Db; connection: Connection },
  { folder, load }: { folder: string; load(progress: LoadProgress): Promise<unknown> },
): Promise<ServerKillResult> {
  const owners: Owner[] = [];
  while (owners.length < OWNERS) owners.push(await createOwner(db, systemClock));
  const server = startServer(connection, folder);
  const address = await server.url();
  const answers: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const callers = Array.from({ length: CALLERS }, () =>
    callRepeatedly({ url: `${address}/sources`, agent }, owners, answers),
  );
  while (answers.length === 0) await systemClock.sleep(POLL_INTERVAL_MS);
  await load({ answers, countRecorded: () => countRecordedCalls(db, owners) });
  const killedAt = performance.now();
  server.child.kill('SIGKILL');
  await server.exited;
  await Promise.all(callers);
  agent.destroy();
  // The database finishes a running statement all the same.
  while ((await countSessions(db)) > 0) await systemClock.sleep(POLL_INTERVAL_MS);
  const recorded = await countRecordedCalls(db, owners);
  const oldestLost = answers[Math.max(0, recorded)] ?? killedAt;
  return { answered: answers.length, recorded, cutOff: CALLERS, lostMs: Math.max(0, killedAt - oldestLost) };
}

/** With the compile cache of one that ended normally, a start takes a third of the time. */
export const startServer = (connection: Connection, folder: string): GableProcess =>
  spawnGable({ after() {} }, ['serve'], {
    DATABASE_URL: databaseUrl(connection),
    DATA_DIR: folder,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  });

/** Calls repeatedly for one account after the other until disconnected; records the time of each response. */
async function callRepeatedly(
  { url, agent }: { url: string; agent: Agent },
  owners: readonly Owner[],
  answers: number[],
): Promise<void> {
  for (let turn = 0; ; turn++) {
    const headers = { 'x-api-key': owners[turn % owners.length]?.key ?? '' };
    const status = await new Promise<number>((resolve) => {
      const request = get(url, { agent, headers }, (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0)).on('error', () => resolve(0));
      });
      request.on('error', () => resolve(0));
    });
    if (status === 0) return;
    if (status === 200) answers.push(performance.now());
  }
}

async function countRecordedCalls(db: Db, owners: readonly Owner[]): Promise<number> {
  const row = await firstRow<{ calls: number }>(
    db,
    sql`
    select coalesce(sum(calls), 0)::int as calls from usage_day
    where account_id = any (${owners.map(({ accountId }) => accountId)}::uuid[])`,
  );
  return row?.calls ?? 0;
}

async function countSessions(db: Db): Promise<number> {
  const row = await firstRow<{ sessions: number }>(
    db,
    sql`
    select count(*)::int as sessions from pg_stat_activity
    where datname = current_database() and application_name <> current_setting('application_name')
      and backend_type = 'client backend'`,
  );
  return row?.sessions ?? 0;
}
