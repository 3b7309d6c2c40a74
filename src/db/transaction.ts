import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { backoffMs } from '../lib/backoff.ts';
import type { Session, SessionPool } from './session.ts';
import type { BulkDb, Sql, TransactionOptions } from './sql.ts';

type Work<Result> = (db: BulkDb) => Promise<Result>;

const SERIALISATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const RETRY_BACKOFF = { firstMs: 10, capMs: 200 };

/**
 * Runs the work between begin and commit. Retried only on request: the work must then have no effect outside of the
 * database.
 */
export async function inTransaction<Result>(
  lender: SessionPool,
  work: Work<Result>,
  { retries = 0, isolation = 'read committed' }: TransactionOptions = {},
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    const session = await lender.connect();
    try {
      return await attemptOnce(session, work, lender.mode.begin(isolation));
    } catch (error) {
      if (attempt >= retries || !isConflict(error)) throw error;
    } finally {
      session.release();
    }
    await pause(backoffMs(attempt, RETRY_BACKOFF));
  }
}

/** A single statement. Where settings do not stay with a session it gets a transaction that sets them. */
export async function runOnce<Row>(lender: SessionPool, statement: Sql): Promise<Row[]> {
  const session = await lender.connect();
  try {
    if (!lender.mode.setsPerTransaction()) return (await session.query(statement)).rows as Row[];
    const begin = lender.mode.begin('read committed');
    return await attemptOnce(session, (db) => db.rows<Row>(statement), begin);
  } finally {
    session.release();
  }
}

async function attemptOnce<Result>(session: Session, work: Work<Result>, begin: string): Promise<Result> {
  const lane = openSerialQueue(session);
  await session.query(plain(begin));
  try {
    const result = await work(lane.db);
    await lane.close();
    await commit(session);
    return result;
  } catch (error) {
    await lane.close();
    if (session.isSound()) await session.query(plain('rollback')).catch(() => {});
    throw error;
  }
}

/** PostgreSQL answers `commit` with `ROLLBACK`, and no error, when a statement failed before it. */
async function commit(session: Session): Promise<void> {
  const { command } = await session.query(plain('commit'));
  if (command !== 'COMMIT')
    throw new Error('nothing was committed: the work went on after a failed statement');
}

/**
 * A connection runs one statement at a time, so concurrent statements run one after another. Once closed it refuses: a
 * forgotten `await` must not write into the next transaction of the session.
 */
function openSerialQueue(session: Session) {
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;
  const inTurn = <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    if (closed) throw new Error('this transaction has ended: a statement was not awaited');
    const answer = last.then(ask);
    last = answer.catch(() => {});
    return answer;
  };
  const db: BulkDb = {
    rows: async <Row>(statement: Sql) => (await inTurn(() => session.query(statement))).rows as Row[],
    copy: async (statement, rows) => inTurn(() => session.copy(statement, rows)),
  };
  const close = async () => {
    closed = true;
    await last;
  };
  return { db, close };
}

function isConflict(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError && (error.code === SERIALISATION_FAILURE || error.code === DEADLOCK)
  );
}

const plain = (text: string): Sql => ({ text, values: [] });
