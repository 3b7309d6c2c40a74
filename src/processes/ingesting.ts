import type { Database } from '../db/sql.ts';
import { createPlaces, type Places } from '../geo/places.ts';
import { openPipeline } from '../ingest/open.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import type { Clock } from '../lib/clock.ts';

/** The pipeline as every process runs it. */
export const servicePipeline = (
  db: Database,
  clock: Clock,
  places: Pick<Places, 'locate'> = createPlaces(db, () => undefined),
): Pipeline => openPipeline(db, clock, { places });
