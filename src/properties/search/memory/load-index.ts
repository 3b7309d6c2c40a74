import { readHorizon } from '../../../db/horizon.ts';
import type { Database } from '../../../db/sql.ts';
import { SegmentBuilder } from './build-segment.ts';
import type { DocumentWriter } from './document-file.ts';
import type { LoadedIndex } from './index-snapshot.ts';
import { readStoreClock, readVisibleRows } from './store.ts';

/**
 * Loads everything on the market as one segment. The horizon is read first: later changes are read again by the
 * first refresh.
 */
export async function loadIndex(db: Database, documents?: DocumentWriter): Promise<LoadedIndex> {
  const horizon = await readHorizon(db);
  const builder = new SegmentBuilder(documents);
  await db.transaction(
    async (tx) => {
      for await (const rows of readVisibleRows(tx)) {
        for (const row of rows) builder.add(row);
      }
    },
    { isolation: 'repeatable read' },
  );
  const segment = builder.finish();
  return {
    segment,
    horizon,
    readAt: await readStoreClock(db),
    ...(documents === undefined || segment.documents === undefined ? {} : { documents: documents.path }),
  };
}
