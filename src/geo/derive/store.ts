import { type Db, sql } from '../../db/sql.ts';
import type { Geometry } from '../../lib/polygon.ts';
import type { CentroidOrigin, DivisionType } from '../division.ts';

/** Imported parts with their boxes and their municipality or district, whatever is between. */
const parts = sql`
  select part.division_id, west, south, east, north,
         case parent.type when 'NEIGHBORHOOD' then parent.parent_id else part.parent_id end as municipality_id
  from division part
  join division parent on parent.division_id = part.parent_id
  join division_contour contour on contour.division_id = part.division_id
  where part.type in ('NEIGHBORHOOD', 'SUB_NEIGHBORHOOD') and not part.retired`;

/**
 * Municipalities where the box of one part is within that of another, with a tolerance of `slack` degrees. That is rare
 * in one layer, so most municipalities are never read.
 */
export async function findMunicipalitiesToNest(
  db: Db,
  countryCode: string,
  slack: number,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    with part as materialized (${parts} and part.country_code = ${countryCode})
    select distinct outermost.municipality_id as id
    from part outermost join part innermost using (municipality_id)
    where outermost.division_id <> innermost.division_id
      and innermost.west > outermost.west - ${slack} and innermost.east < outermost.east + ${slack}
      and innermost.south > outermost.south - ${slack} and innermost.north < outermost.north + ${slack}`);
  return rows.map(({ id }) => id);
}

export const selectContouredParts = (
  db: Db,
  municipalityId: string,
): Promise<{ id: string; geometry: Geometry }[]> =>
  db.rows(sql`
    with part as (${parts})
    select division_id as id, geometry from part join division_contour using (division_id)
    where municipality_id = ${municipalityId}`);

export interface PartParent {
  readonly id: string;
  readonly parentId: string;
  readonly type: DivisionType;
}

export async function putParents(db: Db, parents: readonly PartParent[]): Promise<number> {
  const rows = await db.rows(sql`
    update division set parent_id = updated."parentId", type = updated.type
    from jsonb_to_recordset(${JSON.stringify(parents)}::jsonb) as updated (id uuid, "parentId" uuid, type text)
    where division_id = updated.id and (division.parent_id, division.type) is distinct from (updated."parentId", updated.type)
    returning 1`);
  return rows.length;
}

export interface DerivedCentre {
  readonly id: string;
  readonly longitude: number | null;
  readonly latitude: number | null;
  readonly origin: CentroidOrigin | null;
}

export async function putDerivedCentres(db: Db, centres: readonly DerivedCentre[]): Promise<void> {
  await db.rows(sql`
    update division set longitude = updated.longitude, latitude = updated.latitude, centroid_origin = updated.origin
    from jsonb_to_recordset(${JSON.stringify(centres)}::jsonb) as updated
      (id uuid, longitude double precision, latitude double precision, origin text)
    where division_id = updated.id`);
}
