import { type RegionSet, requireAccountPlane } from './region-set.ts';
import type { BulkDb, Database, Sql, TransactionOptions } from './sql.ts';

/**
 * The handle of a service with several regions: statements on the account plane, and the regions beside it. A statement
 * on a table of a region is refused, as it would answer for one region alone.
 */
export function accountPlane<Handle extends Database>(db: Handle, regions: RegionSet): Handle {
  const rows = async <Row>(statement: Sql): Promise<Row[]> => {
    requireAccountPlane(statement);
    return db.rows<Row>(statement);
  };
  return {
    ...db,
    regions,
    rows,
    transaction: <Result>(work: (tx: BulkDb) => Promise<Result>, options?: TransactionOptions) =>
      db.transaction((tx) => work(accountTransaction(tx, regions)), options),
  };
}

/** Regions are read beside the transaction: each has sessions of its own. */
const accountTransaction = (tx: BulkDb, regions: RegionSet): BulkDb => ({
  ...tx,
  regions,
  rows: async (statement) => {
    requireAccountPlane(statement);
    return tx.rows(statement);
  },
  copy: async (statement, rows) => {
    requireAccountPlane({ text: statement });
    return tx.copy(statement, rows);
  },
});
