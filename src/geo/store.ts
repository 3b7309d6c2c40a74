import { propertyVocabularies } from '../catalogue/property-vocabularies.ts';
import { selectPage } from '../db/select-page.ts';
import { type Db, firstRow, type Sql, sql } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';
import type { Box, Geometry } from '../lib/polygon.ts';
import { centroidOrigins, type Division, type DivisionType, isGuessed } from './division.ts';

interface DivisionRow extends Omit<Division, 'centroid'> {
  longitude: number | null;
  latitude: number | null;
}

const columns = sql`
  division_id as id, country_code as "countryCode", type, unique_code as "uniqueCode", name, parent_id as "parentId",
  group_ids as "groupIds", postal_codes as "postalCodes", population, longitude, latitude,
  centroid_origin as "centroidOrigin", former_names as "formerNames", former_codes as "formerCodes",
  other_names as "otherNames"`;

/** The widest level first, as in the vocabulary. */
const level = sql`array_position(${propertyVocabularies.divisionType.values}::text[], type)`;

const GUESSED = centroidOrigins.filter(isGuessed);

const asDivision = ({ longitude, latitude, ...row }: DivisionRow): Division => ({
  ...row,
  centroid: longitude === null || latitude === null ? null : [longitude, latitude],
});

/** Rows of one read: 5,000 divisions are about 2 MB, read in 40 ms. */
const PAGE_ROWS = 5_000;
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

/** Every active division, of one country or of all, unordered: parents may follow their children. */
export async function* readDivisions(db: Db, countryCode?: string): AsyncGenerator<Division> {
  const inCountry = countryCode === undefined ? sql`true` : sql`country_code = ${countryCode}`;
  for (let last = LOWEST_ID; ; ) {
    // As one JSON text: to parse the five arrays of each row one by one took 0.27 s of CPU more for France.
    const read = await firstRow<{ rows: DivisionRow[] }>(
      db,
      sql`
      select coalesce(json_agg(page order by page.id), '[]') as rows from (
        select ${columns} from division
        where division_id > ${last} and not retired and ${inCountry} order by division_id limit ${PAGE_ROWS}) page`,
    );
    const rows = read?.rows ?? [];
    yield* rows.map(asDivision);
    const end = rows.at(-1);
    if (end === undefined || rows.length < PAGE_ROWS) return;
    last = end.id;
  }
}

/** Changes with every change of a division: what was built from divisions is then out of date. */
export async function readDivisionsRevision(db: Db): Promise<string> {
  const row = await firstRow<{ revision: string }>(
    db,
    sql`
    select coalesce(string_agg(country_code || revision || ' ' || extract(epoch from loaded_at), ' ' order by country_code), '') as revision
    from geography`,
  );
  return row?.revision ?? '';
}

/** Also a retired one: an id once given out still resolves. */
export async function findDivisionById(db: Db, id: string): Promise<Division | undefined> {
  return findOne(db, sql`select ${columns} from division where division_id = ${id}`);
}

/** Those that there are; retired ones too. */
export const findDivisionsById = async (
  db: Db,
  ids: readonly string[],
): Promise<Pick<Division, 'id' | 'uniqueCode' | 'countryCode'>[]> =>
  ids.length === 0
    ? []
    : db.rows(sql`
        select division_id as id, unique_code as "uniqueCode", country_code as "countryCode" from division
        where division_id = any (${ids}::uuid[])`);

/** By its code, or else by the former code of a municipality merged into it. */
export async function findDivisionByCode(
  db: Db,
  countryCode: string,
  code: string,
): Promise<Division | undefined> {
  return findOne(
    db,
    sql`
    select ${columns} from division
    where country_code = ${countryCode} and not retired
      and (unique_code = ${code} or former_codes @> array[${code}::text])
    order by unique_code = ${code} desc limit 1`,
  );
}

/** The names of the places that have these codes, in every country. */
export const findNamesByCode = (
  db: Db,
  codes: readonly string[],
): Promise<{ countryCode: string; code: string; name: string }[]> =>
  db.rows(sql`
    select country_code as "countryCode", unique_code as code, name from division
    where unique_code = any(${codes}::text[]) and not retired`);

async function findOne(db: Db, statement: Sql): Promise<Division | undefined> {
  const row = await firstRow<DivisionRow>(db, statement);
  return row && asDivision(row);
}

/** The divisions above one, the nearest first: municipality groups, then the parents up to the country. */
export async function selectAncestors(db: Db, id: string): Promise<Division[]> {
  const rows = await db.rows<DivisionRow>(sql`
    with recursive line as (
      select division_id, parent_id, group_ids, 0 as step from division where division_id = ${id}
      union all
      select above.division_id, above.parent_id, above.group_ids, step + 1
      from line join division above on above.division_id = line.parent_id
    )
    select ${columns} from division
    where division_id in (select division_id from line where step > 0 union select unnest(group_ids) from line)
    order by ${level} desc, population`);
  return rows.map(asDivision);
}

/**
 * Everything below a division, the widest level first, by name. A group contains its municipalities and their parts.
 * The lateral join makes PostgreSQL use the index once a division: it expects a million rows here and would otherwise
 * scan the table at each step (450 ms where this takes 5 for a department, 150 for all France).
 */
export async function selectDescendants(db: Db, id: string, page: number): Promise<RowPage<Division>> {
  const { rows, total } = await selectPage<{ id: string }>(
    db,
    sql`
    with recursive below as (
      select division_id, type, name, retired from division
      where parent_id = ${id} or group_ids @> array[${id}::uuid]
      union
      select child.* from below cross join lateral (
        select division_id, type, name, retired from division where parent_id = below.division_id offset 0
      ) as child
    )
    select division_id as id from below where not retired order by ${level}, name, division_id`,
    page,
  );
  const ids = rows.map((row) => row.id);
  const found = await db.rows<DivisionRow>(sql`
    select ${columns} from division where division_id = any (${ids}::uuid[])
    order by array_position(${ids}::uuid[], division_id)`);
  return { total, rows: found.map(asDivision) };
}

/** The contour as it was given, when one is known. */
export async function findDivisionGeometry(db: Db, id: string): Promise<Geometry | undefined> {
  const row = await firstRow<{ geometry: Geometry }>(
    db,
    sql`select geometry from division_contour where division_id = ${id}`,
  );
  return row?.geometry;
}

export interface ContourBox extends Box {
  readonly id: string;
  readonly type: DivisionType;
}

/** The boxes of every contour of those levels: enough to select the few contours that may contain a point. */
export const selectContourBoxes = (
  db: Db,
  countryCode: string,
  types: readonly DivisionType[],
): Promise<ContourBox[]> =>
  db.rows<ContourBox>(sql`
    select division_id as id, type, west, south, east, north
    from division_contour join division using (division_id)
    where country_code = ${countryCode} and type = any (${types}::text[]) and not retired`);

/** The contours of those levels whose boxes touch a box. */
export const selectGeometriesIn = (
  db: Db,
  { west, south, east, north }: Box,
  types: readonly DivisionType[],
  limit: number,
): Promise<{ id: string; geometry: Geometry }[]> =>
  db.rows(sql`
    select division_id as id, geometry
    from division_contour join division using (division_id)
    where box(point(west, south), point(east, north))
          && box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))
      and type = any (${types}::text[]) and not retired
    order by division_id limit ${limit}`);

/** The counts of one level of a country. */
export interface LevelCounts {
  readonly countryCode: string;
  readonly type: DivisionType;
  readonly count: number;
  readonly contoured: number;
  readonly surveyed: number;
  readonly guessed: number;
}

export const countByLevel = (db: Db): Promise<LevelCounts[]> =>
  db.rows<LevelCounts>(sql`
    select country_code as "countryCode", type, count(*)::int as count, count(contour.division_id)::int as contoured,
           count(*) filter (where centroid_origin = 'surveyed')::int as surveyed,
           count(*) filter (where centroid_origin = any (${GUESSED}::text[]))::int as guessed
    from division left join division_contour as contour using (division_id)
    where not retired group by country_code, type order by country_code, ${level}`);
