/** A static k-d tree over points in metres: the nearest rows of a place, without a scan. */
export interface PointTree {
  x: Float64Array;
  y: Float64Array;
  /** Row numbers in tree order; the middle of each range is its node. */
  order: Int32Array;
}

/** Ranges up to this size are scanned. */
const LEAF_ROWS = 16;

export function buildPointTree(x: Float64Array, y: Float64Array): PointTree {
  const order = Int32Array.from(x, (_, row) => row);
  splitRange({ x, y, order }, 0, order.length - 1, 0);
  return { x, y, order };
}

function splitRange(tree: PointTree, low: number, high: number, axis: number): void {
  if (high - low < LEAF_ROWS) return;
  const middle = (low + high) >> 1;
  selectNth(tree.order, axis === 0 ? tree.x : tree.y, { low, high, nth: middle });
  splitRange(tree, low, middle - 1, 1 - axis);
  splitRange(tree, middle + 1, high, 1 - axis);
}

/** Quickselect: afterwards the row at `nth` is where a sort would put it, smaller ones before it. */
function selectNth(
  order: Int32Array,
  along: Float64Array,
  at: { low: number; high: number; nth: number },
): void {
  let { low, high } = at;
  while (low < high) {
    const pivot = along[order[(low + high) >> 1] as number] as number;
    let left = low;
    let right = high;
    while (left <= right) {
      while ((along[order[left] as number] as number) < pivot) left++;
      while ((along[order[right] as number] as number) > pivot) right--;
      if (left <= right) {
        const row = order[left] as number;
        order[left++] = order[right] as number;
        order[right--] = row;
      }
    }
    if (at.nth <= right) high = right;
    else if (at.nth >= left) low = left;
    else return;
  }
}

/** The result of a search, reused from one search to the next: rows by rising squared distance. */
export class NearestRows {
  readonly rows: Int32Array;
  readonly squared: Float64Array;
  count = 0;

  constructor(capacity: number) {
    this.rows = new Int32Array(capacity);
    this.squared = new Float64Array(capacity);
  }

  worst(): number {
    return this.count < this.rows.length
      ? Number.POSITIVE_INFINITY
      : (this.squared[this.count - 1] as number);
  }

  offer(row: number, squared: number): void {
    if (squared >= this.worst()) return;
    let at = this.count < this.rows.length ? this.count++ : this.count - 1;
    while (at > 0 && (this.squared[at - 1] as number) > squared) {
      this.squared[at] = this.squared[at - 1] as number;
      this.rows[at] = this.rows[at - 1] as number;
      at--;
    }
    this.squared[at] = squared;
    this.rows[at] = row;
  }
}

export interface NearestQuery {
  x: number;
  y: number;
  /** Rows that may not answer: the subject's own adverts. */
  skip: (row: number) => boolean;
}

export function findNearest(tree: PointTree, query: NearestQuery, found: NearestRows): NearestRows {
  found.count = 0;
  searchRange({ tree, query, found }, 0, tree.order.length - 1, 0);
  return found;
}

interface Search {
  tree: PointTree;
  query: NearestQuery;
  found: NearestRows;
}

function searchRange(search: Search, low: number, high: number, axis: number): void {
  const { tree, query } = search;
  if (high - low < LEAF_ROWS) {
    for (let at = low; at <= high; at++) offerRow(search, tree.order[at] as number);
    return;
  }
  const middle = (low + high) >> 1;
  const row = tree.order[middle] as number;
  offerRow(search, row);
  const apart = axis === 0 ? query.x - (tree.x[row] as number) : query.y - (tree.y[row] as number);
  const next = 1 - axis;
  if (apart <= 0) searchRange(search, low, middle - 1, next);
  else searchRange(search, middle + 1, high, next);
  if (apart * apart >= search.found.worst()) return;
  if (apart <= 0) searchRange(search, middle + 1, high, next);
  else searchRange(search, low, middle - 1, next);
}

function offerRow({ tree, query, found }: Search, row: number): void {
  const dx = query.x - (tree.x[row] as number);
  const dy = query.y - (tree.y[row] as number);
  const squared = dx * dx + dy * dy;
  if (squared < found.worst() && !query.skip(row)) found.offer(row, squared);
}
