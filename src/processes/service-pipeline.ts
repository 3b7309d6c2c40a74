import type { Database } from '../db/sql.ts';
import { createPlaceService, type PlaceService } from '../geo/place-service.ts';
import { openPipeline } from '../ingest/open.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import type { Clock } from '../lib/clock.ts';

/** The pipeline as every process runs it. */
export const createServicePipeline = (
  db: Database,
  clock: Clock,
  places: Pick<PlaceService, 'locate' | 'register'> = createPlaceService(db, () => undefined),
): Pipeline => openPipeline(db, clock, { places });
