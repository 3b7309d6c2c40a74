import type { Database } from '../db/sql.ts';
import { moveFavorites } from '../favorites/favorites.ts';
import { createPlaces, type Places } from '../geo/places.ts';
import { openPipeline } from '../ingest/open.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import type { Clock } from '../lib/clock.ts';

/** The pipeline as every process runs it. */
export const servicePipeline = (
  db: Database,
  clock: Clock,
  places: Pick<Places, 'locate'> = createPlaces(db, () => undefined),
): Pipeline => openPipeline(db, clock, { onMerge: moveFavorites, places });
