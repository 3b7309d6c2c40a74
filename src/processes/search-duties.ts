import type { Database } from '../db/sql.ts';
import { VISIT_LIFE_MS } from '../properties/search/memory/visit-log.ts';
import { rebuildSearch } from '../properties/search/rebuild.ts';
import { WALK_LIFE_MS } from '../properties/search/walks.ts';
import { forgetPastPlaces } from '../properties/search/write.ts';
import { forgetVisits } from '../properties/visits.ts';
import type { Duty } from '../queue/duty.ts';

const HOUR_MS = 3_600_000;
const REBUILD_MS = 24 * HOUR_MS;

export const searchDuties = (db: Database): Duty[] => [
  {
    name: 'forget where properties stood before',
    everyMs: HOUR_MS,
    run: async () => void (await forgetPastPlaces(db, WALK_LIFE_MS + HOUR_MS)),
  },
  {
    name: 'forget visits that were told',
    everyMs: HOUR_MS,
    run: async () => void (await forgetVisits(db, VISIT_LIFE_MS + HOUR_MS)),
  },
  // At the start after an upgrade that brought filters, there may be rows that lack their columns.
  {
    name: 'keep every property searchable',
    everyMs: REBUILD_MS,
    run: async (signal) => void (await rebuildSearch(db, { signal })),
  },
];
