import type { Database, Db } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import { model } from '../identity/model.ts';
import { SqlIdentityStore } from '../identity/store.ts';
import { ZoneCounter } from '../identity/zone-sizes.ts';
import type { Clock } from '../lib/clock.ts';
import { CachingScorer } from './caching-scorer.ts';
import type { Pipeline } from './pipeline.ts';
import { Semaphore } from './semaphore.ts';

/** Opens an ingest pipeline on a database. */
export function openPipeline(
  db: Database,
  clock: Clock,
  { places }: { places: Pick<PlaceService, 'locate'> },
): Pipeline {
  const zones = new ZoneCounter();
  return {
    db,
    clock,
    locate: (countryCode, hint) => places.locate(countryCode, hint),
    semaphore: new Semaphore(),
    openIdentity: (within: Db) => ({
      store: new SqlIdentityStore(within),
      scorer: new CachingScorer(model),
      zones: zones.sizes,
    }),
    recountZones: (at, listings) => zones.recount(db, at, listings),
  };
}
