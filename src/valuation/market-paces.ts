import { allRegions } from '../db/region-set.ts';
import type { Db } from '../db/sql.ts';
import { findDivisionById } from '../geo/store.ts';
import type { Clock } from '../lib/clock.ts';
import { PAGE_SIZE, type RowPage } from '../lib/page.ts';
import { loadCurrentModel } from './current-model.ts';
import { mergePaces } from './merge-regions.ts';
import { qualifyCode } from './qualified-code.ts';
import { type NamedPace, namePace } from './time-on-market.ts';

export interface PaceQuery {
  cityId?: string | undefined;
  propertyType?: string | undefined;
  page: number;
}

/** A pace has no identity but its place and type. */
export type ListedPace = NamedPace & { id: string };

/** The paces of the models in use, the places with most homes first. They are as fresh as its fit. */
export async function listMarketPaces(
  { db, clock }: { db: Db; clock: Clock },
  { cityId, propertyType, page }: PaceQuery,
): Promise<RowPage<ListedPace>> {
  const city = cityId === undefined ? undefined : await findDivisionById(db, cityId);
  if (cityId !== undefined && city === undefined) return { rows: [], total: 0 };
  const place = city && qualifyCode(city.countryCode, city.uniqueCode);
  const models = await Promise.all(allRegions(db).map((region) => loadCurrentModel(region, clock, 'ASKING')));
  const found = mergePaces(models.map((model) => model?.stored.paces ?? []))
    .filter((one) => place === undefined || one.place === place)
    .filter((one) => propertyType === undefined || one.propertyType === propertyType)
    .toSorted((one, other) => other.homes - one.homes || (one.place < other.place ? -1 : 1));
  const rows = found
    .slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    .map((pace) => ({ id: `${pace.place}:${pace.propertyType}`, ...namePace(pace) }));
  return { rows, total: found.length };
}
