import type { Database } from '../../../db/sql.ts';
import { SegmentBuilder } from './build-segment.ts';
import type { DocumentWriter } from './document-file.ts';
import type { LoadedIndex } from './index-snapshot.ts';
import { readIndexHorizon, readStoreClock, readVisibleRows } from './store.ts';

/** Everything on the market as one segment. The horizon comes first: what changes meanwhile is read again with the first refresh. */
export async function loadIndex(db: Database, documents?: DocumentWriter): Promise<LoadedIndex> {
  const horizon = await readIndexHorizon(db);
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
