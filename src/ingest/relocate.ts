import type { Db } from '../db/sql.ts';
import { featureOf } from '../identity/feature.ts';
import { canonical } from '../lib/canonical.ts';
import { groupedListings } from '../properties/groups.ts';
import { keptListings } from '../properties/listing-rows.ts';
import type { ListingState } from '../properties/listing-state.ts';
import { lock } from '../properties/store.ts';
import { formatNames, formats, isFormatName } from './formats.ts';
import { situate } from './normalise/location.ts';
import { judgeObservation } from './observation.ts';
import type { Payload } from './payload.ts';
import type { Pipeline } from './pipeline.ts';
import { type RawObservation, rawObservationsOf } from './raw.ts';
import { settle } from './settle.ts';

const RETRIES = 5;

export interface Relocated {
  listings: number;
  moved: number;
}

/** Puts every listing into the divisions as they are now, after an import. Ids stay, and what did not move is not touched. */
export async function relocate(
  pipeline: Pipeline,
  onListing: () => void,
  signal?: AbortSignal,
): Promise<Relocated> {
  const done = { listings: 0, moved: 0 };
  for await (const { listingId } of groupedListings(pipeline.db)) {
    if (signal?.aborted) break;
    const moved = await pipeline.db.transaction((db) => relocateOne(db, pipeline, listingId), {
      retries: RETRIES,
    });
    done.listings += 1;
    if (moved) done.moved += 1;
    onListing();
  }
  return done;
}

async function relocateOne(db: Db, pipeline: Pipeline, listingId: string): Promise<boolean> {
  await lock(db, [listingId], []);
  const kept = (await keptListings(db, [listingId])).get(listingId);
  if (kept === undefined) return false;
  const stated = (await statedPlace(db, listingId)) ?? knownPlace(kept.state);
  const { location } = await situate(stated, pipeline.locate);
  if (canonical(location) === canonical(kept.state.claims.location)) return false;
  const { location: _, ...rest } = kept.state.claims;
  const state = { ...kept.state, claims: { ...rest, ...(location === undefined ? {} : { location }) } };
  // The home did not move: we know better where it stands. No change is told and no alert is raised.
  const listing = { state, correction: true } as const;
  await settle(db, pipeline, { feature: featureOf(state), at: pipeline.clock.now(), listing });
  return true;
}

/** What the source said of the place at its newest visit that is still kept. */
async function statedPlace(db: Db, listingId: string): Promise<Payload['location']> {
  for (const kept of await rawObservationsOf(db, listingId)) {
    const location = placeIn(kept);
    if (location !== undefined) return location;
  }
  return undefined;
}

function placeIn({ payload: record, format, observedAt }: RawObservation): Payload['location'] {
  const judged = judgeObservation({
    source: 'kept',
    url: 'https://kept.invalid/1',
    observedAt: observedAt.toISOString(),
    kind: 'seen',
    payload: payloadIn(record, format),
  });
  return 'observation' in judged ? judged.observation.payload?.location : undefined;
}

/**
 * A record is read by the format it came in. One whose format was not noted is read by the first format that has such
 * records, and else is a payload of ours.
 */
function payloadIn(record: unknown, format: string | undefined): unknown {
  const names = format !== undefined && isFormatName(format) ? [format] : formatNames;
  for (const name of names) {
    const payload = formats[name].readRecord(record);
    if (payload !== undefined) return payload;
  }
  return record;
}

/** What was found then, for a listing whose visits are no longer kept. */
function knownPlace({ claims: { location }, statedNeighborhood }: ListingState): Payload['location'] {
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
