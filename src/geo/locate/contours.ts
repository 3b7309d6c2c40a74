import type { Db } from '../../db/sql.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { MapGrid } from '../../lib/map-grid.ts';
import { boxContains, buildContour, type Contour, contourContains } from '../../lib/polygon.ts';
import type { DivisionType, Position } from '../division.ts';
import { type ContourBox, selectContourBoxes } from '../store.ts';
import type { ContourHit } from './locate-context.ts';
import { selectGeometries } from './store.ts';

/** The levels a listing is assigned to. */
const LEVELS: readonly DivisionType[] = [
  'MUNICIPALITY',
  'MUNICIPAL_DISTRICT',
  'NEIGHBORHOOD',
  'SUB_NEIGHBORHOOD',
];

/** Cells of 0.1 degrees. */
const grid = new MapGrid(100_000);
/** About 4 kB each; a feed lists city after city. */
const MAX_CACHED_CONTOURS = 4_000;

/** The contours of one country: all boxes are in memory, a contour is read when a point first falls into its box. */
export class ContourIndex {
  readonly #db: Db;
  readonly #ids: ReadonlySet<string>;
  readonly #cells = new Map<number, ContourBox[]>();
  readonly #cache = new LruCache<Contour>(MAX_CACHED_CONTOURS);

  constructor(db: Db, boxes: readonly ContourBox[]) {
    this.#db = db;
    this.#ids = new Set(boxes.map(({ id }) => id));
    for (const box of boxes) for (const cell of grid.cellsIn(box)) this.#add(cell, box);
  }

  #add(cell: number, box: ContourBox): void {
    const boxes = this.#cells.get(cell);
    if (boxes === undefined) this.#cells.set(cell, [box]);
    else boxes.push(box);
  }

  /** The divisions whose contour contains the point. */
  async hitAt(point: Position | undefined): Promise<ContourHit> {
    const hasContour = (id: string): boolean => this.#ids.has(id);
    if (point === undefined || this.#ids.size === 0) return { containingIds: [], hasContour };
    const boxes = (this.#cells.get(grid.cellAt(...point)) ?? []).filter((box) => boxContains(box, point));
    const contours = await this.#read(boxes.map(({ id }) => id));
    const containingIds = [...contours]
      .filter(([, contour]) => contourContains(contour, point))
      .map(([id]) => id);
    return { containingIds, hasContour };
  }

  async #read(ids: readonly string[]): Promise<Map<string, Contour>> {
    const found = new Map<string, Contour>();
    const missing: string[] = [];
    for (const id of ids) {
      const contour = this.#cache.get(id);
      if (contour === undefined) missing.push(id);
      else found.set(id, contour);
    }
    if (missing.length === 0) return found;
    for (const { id, geometry } of await selectGeometries(this.#db, missing)) {
      const contour = buildContour(geometry);
      found.set(id, contour);
      this.#cache.set(id, contour);
    }
    return found;
  }
}

export const loadContourIndex = async (db: Db, countryCode: string): Promise<ContourIndex> =>
  new ContourIndex(db, await selectContourBoxes(db, countryCode, LEVELS));
