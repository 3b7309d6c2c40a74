import type { Db } from '../db/sql.ts';
import type { Sale } from './sale.ts';
import { MIN_SAME_SALE_SIMILARITY, saleSimilarity } from './sale-similarity.ts';
import { findSimilarNotarySales, findSimilarRegistrySales } from './store.ts';

/** A sale of two sources: the land registry's row survives, the other one is suppressed and fills its gaps. */
export interface SalePair {
  readonly survivor: Sale;
  readonly duplicate: Sale;
  readonly score: number;
}

/** By the id of either side. */
export type SalePairs = ReadonlyMap<string, SalePair>;

/**
 * Which of these sales are duplicates. Computed on read, never stored: either source may change tomorrow. Similar sales
 * are looked up, and those similar to them, so that both sides of a pair are compared with the same rivals and agree.
 */
export async function findSalePairs(db: Db, sales: readonly Sale[]): Promise<SalePairs> {
  const known = new Map(sales.map((sale) => [sale.id, sale]));
  const ofNotaries = (): Sale[] => [...known.values()].filter(({ source }) => source === 'N');
  const ofRegistry = (): Sale[] => [...known.values()].filter(({ source }) => source === 'D');
  const add = (found: readonly Sale[]): void => {
    for (const sale of found) known.set(sale.id, sale);
  };
  add(await findSimilarNotarySales(db, ofRegistry()));
  if (ofNotaries().length === 0) return new Map();
  const before = ofRegistry().length;
  add(await findSimilarRegistrySales(db, ofNotaries()));
  if (ofRegistry().length > before) add(await findSimilarNotarySales(db, ofRegistry()));
  return matchSalePairs(ofRegistry(), ofNotaries());
}

/** The most similar first, each sale in one pair at most; ids break ties, so that every caller pairs them alike. */
export function matchSalePairs(registry: readonly Sale[], notaries: readonly Sale[]): SalePairs {
  const byBlock = Map.groupBy(registry, blockOf);
  const possible = notaries
    .flatMap((duplicate) =>
      (byBlock.get(blockOf(duplicate)) ?? []).map((survivor) => ({
        survivor,
        duplicate,
        score: saleSimilarity(survivor, duplicate),
      })),
    )
    .filter(({ score }) => score >= MIN_SAME_SALE_SIMILARITY)
    .sort((one, other) => other.score - one.score || (keyOf(one) < keyOf(other) ? -1 : 1));
  const pairs = new Map<string, SalePair>();
  for (const pair of possible) {
    if (pairs.has(pair.survivor.id) || pairs.has(pair.duplicate.id)) continue;
    pairs.set(pair.survivor.id, pair);
    pairs.set(pair.duplicate.id, pair);
  }
  return pairs;
}

const blockOf = ({ cityCode, priceCents }: Sale): string => `${cityCode} ${priceCents}`;
const keyOf = ({ survivor, duplicate }: SalePair): string => `${survivor.id} ${duplicate.id}`;

/** The columns that the duplicate may fill, with their names in the contract. */
const FILLABLE = {
  livingArea: 'areas.livingAreaSqm',
  landArea: 'areas.landAreaSqm',
  rooms: 'areas.roomsCount',
  streetNumber: 'address.streetNumber',
  streetName: 'address.streetName',
  parcel: 'cadastralRef',
  constructionEra: 'building.constructionEra',
  elevator: 'building.elevator',
  balcony: 'amenities.balcony',
  cellar: 'amenities.cellar',
} as const satisfies Partial<Record<keyof Sale, string>>;

/** The survivor with the values that only the duplicate has, and the names of these. */
export function mergeSalePair({ survivor, duplicate }: SalePair): { sale: Sale; mergedFields: string[] } {
  const filled: Record<string, unknown> = {};
  const mergedFields: string[] = [];
  for (const [name, path] of Object.entries(FILLABLE) as [keyof typeof FILLABLE, string][]) {
    if (survivor[name] !== null || duplicate[name] === null) continue;
    filled[name] = duplicate[name];
    mergedFields.push(path);
  }
  if (survivor.longitude === null && duplicate.longitude !== null) {
    filled['longitude'] = duplicate.longitude;
    filled['latitude'] = duplicate.latitude;
    mergedFields.push('location.geoPoint');
  }
  return { sale: { ...survivor, ...filled }, mergedFields };
}
