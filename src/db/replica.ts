import pg from 'pg';
import type { OpenDatabase } from './pool.ts';
import { type ReplicaOptions, type ReplicaWatch, watchReplica } from './replica-watch.ts';
import type { Database, Db, Sql } from './sql.ts';
import { isUnavailable } from './unavailable.ts';

/** A standby that answers reads, no further behind than its bound. */
export interface Replica {
  /** The replica while it may be read, the primary otherwise. */
  readonly reads: Database;
  /** The replica, while it may be read: for questions of which a later must not be answered by an older state than the first. */
  current(): Db | undefined;
  /** The moment up to which a cursor scan finds everything there. */
  coveredMoment(): number | undefined;
  lagMs(): number | undefined;
  end(): Promise<void>;
}

export type CountRead = (by: 'replica' | 'primary') => void;

/** Nothing fails for the replica's sake: what it does not answer, the primary does. */
export function openReplica(
  primary: Database,
  standby: OpenDatabase,
  { count, ...options }: ReplicaOptions & { count: CountRead },
): Replica {
  const watch = watchReplica(primary, standby, options);
  const onReplica = replicaFirst(primary, standby, { watch, count });
  const isRead = () => watch.covered() !== undefined;
  const onPrimary = <Result>(ask: () => Promise<Result>): Promise<Result> => {
    count('primary');
    return ask();
  };
  return {
    reads: {
      rows: <Row>(statement: Sql) =>
        isRead() ? onReplica.rows<Row>(statement) : onPrimary(() => primary.rows<Row>(statement)),
      transaction: (work, asked) =>
        isRead() ? onReplica.transaction(work, asked) : onPrimary(() => primary.transaction(work, asked)),
    },
    current: () => (isRead() ? onReplica : undefined),
    coveredMoment: () => watch.covered()?.moment,
    lagMs: watch.lagMs,
    async end() {
      await watch.end();
      await standby.end();
    },
  };
}

interface ReplicaContext {
  watch: ReplicaWatch;
  count: CountRead;
}

/** Asks the replica; what fails there for a reason of its own is asked of the primary. */
function replicaFirst(primary: Database, standby: Database, { watch, count }: ReplicaContext): Database {
  const orElse = async <Result>(
    ask: () => Promise<Result>,
    otherwise: (error: unknown) => Promise<Result>,
  ): Promise<Result> => {
    try {
      const result = await ask();
      count('replica');
      return result;
    } catch (error) {
      if (!isReplicaError(error)) throw error;
      if (isUnavailable(error)) watch.lost();
      const result = await otherwise(error);
      count('primary');
      return result;
    }
  };
  return {
    rows: <Row>(statement: Sql) =>
      orElse(
        () => standby.rows<Row>(statement),
        () => primary.rows<Row>(statement),
      ),
    transaction: (work, asked) => {
      let begun = false;
      const onStandby: typeof work = (db) => {
        begun = true;
        return work(db);
      };
      return orElse(
        () => standby.transaction(onStandby, asked),
        // What the work did elsewhere cannot be done twice: whoever asks again is answered by the primary.
        (error) => (begun ? Promise.reject(error) : primary.transaction(work, asked)),
      );
    },
  };
}

const STATEMENT_TIMEOUT = '57014';
const CONFLICT_WITH_RECOVERY = '40001';

/**
 * Not there, cancelled because what it read was replayed away, or a schema and grants older than the primary's. A statement over its
 * time would take as long on the primary, and is not asked twice.
 */
function isReplicaError(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return isUnavailable(error);
  const { code = '' } = error;
  if (code === STATEMENT_TIMEOUT) return false;
  return code === CONFLICT_WITH_RECOVERY || code.startsWith('42') || isUnavailable(error);
}
