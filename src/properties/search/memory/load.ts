import type { Database } from '../../../db/sql.ts';
import { SegmentBuilder } from './build-segment.ts';
import type { Loaded } from './held.ts';
import { currentHorizon, storeClock, visibleRows } from './store.ts';

/** Everything on the market as one segment. The horizon comes first: what changes meanwhile is read again with the first refresh. */
export async function load(db: Database, advance: (rows: number) => void = () => {}): Promise<Loaded> {
  const horizon = await currentHorizon(db);
  const builder = new SegmentBuilder();
  await db.transaction(
    async (tx) => {
      for await (const rows of visibleRows(tx)) {
        for (const row of rows) builder.add(row);
        advance(rows.length);
      }
    },
    { isolation: 'repeatable read' },
  );
  return { segment: builder.finish(), horizon, readAt: await storeClock(db) };
}
