import { type Db, sql } from '../../db/sql.ts';
import type { Geometry } from '../../lib/polygon.ts';

export interface ContourRow {
  id: string;
  geometry: Geometry;
}

export const selectGeometries = (db: Db, ids: readonly string[]): Promise<ContourRow[]> =>
  db.rows<ContourRow>(
    sql`select division_id as id, geometry from division_contour where division_id = any (${ids}::uuid[])`,
  );
