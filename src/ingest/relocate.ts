import type { Db } from '../db/sql.ts';
import { buildFeature } from '../identity/feature.ts';
import { canonical } from '../lib/canonical.ts';
import { scanGroupedListings } from '../properties/groups.ts';
import { findListingRecords } from '../properties/listing-rows.ts';
import type { ListingState } from '../properties/listing-state.ts';
import { lockForRecording } from '../properties/store.ts';
import { resolveAndRecord } from './assign-batch.ts';
import { formatNames, isFormatName } from './format-names.ts';
import { formats } from './formats.ts';
import { locateListing } from './normalise/location.ts';
import { validateObservation } from './observation.ts';
import type { RawObservation } from './packed-raw.ts';
import type { Payload } from './payload.ts';
import type { Pipeline, RegionPipelines } from './pipeline.ts';
import { loadRawObservations } from './raw.ts';

const MAX_RETRIES = 5;

export interface RelocationReport {
  listings: number;
  moved: number;
}

/**
 * Locates every listing again after an import of divisions. Ids stay, and listings that did not move are not
 * written.
 */
export async function relocate(
  pipeline: Pipeline,
  onListing: () => void,
  signal?: AbortSignal,
): Promise<RelocationReport> {
  const done = { listings: 0, moved: 0 };
  const { regions } = pipeline;
  if (regions !== undefined) {
    for (const region of regions.served) {
      const part = await relocateAll(region, { onListing, signal, onMove: regions.enterPlace });
      done.listings += part.listings;
      done.moved += part.moved;
    }
    return done;
  }
  return relocateAll(pipeline, { onListing, signal });
}

interface RelocationSteps {
  onListing: () => void;
  signal: AbortSignal | undefined;
  /** Before a listing is written at its new place. */
  onMove?: RegionPipelines['enterPlace'] | undefined;
}

async function relocateAll(
  pipeline: Pipeline,
  { onListing, signal, onMove }: RelocationSteps,
): Promise<RelocationReport> {
  const done = { listings: 0, moved: 0 };
  for await (const { listingId } of scanGroupedListings(pipeline.db)) {
    if (signal?.aborted) break;
    const moved = await pipeline.db.transaction(
      (db) => relocateListing(db, pipeline, { listingId, onMove }),
      {
        retries: MAX_RETRIES,
      },
    );
    done.listings += 1;
    if (moved) done.moved += 1;
    onListing();
  }
  return done;
}

async function relocateListing(
  db: Db,
  pipeline: Pipeline,
  { listingId, onMove }: Pick<RelocationSteps, 'onMove'> & { listingId: string },
): Promise<boolean> {
  await lockForRecording(db, [listingId], []);
  const stored = (await findListingRecords(db, [listingId])).get(listingId);
  if (stored === undefined) return false;
  const stated = (await loadStatedLocation(db, listingId)) ?? knownLocation(stored.state);
  const { location } = await locateListing(stated, pipeline.locate);
  if (canonical(location) === canonical(stored.state.claims.location)) return false;
  await onMove?.(pipeline, location);
  const { location: _, ...rest } = stored.state.claims;
  const state = { ...stored.state, claims: { ...rest, ...(location === undefined ? {} : { location }) } };
  // A correction, not a change of the home: no change is recorded and no alert matches.
  const listing = { state, correction: true } as const;
  await resolveAndRecord(db, pipeline, { feature: buildFeature(state), at: pipeline.clock.now(), listing });
  return true;
}

/** The location stated by the newest stored observation that has one. */
async function loadStatedLocation(db: Db, listingId: string): Promise<Payload['location']> {
  for (const observation of await loadRawObservations(db, listingId)) {
    const location = parseStatedLocation(observation);
    if (location !== undefined) return location;
  }
  return undefined;
}

function parseStatedLocation({ payload: record, format, observedAt }: RawObservation): Payload['location'] {
  const validated = validateObservation({
    source: 'stored',
    url: 'https://stored.invalid/1',
    observedAt: observedAt.toISOString(),
    kind: 'seen',
    payload: parseRawRecord(record, format),
  });
  return 'observation' in validated ? validated.observation.payload?.location : undefined;
}

/**
 * Reads a stored record by its format. One without a stored format is tried with every format, then read as our own
 * payload.
 */
function parseRawRecord(record: unknown, format: string | undefined): unknown {
  const names = format !== undefined && isFormatName(format) ? [format] : formatNames;
  for (const name of names) {
    const payload = formats[name].readRecord(record);
    if (payload !== undefined) return payload;
  }
  return record;
}

/** The current location as a payload, for a listing without stored observations. */
function knownLocation({ claims: { location }, statedNeighborhood }: ListingState): Payload['location'] {
  if (location === undefined) return undefined;
  const { city, district, geometry, address, countryCode, accuracy, stated } = location;
  const code = (district ?? city)?.uniqueCode;
  return {
    ...(countryCode === undefined ? {} : { countryCode }),
    ...(code === undefined ? {} : { inseeCode: code }),
    ...(city === undefined ? stated : { city: city.name }),
    ...(address === undefined ? {} : { address }),
    ...(accuracy === undefined ? {} : { accuracy }),
    ...(geometry === undefined ? {} : { coordinates: geometry.coordinates }),
    ...(statedNeighborhood === undefined ? {} : { neighborhood: statedNeighborhood }),
  } as Payload['location'];
}
