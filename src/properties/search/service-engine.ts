import type { Region, RegionSet } from '../../db/region-set.ts';
import type { Db } from '../../db/sql.ts';
import type { PlaceService } from '../../geo/place-service.ts';
import { findCriteriaRegions } from './criteria-regions.ts';
import type { SearchEngine } from './engine.ts';
import { type RegionEngine, regionsEngine } from './regions-engine.ts';
import { sqlEngine } from './sql-engine.ts';

interface RegionSearch {
  regions: RegionSet;
  places: Pick<PlaceService, 'register'>;
  engineOf(region: Region): SearchEngine;
}

/** Asks only the regions that the places of the criteria may be in. */
export function createRegionsEngine({ regions, places, engineOf }: RegionSearch): SearchEngine {
  const engines = new Map(
    regions.all.map((region): [string, RegionEngine] => [
      region.name,
      { engine: engineOf(region), db: region.db },
    ]),
  );
  return regionsEngine(async (criteria) => {
    const [register, strays] = await Promise.all([places.register(), regions.readStrays()]);
    const names = findCriteriaRegions(criteria, { regions: regions.all, strays, register });
    const chosen = [...engines].filter(([name]) => names === undefined || names.has(name));
    return (chosen.length === 0 ? [...engines].slice(0, 1) : chosen).map(([, engine]) => engine);
  });
}

/** Pages of a region on another node are read there. A cursor scan begins at a moment that only the coordinator knows. */
export const regionSqlEngine = ({ db, direct }: Region, places: PlaceService): SearchEngine =>
  sqlEngine(db, places, direct && { current: () => direct.current(), coveredMoment: () => undefined });

/**
 * The engine of a service, over its regions if it has several. A database has its regions once it is ready, so they are
 * asked for at each search.
 */
export function serviceEngine(
  db: Db,
  places: PlaceService,
  { single, engineOf }: { single: SearchEngine; engineOf?: ((region: Region) => SearchEngine) | undefined },
): SearchEngine {
  let merged: SearchEngine | undefined;
  const current = (): SearchEngine => {
    if (db.regions === undefined) return single;
    merged ??= createRegionsEngine({
      regions: db.regions,
      places,
      engineOf: engineOf ?? ((region) => regionSqlEngine(region, places)),
    });
    return merged;
  };
  return {
    queryPage: (query) => current().queryPage(query),
    queryCursor: (query) => current().queryCursor(query),
    count: (criteria) => current().count(criteria),
    countFacets: (query) => current().countFacets(query),
    findClusters: (query) => current().findClusters(query),
  };
}
