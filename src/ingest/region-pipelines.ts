import { DEFAULT_REGION, type Region, type RegionSet } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import type { DivisionRegister } from '../geo/register.ts';
import { initialId } from '../identity/property-ids.ts';
import type { Claims } from '../properties/listing-state.ts';
import { type AdvertisedListing, recognizeAdvertisers } from '../properties/publishers/publishers.ts';
import { findVisitedListings } from '../properties/visits.ts';
import { claimListings, findListingRegions, registerProperties } from '../regions/claims.ts';
import { insertStrays } from '../regions/store.ts';
import { chooseRegion, type Situation } from '../regions/territory.ts';
import type { IngestResult, ParsedBatch, Pipeline, RegionPipelines } from './pipeline.ts';

interface RegionPipelineParts {
  account: Db;
  regions: RegionSet;
  open(region: Region): Pipeline;
  register(): Promise<Pick<DivisionRegister, 'ancestorsOf'>>;
  writeBatch(pipeline: Pipeline, batch: ParsedBatch): Promise<IngestResult[]>;
}

export function openRegionPipelines(parts: RegionPipelineParts): RegionPipelines {
  const { account, regions } = parts;
  const all = regions.all.map((region) => ({ name: region.name, pipeline: parts.open(region) }));
  const pipelineOf = (name: string): Pipeline => {
    const found = all.find((one) => one.name === name) ?? all[0];
    if (found === undefined) throw new Error('a service has at least one region');
    return found.pipeline;
  };
  const register = async (pipeline: Pipeline, listingIds: readonly string[]): Promise<void> => {
    const region = all.find((one) => one.pipeline === pipeline)?.name;
    if (region !== undefined && region !== DEFAULT_REGION)
      await registerProperties(account, region, pipeline.db, listingIds);
  };
  return {
    all,
    served: regions.all.flatMap(({ name, isServed }) => (isServed ? [pipelineOf(name)] : [])),
    async findVisited(listingIds) {
      const known = await findListingRegions(account, regions, listingIds);
      const found = await Promise.all(
        [...Map.groupBy(known, ([, region]) => region)].map(([region, entries]) =>
          findVisitedListings(
            pipelineOf(region).db,
            entries.map(([id]) => id),
          ),
        ),
      );
      return new Map(found.flatMap((some) => [...some]));
    },
    async findPipelines(listingIds) {
      const known = await findListingRegions(account, regions, listingIds);
      return new Map([...known].map(([id, region]) => [id, pipelineOf(region)]));
    },
    register,
    async enterPlace(pipeline, location) {
      const own = all.find((one) => one.pipeline === pipeline)?.name;
      const lines = await parts.register();
      const situation = findSituation(location, (id) => [id, ...lines.ancestorsOf(id).ids]);
      const place = situation.divisionIds[0] ?? situation.countryCode;
      if (own === undefined || place === undefined) return;
      if (chooseRegion(regions.all, situation) !== own) await insertStrays(account, [{ region: own, place }]);
    },
    async write(batch) {
      const regionOf = await routeListings(parts, batch);
      const results = await Promise.all(
        [...splitBatch(batch, regionOf)].map(async ([name, part]) => {
          if (regions.all.some((region) => region.name === name && region.isDistributed))
            await recognizeAdvertisers(account, findAdvertised(part), pipelineOf(name).clock.now());
          const written = await parts.writeBatch(pipelineOf(name), part);
          await register(pipelineOf(name), idsOf(part));
          return written;
        }),
      );
      return mergeResults(results);
    },
  };
}

/** A listing stays in its region. A new one goes by its place, and is entered into the directory before it is written. */
async function routeListings(
  { account, regions, register }: RegionPipelineParts,
  { observations, visits }: ParsedBatch,
): Promise<ReadonlyMap<string, string>> {
  const listingIds = [...new Set([...observations, ...visits].map(({ listingId }) => listingId))];
  const known = await findListingRegions(account, regions, listingIds);
  const lines = await register();
  const wanted = observations.map((observation) => {
    const situation = findSituation(observation.listing?.claims.location, (id) => [
      id,
      ...lines.ancestorsOf(id).ids,
    ]);
    return { listingId: observation.listingId, situation, region: chooseRegion(regions.all, situation) };
  });
  return claimListings(
    account,
    known,
    wanted.map(({ listingId, situation, region }) => ({
      listingId,
      propertyId: initialId(listingId),
      region,
      place: situation.divisionIds[0] ?? situation.countryCode,
    })),
  );
}

function findSituation(
  location: Claims['location'],
  lineOf: (divisionId: string) => readonly string[],
): Situation {
  const finest =
    location?.subNeighborhood ?? location?.neighborhood ?? location?.district ?? location?.city ?? undefined;
  return { divisionIds: finest === undefined ? [] : lineOf(finest.id), countryCode: location?.countryCode };
}

/**
 * A region on another node is committed before the account plane: a crash in between would keep a listing and lose its
 * advertiser. So advertisers are committed first, and the recording finds them as known.
 */
const findAdvertised = ({ observations }: ParsedBatch): AdvertisedListing[] =>
  observations.flatMap(({ listingId, listing }) =>
    listing === undefined ? [] : [{ id: listingId, publisher: listing.publisher }],
  );

const idsOf = ({ observations }: ParsedBatch): string[] => observations.map(({ listingId }) => listingId);

/** What belongs to no region is written with the default one. */
function splitBatch(batch: ParsedBatch, regionOf: ReadonlyMap<string, string>): Map<string, ParsedBatch> {
  const nameOf = ({ listingId }: { listingId: string }): string => regionOf.get(listingId) ?? DEFAULT_REGION;
  const observations = Map.groupBy(batch.observations, nameOf);
  const visits = Map.groupBy(batch.visits, nameOf);
  const names = new Set([DEFAULT_REGION, ...observations.keys(), ...visits.keys()]);
  return new Map(
    [...names].map((name) => [
      name,
      {
        ...batch,
        ...(name === DEFAULT_REGION ? {} : { outcomes: [], rejected: [], revisited: [] }),
        observations: observations.get(name) ?? [],
        visits: visits.get(name) ?? [],
      },
    ]),
  );
}

/** The results of the parts are at their positions in the whole batch. */
function mergeResults(parts: readonly (readonly IngestResult[])[]): IngestResult[] {
  const merged: IngestResult[] = [];
  for (const part of parts)
    part.forEach((result, at) => {
      merged[at] = result;
    });
  return merged;
}
