import { type Database, sql } from '../../src/db/sql.ts';

/** Makes future sessions of a database read-only, or writable again. Sessions that are open stay as they are. */
export async function setReadOnly(db: Database, state: 'on' | 'off'): Promise<void> {
  await db.transaction(async (tx) => {
    // The session may be read-only itself.
    await tx.rows(sql`set transaction read write`);
    await tx.rows(
      state === 'on'
        ? sql`do $$ begin
            execute format('alter database %I set default_transaction_read_only = on', current_database());
          end $$`
        : sql`do $$ begin
            execute format('alter database %I set default_transaction_read_only = off', current_database());
          end $$`,
    );
  });
}
