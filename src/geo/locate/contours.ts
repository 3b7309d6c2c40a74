import type { Db } from '../../db/sql.ts';
import { LruCache } from '../../lib/lru-cache.ts';
import { boxContains, buildContour, type Contour, contourContains } from '../../lib/polygon.ts';
import type { DivisionType, Position } from '../division.ts';
import { type ContourBox, selectContourBoxes } from '../store.ts';
import type { ContourHit } from './evidence.ts';
import { selectGeometries } from './store.ts';

/** The levels a listing is put in. */
const LEVELS: readonly DivisionType[] = [
  'MUNICIPALITY',
  'MUNICIPAL_DISTRICT',
  'NEIGHBORHOOD',
  'SUB_NEIGHBORHOOD',
];

/** Degrees of a cell. */
const CELL_DEGREES = 0.1;
/** Contours kept once read: some 4 kB each, and listings come city by city. */
const MAX_CACHED_CONTOURS = 4_000;

/** The contours of one country: all frames in memory, each contour itself when a point first falls into its frame. */
export class ContourIndex {
  readonly #db: Db;
  readonly #ids: ReadonlySet<string>;
  readonly #cells = new Map<string, ContourBox[]>();
  readonly #cache = new LruCache<Contour>(MAX_CACHED_CONTOURS);

  constructor(db: Db, boxes: readonly ContourBox[]) {
    this.#db = db;
    this.#ids = new Set(boxes.map(({ id }) => id));
    for (const box of boxes) for (const key of cellsOf(box)) this.#fill(key, box);
  }

  #fill(key: string, box: ContourBox): void {
    const cell = this.#cells.get(key);
    if (cell === undefined) this.#cells.set(key, [box]);
    else cell.push(box);
  }

  /** What the contours say about a point. */
  async hitAt(point: Position | undefined): Promise<ContourHit> {
    const isDrawn = (id: string): boolean => this.#ids.has(id);
    if (point === undefined || this.#ids.size === 0) return { containingIds: [], hasContour: isDrawn };
    const framed = (this.#cells.get(keyOf(point[0], point[1])) ?? []).filter((box) =>
      boxContains(box, point),
    );
    const contours = await this.#read(framed.map(({ id }) => id));
    const holding = [...contours].filter(([, contour]) => contourContains(contour, point)).map(([id]) => id);
    return { containingIds: holding, hasContour: isDrawn };
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

const keyOf = (longitude: number, latitude: number): string =>
  `${Math.floor(longitude / CELL_DEGREES)} ${Math.floor(latitude / CELL_DEGREES)}`;

function* cellsOf({ west, south, east, north }: ContourBox): Generator<string> {
  for (let column = Math.floor(west / CELL_DEGREES); column <= Math.floor(east / CELL_DEGREES); column += 1) {
    for (let row = Math.floor(south / CELL_DEGREES); row <= Math.floor(north / CELL_DEGREES); row += 1)
      yield `${column} ${row}`;
  }
}
