import type { Connection } from '../../src/db/connection.ts';
import { SUPERUSER } from '../../src/db/embedded/cluster.ts';
import { sql } from '../../src/db/sql.ts';
import { openBenchPool } from '../support/database.ts';
import { withScope } from '../support/scope.ts';

/** Copied rows are written out before a stretch is measured, not during it. Only the superuser may allow that. */
export const allowCheckpoints = (connection: Connection): Promise<unknown> =>
  withScope((scope) =>
    openBenchPool(scope, { ...connection, user: SUPERUSER }, { max: 1 }).rows(
      sql`grant pg_checkpoint to gable`,
    ),
  );
