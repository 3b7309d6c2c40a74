import pg from 'pg';
import type { OpenDatabase } from './pool.ts';
import { type ReplicaOptions, type ReplicaWatch, watchReplica } from './replica-watch.ts';
import type { Database, Db, Sql } from './sql.ts';
import { isUnavailable } from './unavailable.ts';

/** A standby for reads, with a bounded lag. */
export interface Replica {
  /** The replica while it may be read, the primary otherwise. */
  readonly reads: Database;
  /** The replica while it may be read: for queries of which a later one must not read an older state than the first. */
  current(): Db | undefined;
  /** The time up to which a cursor scan finds everything there. */
  coveredMoment(): number | undefined;
  lagMs(): number | undefined;
  end(): Promise<void>;
}

export type CountRead = (by: 'replica' | 'primary') => void;

/** No read fails because of the replica: the primary serves it then. */
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

/** Queries the replica; a failure of the replica itself is repeated on the primary. */
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
        // The work may have had other effects: a retry of the caller goes to the primary.
        (error) => (begun ? Promise.reject(error) : primary.transaction(work, asked)),
      );
    },
  };
}

const STATEMENT_TIMEOUT = '57014';
const CONFLICT_WITH_RECOVERY = '40001';

/**
 * Unavailable, cancelled by a conflict with replay, or with an older schema or grants than the primary. A statement
 * that timed out would take as long on the primary, and is not repeated.
 */
function isReplicaError(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return isUnavailable(error);
  const { code = '' } = error;
  if (code === STATEMENT_TIMEOUT) return false;
  return code === CONFLICT_WITH_RECOVERY || code.startsWith('42') || isUnavailable(error);
}
