import { type Db, sql } from '../db/sql.ts';
import { buildContour, type Contour, type Geometry } from '../lib/polygon.ts';

interface RequestedDivision {
  id: string;
  type: string;
  codes: string[];
  geometry: Geometry | null;
}

/**
 * The divisions of a search: the commune codes of their sales, and the contours of neighbourhoods, which sales are not
 * indexed by.
 */
export interface RequestedPlaces {
  readonly cityCodes?: readonly string[];
  readonly shapes?: readonly Contour[];
  /** Ids that are not divisions of the requested level. */
  readonly unknown: readonly { level: DivisionLevel; id: string }[];
}

export type DivisionLevel = 'city' | 'district' | 'neighborhood';

const TYPES: Readonly<Record<DivisionLevel, readonly string[]>> = {
  city: ['MUNICIPALITY'],
  district: ['MUNICIPAL_DISTRICT'],
  neighborhood: ['NEIGHBORHOOD', 'SUB_NEIGHBORHOOD'],
};

/** A city and a district together mean both: sales in one of the cities and in one of the districts. */
export async function resolveRequestedPlaces(
  db: Db,
  requested: Readonly<Partial<Record<DivisionLevel, readonly string[]>>>,
): Promise<RequestedPlaces> {
  const ids = Object.values(requested).flat();
  if (ids.length === 0) return { unknown: [] };
  const found = new Map((await selectRequestedDivisions(db, ids)).map((division) => [division.id, division]));
  const unknown: { level: DivisionLevel; id: string }[] = [];
  const at = (level: DivisionLevel): RequestedDivision[] | undefined =>
    requested[level]?.flatMap((id) => {
      const division = found.get(id.toLowerCase());
      if (division !== undefined && TYPES[level].includes(division.type)) return [division];
      unknown.push({ level, id });
      return [];
    });
  const [cities, districts, neighborhoods] = [at('city'), at('district'), at('neighborhood')];
  const codes = intersectCodes(
    cities?.flatMap((division) => division.codes),
    districts?.flatMap((division) => division.codes),
  );
  const shapes = neighborhoods?.flatMap(({ geometry }) =>
    geometry === null ? [] : [buildContour(geometry)],
  );
  return {
    unknown,
    ...(codes === undefined ? {} : { cityCodes: codes }),
    ...(shapes === undefined ? {} : { shapes }),
  };
}

const intersectCodes = (one: string[] | undefined, other: string[] | undefined): string[] | undefined =>
  one === undefined || other === undefined ? (one ?? other) : one.filter((code) => other.includes(code));

/** The codes include those of its districts and of the communes merged into it. */
const selectRequestedDivisions = (db: Db, ids: readonly string[]): Promise<RequestedDivision[]> =>
  db.rows<RequestedDivision>(sql`
    select division.division_id as id, division.type, division_contour.geometry,
      array[division.unique_code] || division.former_codes
        || array(select part.unique_code from division part
                 where part.parent_id = division.division_id and part.type = 'MUNICIPAL_DISTRICT') as codes
    from division
    left join division_contour on division_contour.division_id = division.division_id
      and division.type in ('NEIGHBORHOOD', 'SUB_NEIGHBORHOOD')
    where division.division_id = any (${ids}::uuid[])`);
