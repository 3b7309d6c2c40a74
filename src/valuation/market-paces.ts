import { allRegions } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { PAGE_SIZE, type RowPage } from '../lib/page.ts';
import { loadCurrentModel } from './current-model.ts';
import { mergePaces } from './merge-regions.ts';
import type { MarketPace } from './time-on-market.ts';

export interface PaceQuery {
  /** The code of a city; * is the whole market. */
  place?: string | undefined;
  propertyType?: string | undefined;
  page: number;
}

/** A pace has no identity but its place and type. */
export type ListedPace = MarketPace & { id: string };

/** The paces of the models in use, the places with most homes first. They are as fresh as its fit. */
export async function listMarketPaces(
  { db, clock }: { db: Db; clock: Clock },
  { place, propertyType, page }: PaceQuery,
): Promise<RowPage<ListedPace>> {
  const models = await Promise.all(allRegions(db).map((region) => loadCurrentModel(region, clock, 'ASKING')));
  const found = mergePaces(models.map((model) => model?.stored.paces ?? []))
    .filter((one) => place === undefined || one.place === place)
    .filter((one) => propertyType === undefined || one.propertyType === propertyType)
    .toSorted((one, other) => other.homes - one.homes || (one.place < other.place ? -1 : 1));
  const rows = found
    .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    .map((pace) => ({ id: `${pace.place}:${pace.propertyType}`, ...pace }));
  return { rows, total: found.length };
}
