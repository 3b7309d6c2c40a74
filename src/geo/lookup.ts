import type { Db } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';
import type { Geometry } from '../lib/polygon.ts';
import { type Division, type FlatDivision, toFlatDivision } from './division.ts';
import {
  findDivisionById,
  findDivisionGeometry,
  readDivisionsRevision,
  selectAncestors,
  selectDescendants,
} from './store.ts';

/** Whether the divisions of any country are loaded. */
export const hasDivisions = async (db: Db): Promise<boolean> => (await readDivisionsRevision(db)) !== '';

export async function findDivision(db: Db, id: string): Promise<FlatDivision | undefined> {
  const division = await findDivisionById(db, id);
  return division && toFlatDivision(division);
}

/** Undefined when there is no such division. There are never more than one page of them. */
export async function listAncestors(
  db: Db,
  id: string,
  page: number,
): Promise<RowPage<FlatDivision> | undefined> {
  const [division, ancestors] = await Promise.all([findDivisionById(db, id), selectAncestors(db, id)]);
  if (division === undefined) return undefined;
  return { total: ancestors.length, rows: page === 1 ? ancestors.map(toFlatDivision) : [] };
}

export async function listDescendants(
  db: Db,
  id: string,
  page: number,
): Promise<RowPage<FlatDivision> | undefined> {
  const [division, { total, rows }] = await Promise.all([
    findDivisionById(db, id),
    selectDescendants(db, id, page),
  ]);
  return division && { total, rows: rows.map(toFlatDivision) };
}

/** A GeoJSON feature. */
export interface DivisionGeometry {
  type: 'Feature';
  id: string;
  geometry: Geometry;
  properties: { name: string; locationType: Division['type']; uniqueCode: string };
}

/** `'unknown'` when the division exists without a contour. */
export async function findGeometry(db: Db, id: string): Promise<DivisionGeometry | 'unknown' | undefined> {
  const [division, geometry] = await Promise.all([findDivisionById(db, id), findDivisionGeometry(db, id)]);
  if (division === undefined) return undefined;
  if (geometry === undefined) return 'unknown';
  const { name, type, uniqueCode } = division;
  return { type: 'Feature', id, geometry, properties: { name, locationType: type, uniqueCode } };
}
