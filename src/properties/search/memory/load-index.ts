import { readHorizon } from '../../../db/horizon.ts';
import type { Database, Db } from '../../../db/sql.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { SegmentBuilder } from './build-segment.ts';
import type { DocumentWriter } from './document-file.ts';
import type { HiddenPart, LoadedIndex } from './index-snapshot.ts';
import { readRows, readStoreClock } from './store.ts';

/** Hidden properties whose content is older are left to SQL. */
const MAX_HIDDEN_AGE_MS = 3 * 365 * DAY_MS;
const MICROSECONDS = 1_000;

/**
 * Loads everything on the market as one segment, and hidden properties as another. The horizon is read first: later
 * changes are read again by the first refresh.
 */
export async function loadIndex(
  db: Database,
  documents?: DocumentWriter,
  maxHiddenRows = Infinity,
): Promise<LoadedIndex> {
  const horizon = await readHorizon(db);
  const builder = new SegmentBuilder(documents);
  const hidden = await db.transaction(
    async (tx) => {
      for await (const rows of readRows(tx, 'visible')) for (const row of rows) builder.add(row);
      return readHidden(tx, maxHiddenRows);
    },
    { isolation: 'repeatable read' },
  );
  // After the transaction: a segment takes seconds of CPU, on a busy machine more than a transaction may be idle.
  const segment = builder.finish();
  return {
    segment,
    ...(hidden === undefined ? {} : { hidden: finishHidden(hidden) }),
    horizon,
    readAt: await readStoreClock(db),
    ...(documents === undefined || segment.documents === undefined ? {} : { documents: documents.path }),
  };
}

interface HiddenRows {
  readonly builder: SegmentBuilder;
  /** Older ones were not read. */
  readonly since?: number;
}

const finishHidden = ({ builder, since }: HiddenRows): HiddenPart => ({
  segment: builder.finish(),
  ...(since === undefined ? {} : { since }),
});

/** The newest hidden properties. Those with the same moment are all read or all left out. */
async function readHidden(db: Db, maxRows: number): Promise<HiddenRows | undefined> {
  if (maxRows <= 0) return undefined;
  const oldest = (await readStoreClock(db)) - MAX_HIDDEN_AGE_MS * MICROSECONDS;
  const builder = new SegmentBuilder();
  let [count, last] = [0, Infinity];
  for await (const rows of readRows(db, 'hidden'))
    for (const row of rows) {
      if (row.moment < oldest) return { builder, since: oldest };
      if (count >= maxRows && row.moment !== last) return { builder, since: last };
      builder.add(row);
      count += 1;
      last = row.moment;
    }
  return { builder };
}
