import { type Db, sql } from '../db/sql.ts';
import { LruCache } from '../lib/lru-cache.ts';
import {
  boxContains,
  buildContour,
  type Contour,
  contourContains,
  type Geometry,
  type Position,
} from '../lib/polygon.ts';
import { COUNTRY_OF_SALES } from './country.ts';
import type { Sale } from './sale.ts';

export interface SaleDivisions {
  cityId: string | null;
  districtId: string | null;
  neighborhoodId: string | null;
}

/** The divisions of a sale in the administrative tree of today, whatever they were at its import. */
export type SaleDivisionLookup = (sale: Sale) => SaleDivisions;

const MICRO = 1_000_000;

interface DivisionRow {
  code: string;
  id: string;
  type: string;
  parentId: string | null;
}

interface NeighborhoodRow {
  id: string;
  parentId: string;
  west: number;
  south: number;
  east: number;
  north: number;
}

export async function loadSaleDivisions(db: Db, sales: readonly Sale[]): Promise<SaleDivisionLookup> {
  const divisions = new Map(
    (await selectDivisionsByCode(db, [...new Set(sales.map(({ cityCode }) => cityCode))])).map((division) => [
      division.code,
      division,
    ]),
  );
  const quarters = await selectNeighborhoods(
    db,
    [...divisions.values()].map(({ id }) => id),
  );
  const framing = (sale: Sale): NeighborhoodRow[] => {
    const point = pointOf(sale);
    const id = divisions.get(sale.cityCode)?.id;
    return point === undefined
      ? []
      : quarters.filter((quarter) => quarter.parentId === id && boxContains(quarter, point));
  };
  const contours = await loadContours(db, new Set(sales.flatMap(framing).map(({ id }) => id)));
  return (sale) => {
    const division = divisions.get(sale.cityCode);
    const point = pointOf(sale);
    const holds = ({ id }: NeighborhoodRow): boolean => {
      const contour = contours.get(id);
      return point !== undefined && contour !== undefined && contourContains(contour, point);
    };
    const isDistrict = division?.type === 'MUNICIPAL_DISTRICT';
    return {
      cityId: (isDistrict ? division.parentId : division?.id) ?? null,
      districtId: isDistrict ? division.id : null,
      neighborhoodId: framing(sale).find(holds)?.id ?? null,
    };
  };
}

const pointOf = ({ longitude, latitude }: Sale): Position | undefined =>
  longitude === null || latitude === null ? undefined : [longitude / MICRO, latitude / MICRO];

/** A merged commune resolves to its successor. */
const selectDivisionsByCode = (db: Db, codes: readonly string[]): Promise<DivisionRow[]> =>
  db.rows<DivisionRow>(sql`
    select requested.code, found.* from unnest(${codes}::text[]) as requested (code)
    cross join lateral (
      (select division_id as id, type, parent_id as "parentId" from division
       where country_code = ${COUNTRY_OF_SALES} and unique_code = requested.code and type in ('MUNICIPALITY', 'MUNICIPAL_DISTRICT'))
      union all
      (select division_id, type, parent_id from division
       where country_code = ${COUNTRY_OF_SALES} and former_codes @> array[requested.code] and not retired)
      limit 1) found`);

const selectNeighborhoods = (db: Db, parentIds: readonly string[]): Promise<NeighborhoodRow[]> =>
  db.rows<NeighborhoodRow>(sql`
    select division_id as id, parent_id as "parentId", west, south, east, north
    from division join division_contour using (division_id)
    where parent_id = any (${parentIds}::uuid[]) and type = 'NEIGHBORHOOD' and not retired`);

/** Contours of neighbourhoods: the same cities recur. */
const contourCache = new LruCache<Contour>(1_000);

async function loadContours(db: Db, ids: ReadonlySet<string>): Promise<Map<string, Contour>> {
  const found = new Map<string, Contour>();
  for (const id of ids) {
    const contour = contourCache.get(id);
    if (contour !== undefined) found.set(id, contour);
  }
  const missing = [...ids].filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  const rows = await db.rows<{ id: string; geometry: Geometry }>(
    sql`select division_id as id, geometry from division_contour where division_id = any (${missing}::uuid[])`,
  );
  for (const { id, geometry } of rows) {
    const contour = buildContour(geometry);
    contourCache.set(id, contour);
    found.set(id, contour);
  }
  return found;
}
