import type { Database, Db } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import { model } from '../identity/model.ts';
import { SqlIdentityStore } from '../identity/store.ts';
import { ZoneCounter } from '../identity/zone-sizes.ts';
import type { Clock } from '../lib/clock.ts';
import { CachingScorer } from './caching-scorer.ts';
import { type Pipeline, type RegionPipelines, writeBatch } from './pipeline.ts';
import { openRegionPipelines } from './region-pipelines.ts';
import { Semaphore } from './semaphore.ts';

/** The register of divisions routes listings to regions. */
type IngestPlaces = Pick<PlaceService, 'locate'> & Partial<Pick<PlaceService, 'register'>>;

/** Opens an ingest pipeline on a database, over all its regions. */
export function openPipeline(db: Database, clock: Clock, { places }: { places: IngestPlaces }): Pipeline {
  let regions: RegionPipelines | undefined;
  return {
    ...openRegionPipeline(db, clock, places),
    // A database has its regions once it is ready.
    get regions() {
      if (db.regions === undefined) return undefined;
      regions ??= openRegionPipelines({
        account: db,
        regions: db.regions,
        open: ({ db: region }) => openRegionPipeline(region, clock, places),
        register: () => requireRegister(places),
        writeBatch,
      });
      return regions;
    },
  };
}

function openRegionPipeline(db: Database, clock: Clock, places: IngestPlaces): Pipeline {
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

function requireRegister(places: IngestPlaces): ReturnType<PlaceService['register']> {
  if (places.register === undefined)
    throw new Error('listings are routed to regions by a register of divisions');
  return places.register();
}
