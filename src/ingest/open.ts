import type { Database, Db } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { ListingFeature } from '../identity/feature.ts';
import { FeatureReader } from '../identity/feature-bytes.ts';
import type { Levels } from '../identity/levels.ts';
import { model } from '../identity/model.ts';
import { type PairScore, Scorer } from '../identity/score.ts';
import { SqlIdentityStore } from '../identity/store.ts';
import { ZoneCounter } from '../identity/zone-sizes.ts';
import type { Clock } from '../lib/clock.ts';
import { type Pipeline, type RegionPipelines, writeBatch } from './pipeline.ts';
import { openRegionPipelines } from './region-pipelines.ts';
import { Semaphore } from './transaction-batches.ts';

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
  const reader = new FeatureReader();
  return {
    db,
    clock,
    locate: (countryCode, hint) => places.locate(countryCode, hint),
    semaphore: new Semaphore(),
    openIdentity: (within: Db) => ({
      store: new SqlIdentityStore(within, reader),
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

interface CachedScore {
  zoneListings: number;
  evidence: PairScore;
}

/**
 * Scores each pair once per transaction. A linked pair is scored for candidate search, for its assignment, and for
 * each neighbour assigned after it. With large groups every second lookup is a hit.
 */
class CachingScorer extends Scorer {
  readonly #scored = new Map<ListingFeature, Map<ListingFeature, CachedScore>>();
  readonly #facts = new WeakMap<Levels, readonly number[]>();

  /** `levels` is one object per pair, so it serves as the key. */
  override pairFactWeights(one: ListingFeature, other: ListingFeature, levels: Levels): readonly number[] {
    let facts = this.#facts.get(levels);
    if (facts === undefined) {
      facts = super.pairFactWeights(one, other, levels);
      this.#facts.set(levels, facts);
    }
    return facts;
  }

  override evidence(one: ListingFeature, other: ListingFeature, zoneListings: number): PairScore {
    let own = this.#scored.get(one);
    if (own === undefined) {
      own = new Map();
      this.#scored.set(one, own);
    }
    const known = own.get(other);
    if (known?.zoneListings === zoneListings) return known.evidence;
    const evidence = super.evidence(one, other, zoneListings);
    own.set(other, { zoneListings, evidence });
    return evidence;
  }
}
