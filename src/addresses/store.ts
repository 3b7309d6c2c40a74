import { type Db, firstRow, identifier, joinSql, type Sql, sql } from '../db/sql.ts';
import { LruCache } from '../lib/lru-cache.ts';
import type { Degrees } from './resolve/distance.ts';
import type { CertificateCandidate } from './resolve/evidence.ts';
import type { HomeFacts } from './resolve/home.ts';

const degreeColumns: Sql = sql`
  longitude / 1e6::double precision as longitude, latitude / 1e6::double precision as latitude`;

const candidateColumns: Sql = sql`
  certificate_id as number, city_code as "cityCode", postal_code as "postalCode", energy_rating as "energyRating",
  ghg_rating as "ghgRating", energy_value as "energyValue", ghg_value as "ghgValue", area, established_on as "establishedOn",
  construction_year as "constructionYear", built_after as "builtAfter", built_before as "builtBefore", floor,
  ${degreeColumns},
  address_score as "addressScore", street_number as "streetNumber", street_name as "streetName"`;

export const findCertificateByNumber = (db: Db, number: string): Promise<CertificateCandidate | undefined> =>
  firstRow<CertificateCandidate>(
    db,
    sql`select ${candidateColumns} from certificate where certificate_id = ${number}`,
  );

/** The communes or arrondissements of a code: all of them for a city with districts. */
export const findCodesUnder = async (db: Db, cityCode: string): Promise<string[]> => {
  const rows = await db.rows<{ code: string }>(sql`
    select part.unique_code as code from division join division part on part.parent_id = division.division_id
    where division.country_code = 'FR' and division.unique_code = ${cityCode} and part.type = 'MUNICIPAL_DISTRICT'`);
  return [cityCode, ...rows.map(({ code }) => code)];
};

/** More candidates than this, larger and smaller each, are indistinguishable anyway. */
const MAX_CANDIDATES = 1_000;
/** The count of certificates of a commune stops here: one more hardly changes a probability. */
const MAX_COUNTED_CERTIFICATES = 20_000;

/** Columns of facts that the home lacks are not read, of up to 2,000 candidates. */
function scoringColumns({ energyValue, ghgValue, date, year, floor, point }: HomeFacts): Sql {
  const columnsIf = (isStated: boolean, names: readonly string[]): Sql =>
    joinSql(
      names.map((name) => sql`${isStated ? identifier(snakeCase(name)) : sql`null`} as ${identifier(name)}`),
      ', ',
    );
  return joinSql(
    [
      sql`certificate_id as number, city_code as "cityCode", postal_code as "postalCode", energy_rating as "energyRating",
        ghg_rating as "ghgRating", area, address_score as "addressScore", street_number as "streetNumber",
        street_name as "streetName"`,
      columnsIf(energyValue !== undefined, ['energyValue']),
      columnsIf(ghgValue !== undefined, ['ghgValue']),
      columnsIf(date !== undefined, ['establishedOn']),
      columnsIf(year !== undefined, ['constructionYear', 'builtAfter', 'builtBefore']),
      columnsIf(floor !== undefined, ['floor']),
      point === undefined ? columnsIf(false, ['longitude', 'latitude']) : degreeColumns,
    ],
    ', ',
  );
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The candidate certificates by commune, letter, size and value, with only the columns of facts the home states. The
 * ranges are wide, since listings round.
 */
export function findCandidates(
  db: Db,
  home: HomeFacts,
  cityCodes: readonly string[],
): Promise<CertificateCandidate[]> {
  const { energyRating, kind } = home;
  const [code] = cityCodes;
  const conditions = joinSql(
    [
      cityCodes.length === 1 ? sql`city_code = ${code}` : sql`city_code = any (${cityCodes})`,
      ...(energyRating === undefined ? [] : [sql`energy_rating = ${energyRating}::"char"`]),
      ...(kind === undefined ? [] : [sql`kind = ${kind}::"char"`]),
    ],
    ' and ',
  );
  const found = sql`select ${scoringColumns(home)} from certificate where ${conditions}`;
  const arms = sizesOf(home).flatMap((size) =>
    valuesOf(home).map((value) => sql`(${found} and ${value} and ${size} limit ${MAX_CANDIDATES})`),
  );
  return db.rows<CertificateCandidate>(joinSql(arms, ' union all '));
}

/** Up and down from the stated area, the nearest first, in index order: the limit drops the unlikely ones. */
function sizesOf({ area }: HomeFacts): Sql[] {
  if (area === undefined) return [sql`true`];
  return [
    sql`area >= ${area}::real and area <= ${area * 1.04 + 1}::real order by area`,
    sql`area < ${area}::real and area >= ${area * 0.96 - 1}::real order by area desc`,
  ];
}

/** Separate queries with and without a value, since the index has no "or": 865 rows are read instead of 5,476. */
function valuesOf({ energyValue }: HomeFacts): Sql[] {
  if (energyValue === undefined) return [sql`true`];
  const [least, most] = [Math.floor(energyValue) - 6, Math.ceil(energyValue) + 6];
  return [sql`energy_value between ${least}::integer and ${most}::integer`, sql`energy_value is null`];
}

/** How long a count of rivals is cached: it changes with imports only, and 20,000 take 8 ms to count. */
const COUNT_CACHE_MS = 60_000;
const countCache = new WeakMap<Db, LruCache<{ count: number; at: number }>>();

/** How many certificates of these communes have the letter. */
export async function countRivals(
  db: Db,
  cityCodes: readonly string[],
  energyRating: string | undefined,
): Promise<number> {
  const counts = countCache.get(db) ?? new LruCache(1_000);
  countCache.set(db, counts);
  const key = `${cityCodes.join(' ')} ${energyRating}`;
  const known = counts.get(key);
  if (known !== undefined && performance.now() - known.at < COUNT_CACHE_MS) return known.count;
  const lettered = energyRating === undefined ? sql`true` : sql`energy_rating = ${energyRating}::"char"`;
  const row = await firstRow<{ count: number }>(
    db,
    sql`
    select count(*)::integer as count from (
      select from certificate where city_code = any (${cityCodes}) and ${lettered} limit ${MAX_COUNTED_CERTIFICATES}) counted`,
  );
  const count = row?.count ?? 0;
  counts.set(key, { count, at: performance.now() });
  return count;
}

export interface NearAddress extends Degrees {
  readonly number: number;
  readonly suffix: string;
  readonly street: string;
  readonly postalCode: string;
  readonly cityCode: string;
}

/** The height of one band of the index in millionths of a degree of latitude. */
const BAND_MICRODEGREES = 2_000;

/** The addresses in a box of millionths of a degree, by the bands of the index. */
export function findAddressesWithin(
  db: Db,
  frame: { west: number; east: number; south: number; north: number },
): Promise<NearAddress[]> {
  const bands: number[] = [];
  for (
    let band = Math.trunc(frame.south / BAND_MICRODEGREES);
    band <= Math.trunc(frame.north / BAND_MICRODEGREES);
    band += 1
  )
    bands.push(band);
  return db.rows<NearAddress>(sql`
    select number, suffix, name as street, postal_code as "postalCode", city_code as "cityCode",
           longitude / 1e6::double precision as longitude, latitude / 1e6::double precision as latitude
    from house_number join street using (street_id)
    where latitude / 2000 = any (${bands}::integer[]) and longitude between ${frame.west} and ${frame.east}
      and latitude between ${frame.south} and ${frame.north}`);
}

/** The name of the city of a code: Lyon for its first arrondissement. */
export const findCityName = async (db: Db, cityCode: string): Promise<string | undefined> =>
  (
    await firstRow<{ name: string }>(
      db,
      sql`
    select case division.type when 'MUNICIPAL_DISTRICT' then city.name else division.name end as name
    from division left join division city on city.division_id = division.parent_id
    where division.country_code = 'FR' and division.unique_code = ${cityCode}`,
    )
  )?.name;
