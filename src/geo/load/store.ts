import { randomInt } from 'node:crypto';
import { type Db, firstRow, sql } from '../../db/sql.ts';
import type { Box, Geometry } from '../../lib/polygon.ts';
import type { CentroidOrigin, Division } from '../division.ts';

export async function loadPackageVersion(db: Db, countryCode: string): Promise<string | undefined> {
  const row = await firstRow<{ version: string }>(
    db,
    sql`select package_version as version from geography where country_code = ${countryCode}`,
  );
  return row?.version;
}

/** Imported facts of a division, which a newer package must not overwrite. */
export interface ImportedFacts {
  id: string;
  longitude: number | null;
  latitude: number | null;
  centroidOrigin: CentroidOrigin | null;
  importedPostalCodes: string[];
}

export const selectImportedFacts = (db: Db, countryCode: string): Promise<ImportedFacts[]> =>
  db.rows<ImportedFacts>(sql`
    select division_id as id, imported_postal_codes as "importedPostalCodes",
           case when pointed then longitude end as longitude, case when pointed then latitude end as latitude,
           case when pointed then centroid_origin end as "centroidOrigin"
    from division left join division_contour as contour using (division_id)
    cross join lateral (
      select coalesce(centroid_origin = 'surveyed' or (centroid_origin = 'contour' and not contour.from_package), false)
    ) as import (pointed)
    where country_code = ${countryCode} and (pointed or imported_postal_codes <> '{}')`);

/** The text that `putDivisionRows` takes. */
export const serializeDivisions = (divisions: readonly Division[]): string =>
  JSON.stringify(
    divisions.map(({ centroid, ...division }) => ({
      ...division,
      longitude: centroid?.[0] ?? null,
      latitude: centroid?.[1] ?? null,
    })),
  );

/** Parents first, since each row references its parent. Unchanged rows are not written. */
export async function putDivisionRows(db: Db, given: string, fromPackage: boolean): Promise<number> {
  const written = await firstRow<{ count: number }>(
    db,
    sql`
    with written as (
      insert into division as stored
        (division_id, country_code, type, unique_code, name, parent_id, group_ids, postal_codes, population, longitude,
         latitude, centroid_origin, former_names, former_codes, other_names, from_package)
      select id, "countryCode", type, "uniqueCode", name, "parentId", "groupIds", "postalCodes", population, longitude,
             latitude, "centroidOrigin", "formerNames", "formerCodes", "otherNames", ${fromPackage}
      from jsonb_to_recordset(${given}::jsonb) as given
        (id uuid, "countryCode" text, type text, "uniqueCode" text, name text, "parentId" uuid, "groupIds" uuid[],
         "postalCodes" text[], population integer, longitude double precision, latitude double precision,
         "centroidOrigin" text, "formerNames" text[], "formerCodes" text[], "otherNames" text[])
      on conflict (division_id) do update set
        type = excluded.type, name = excluded.name, parent_id = excluded.parent_id, group_ids = excluded.group_ids,
        postal_codes = excluded.postal_codes, population = excluded.population, longitude = excluded.longitude,
        latitude = excluded.latitude, centroid_origin = excluded.centroid_origin, former_names = excluded.former_names,
        former_codes = excluded.former_codes, other_names = excluded.other_names, from_package = excluded.from_package,
        retired = false
      where stored.retired or (stored.type, stored.name, stored.parent_id, stored.group_ids, stored.postal_codes, stored.population, stored.longitude,
             stored.latitude, stored.centroid_origin, stored.former_names, stored.former_codes, stored.other_names, stored.from_package)
        is distinct from (excluded.type, excluded.name, excluded.parent_id, excluded.group_ids, excluded.postal_codes,
             excluded.population, excluded.longitude, excluded.latitude, excluded.centroid_origin, excluded.former_names,
             excluded.former_codes, excluded.other_names, excluded.from_package)
      returning 1
    )
    select count(*)::int as count from written`,
  );
  return written?.count ?? 0;
}

/** Retires what a package no longer has. Its neighbourhoods move to the municipality with its code as a former one. */
export async function retireOthers(db: Db, countryCode: string, ids: readonly string[]): Promise<void> {
  await db.rows(sql`
    update division set retired = true
    where country_code = ${countryCode} and from_package and not retired and division_id <> all (${ids}::uuid[])`);
  await db.rows(sql`
    update division as child set parent_id = heir.division_id
    from division gone join division heir on gone.unique_code = any (heir.former_codes)
    where child.parent_id = gone.division_id and not child.retired and gone.retired
      and gone.country_code = ${countryCode} and heir.country_code = ${countryCode} and not heir.retired`);
}

export interface DivisionContour extends Box {
  readonly id: string;
  readonly geometry: Geometry;
}

/** The text that `putContourRows` takes. */
export const serializeContours = (contours: readonly DivisionContour[]): string => JSON.stringify(contours);

/** An imported contour overrides one of a package. */
export async function putContourRows(db: Db, given: string, fromPackage: boolean): Promise<number> {
  const written = await firstRow<{ count: number }>(
    db,
    sql`
    with written as (
      insert into division_contour as stored (division_id, west, south, east, north, geometry, from_package)
      select id, west, south, east, north, geometry, ${fromPackage}
      from json_to_recordset(${given}::json) as given
        (id uuid, west double precision, south double precision, east double precision, north double precision, geometry json)
      on conflict (division_id) do update set
        west = excluded.west, south = excluded.south, east = excluded.east, north = excluded.north,
        geometry = excluded.geometry, from_package = excluded.from_package
      where (stored.from_package or not excluded.from_package)
        and (stored.from_package <> excluded.from_package or stored.geometry::text <> excluded.geometry::text)
      returning 1
    )
    select count(*)::int as count from written`,
  );
  return written?.count ?? 0;
}

export async function markLoaded(
  db: Db,
  countryCode: string,
  packageVersion: string,
  now: Date,
): Promise<void> {
  await db.rows(sql`
    insert into geography (country_code, package_version, revision, loaded_at)
    values (${countryCode}, ${packageVersion}, ${nextStep()}, ${now})
    on conflict (country_code) do update set
      package_version = excluded.package_version, revision = geography.revision + excluded.revision,
      loaded_at = excluded.loaded_at`);
}

/**
 * By a random step: processes have stored what they built from a revision, and a database that is restored and then changed
 * must not come to the same number with other divisions.
 */
const nextStep = (): number => randomInt(1, 2 ** 31);

/** Must run in the transaction of every change. */
export async function markChanged(db: Db, countryCode: string): Promise<void> {
  await db.rows(
    sql`update geography set revision = revision + ${nextStep()} where country_code = ${countryCode}`,
  );
}
