import type { Db } from '../db/sql.ts';
import { type EngineSession, quoteLiteral } from '../warehouse/engine.ts';
import { analyticsColumnTypes, columnStructure } from './columns.ts';
import { selectTailAfter, type TailPart } from './store.ts';

/** Events copied at once from one engine to the other, as one text of about 150 KB. */
const TAIL_BATCH_ROWS = 250;

/**
 * Copies the tail into a table of the engine, or one month of it into one of the session; returns its parts. The tails of
 * several regions are in one table.
 */
export async function loadTail(
  db: Db,
  session: EngineSession,
  { table, month }: { table: string; month?: string },
): Promise<TailPart[]> {
  const temporary = month === undefined ? '' : 'temp ';
  await session.run(`create ${temporary}table if not exists ${table} (${analyticsColumnTypes()})`);
  const parts: TailPart[] = [];
  for (;;) {
    const last = parts.at(-1);
    const after = last && {
      listingId: last.listingIds.at(-1) ?? '',
      revisionId: last.revisionIds.at(-1) ?? '',
    };
    const part = await selectTailAfter(db, {
      ...(month === undefined ? {} : { month }),
      ...(after === undefined ? {} : { after }),
      atMost: TAIL_BATCH_ROWS,
    });
    if (part === undefined) return parts;
    await session.run(
      `insert into ${table} select unnest(from_json($1, ${quoteLiteral(columnStructure())}), recursive := true)`,
      [part.events],
    );
    parts.push({ ...part, events: '' });
    if (part.listingIds.length < TAIL_BATCH_ROWS) return parts;
  }
}
