import type { BulkDb, Database } from './sql.ts';

const statement = (text: string) => ({ text, values: [] });

/** A running transaction as a handle for functions that open their own: each of theirs is a savepoint of it. */
export function nestTransactions(tx: BulkDb): Database {
  let savepoints = 0;
  return {
    rows: (sql) => tx.rows(sql),
    regions: tx.regions,
    async transaction(work) {
      savepoints += 1;
      const name = `nested_${savepoints}`;
      await tx.rows(statement(`savepoint ${name}`));
      try {
        const result = await work(tx);
        await tx.rows(statement(`release savepoint ${name}`));
        return result;
      } catch (error) {
        await tx.rows(statement(`rollback to savepoint ${name}`));
        throw error;
      }
    },
  };
}
