import type { Region, RegionSet, RegionStray } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import { LruCache } from '../lib/lru-cache.ts';
import { type RegionOfId, selectListingRegions, selectPropertyRegions, selectStrays } from './store.ts';

/** An id stays in its region, so an entry is never outdated. 100 bytes each. */
const MAX_CACHED_IDS = 100_000;
/** As far as a memory index may be behind. */
const MAX_STRAYS_AGE_MS = 1_000;

/** The regions with the directory of ids, read through the account plane. */
export function createRegionSet(
  account: Db,
  all: readonly [Region, ...Region[]],
  monotonicMs: () => number = () => performance.now(),
): RegionSet {
  const byName = new Map(all.map((region) => [region.name, region]));
  const finder = (select: (db: Db, ids: readonly string[]) => Promise<RegionOfId[]>) => {
    const cache = new LruCache<string>(MAX_CACHED_IDS);
    return async (ids: readonly string[]): Promise<ReadonlyMap<string, Region>> => {
      const keys = ids.map((id) => id.toLowerCase());
      const missing = keys.filter((key) => cache.get(key) === undefined);
      const read = missing.length === 0 ? [] : await select(account, missing);
      const fresh = new Map(read.map(({ id, region }) => [id, region]));
      for (const [id, region] of fresh) cache.set(id, region);
      const regionOf = (key: string): Region => byName.get(fresh.get(key) ?? cache.get(key) ?? '') ?? all[0];
      return new Map(ids.map((id, at) => [id, regionOf(keys[at] ?? id)]));
    };
  };
  let strays: Promise<readonly RegionStray[]> | undefined;
  let straysUntil = 0;
  return {
    all,
    ofListings: finder(selectListingRegions),
    ofProperties: finder(selectPropertyRegions),
    readStrays() {
      if (strays !== undefined && monotonicMs() < straysUntil) return strays;
      straysUntil = monotonicMs() + MAX_STRAYS_AGE_MS;
      const reading = selectStrays(account);
      reading.catch(() => {
        if (strays === reading) strays = undefined;
      });
      strays = reading;
      return reading;
    },
  };
}
