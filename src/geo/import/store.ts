import { type Db, firstRow, sql } from '../../db/sql.ts';
import type { Geometry } from '../../lib/polygon.ts';
import type { CentroidOrigin, DivisionType, Position } from '../division.ts';
import type { GeographyImportCounts } from './counts.ts';

/** The facts of a division that an import needs. */
export interface NamedDivision {
  readonly id: string;
  readonly code: string;
  readonly type: DivisionType;
  readonly name: string;
  readonly parentId: string | null;
  /** Of a neighbourhood: its municipality or district, whatever is between. */
  readonly rootId: string | null;
  readonly postalCodes: readonly string[];
  readonly hasDistricts: boolean;
}

const named = sql`
  division.division_id as id, division.unique_code as code, division.type, division.name, division.parent_id as "parentId",
  case parent.type when 'NEIGHBORHOOD' then parent.parent_id else division.parent_id end as "rootId",
  division.postal_codes as "postalCodes",
  exists (select from division child where child.parent_id = division.division_id and child.type = 'MUNICIPAL_DISTRICT')
    as "hasDistricts"`;

export const findDivisionsByCode = (
  db: Db,
  countryCode: string,
  codes: readonly string[],
): Promise<NamedDivision[]> =>
  db.rows<NamedDivision>(sql`
    select ${named} from division left join division parent on parent.division_id = division.parent_id
    where division.country_code = ${countryCode} and division.unique_code = any (${codes}::text[]) and not division.retired`);

/** The former codes among the given ones, of municipalities that were merged into another. */
export async function findFormerCodes(
  db: Db,
  countryCode: string,
  codes: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{ code: string }>(sql`
    select code from division, unnest(former_codes) as code
    where country_code = ${countryCode} and former_codes && ${codes}::text[] and code = any (${codes}::text[])`);
  return new Set(rows.map(({ code }) => code));
}

/** The municipalities and districts whose box contains the point, districts first, with their contours. */
export const findContoursAround = (
  db: Db,
  countryCode: string,
  [longitude, latitude]: Position,
): Promise<(NamedDivision & { geometry: Geometry })[]> =>
  db.rows(sql`
    select ${named}, geometry from division_contour join division using (division_id)
    left join division parent on parent.division_id = division.parent_id
    where west <= ${longitude} and east >= ${longitude} and south <= ${latitude} and north >= ${latitude}
      and division.country_code = ${countryCode} and division.type in ('MUNICIPAL_DISTRICT', 'MUNICIPALITY')
      and not division.retired
    order by division.type = 'MUNICIPALITY'`);

/** Half a degree is about 50 km: farther away it is not the municipality of the point. */
const MAX_DISTANCE_DEGREES = 0.5;

/** The nearest centre that is not a guess; districts come before their city. */
export const findNearestMunicipality = (
  db: Db,
  countryCode: string,
  [longitude, latitude]: Position,
  within: string | null,
): Promise<NamedDivision | undefined> =>
  firstRow<NamedDivision>(
    db,
    sql`
    select ${named} from division left join division parent on parent.division_id = division.parent_id
    where division.country_code = ${countryCode} and division.type in ('MUNICIPAL_DISTRICT', 'MUNICIPALITY')
      and division.centroid_origin in ('surveyed', 'contour', 'gazetteer') and not division.retired
      and abs(division.latitude - ${latitude}) < ${MAX_DISTANCE_DEGREES}
      and (${within}::uuid is null or division.parent_id = ${within}::uuid)
      and not exists (select from division child
                      where child.parent_id = division.division_id and child.type = 'MUNICIPAL_DISTRICT')
    order by (division.latitude - ${latitude}) ^ 2
      + ((division.longitude - ${longitude}) * cos(radians(${latitude}))) ^ 2
    limit 1`,
  );

export interface SurveyedCentre {
  readonly id: string;
  readonly longitude: number;
  readonly latitude: number;
  readonly origin: CentroidOrigin;
}

/** A surveyed centre is replaced only by another surveyed one, and only when `may` is move. Returns how many moved. */
export async function putCentres(
  db: Db,
  centres: readonly SurveyedCentre[],
  may: 'move' | 'fill',
): Promise<number> {
  if (centres.length === 0) return 0;
  const rows = await db.rows(sql`
    update division set longitude = input.longitude, latitude = input.latitude, centroid_origin = input.origin
    from jsonb_to_recordset(${JSON.stringify(centres)}::jsonb) as input
      (id uuid, longitude double precision, latitude double precision, origin text)
    where division_id = input.id
      and (centroid_origin is distinct from 'surveyed' or (input.origin = 'surveyed' and ${may}::text = 'move'))
      and (division.longitude, division.latitude, centroid_origin)
        is distinct from (input.longitude, input.latitude, input.origin)
    returning 1`);
  return rows.length;
}

export interface DivisionPostalCode {
  readonly id: string;
  readonly postalCode: string;
}

/** Postal codes are only added: a file of one department must not remove the others. */
export async function addPostalCodes(db: Db, added: readonly DivisionPostalCode[]): Promise<number> {
  if (added.length === 0) return 0;
  const rows = await db.rows(sql`
    update division set postal_codes = postal_codes || fresh.codes,
                        imported_postal_codes = imported_postal_codes || fresh.codes
    from (
      select id, array_agg(distinct "postalCode" order by "postalCode") as codes
      from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as input (id uuid, "postalCode" text)
      join division on division_id = id and "postalCode" <> all (postal_codes)
      group by id
    ) as fresh
    where division_id = fresh.id
    returning 1`);
  return rows.length;
}

interface ImportKey {
  readonly countryCode: string;
  readonly digest: Buffer;
}

export const loadImportProgress = (
  db: Db,
  { countryCode, digest }: ImportKey,
): Promise<{ position: number; counts: GeographyImportCounts } | undefined> =>
  firstRow(
    db,
    sql`select position, counts from geography_import where country_code = ${countryCode} and digest = ${digest}`,
  );

/** False when the stored position differs from this process's: another process imports the same file. */
export async function storeImportProgress(
  db: Db,
  { countryCode, digest }: ImportKey,
  step: { from: number; to: number; counts: GeographyImportCounts },
  now: Date,
): Promise<boolean> {
  const rows = await db.rows(sql`
    insert into geography_import (country_code, digest, position, counts, started_at)
    values (${countryCode}, ${digest}, ${step.to}, ${step.counts}, ${now})
    on conflict (country_code, digest) do update set position = excluded.position, counts = excluded.counts
    where geography_import.position = ${step.from}
    returning 1`);
  return rows.length === 1;
}

export async function deleteImportProgress(db: Db, { countryCode, digest }: ImportKey): Promise<void> {
  await db.rows(sql`delete from geography_import where country_code = ${countryCode} and digest = ${digest}`);
}
