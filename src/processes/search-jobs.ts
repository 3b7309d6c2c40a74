import type { Database } from '../db/sql.ts';
import { HOUR_MS } from '../lib/durations.ts';
import { packDocuments } from '../properties/pack-documents.ts';
import { CURSOR_LIFETIME_MS } from '../properties/search/cursor-limits.ts';
import { LAST_SEEN_LOG_RETENTION_MS } from '../properties/search/memory/last-seen-overlay.ts';
import { rebuildSearch } from '../properties/search/rebuild.ts';
import { deletePastPositions } from '../properties/search/write.ts';
import { deleteVisitLog } from '../properties/visits.ts';
import type { WorkerJob } from './spread-jobs.ts';

const REBUILD_INTERVAL_MS = 24 * HOUR_MS;

export const searchJobs = (db: Database): WorkerJob[] => [
  {
    name: 'delete past search positions',
    everyMs: HOUR_MS,
    run: async () => void (await deletePastPositions(db, CURSOR_LIFETIME_MS + HOUR_MS)),
  },
  {
    name: 'delete old last-seen entries',
    everyMs: HOUR_MS,
    run: async () => void (await deleteVisitLog(db, LAST_SEEN_LOG_RETENTION_MS + HOUR_MS)),
  },
  // After an upgrade from a release that stored JSON.
  {
    name: 'pack stored documents',
    everyMs: REBUILD_INTERVAL_MS,
    run: async (signal) => void (await packDocuments(db, signal)),
  },
  // After an upgrade with new filters, rows may lack their columns.
  {
    name: 'rebuild outdated search rows',
    everyMs: REBUILD_INTERVAL_MS,
    // Searches by those filters, and the memory index, wait for it: for minutes, where there is something to rebuild.
    isScan: true,
    run: async (signal) => void (await rebuildSearch(db, { signal })),
  },
];
