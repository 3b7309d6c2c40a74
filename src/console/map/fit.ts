/** In degrees. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export const WORLD: Box = { west: -180, south: -85, east: 180, north: 85 };

interface Weighted {
  readonly at: readonly [number, number];
  readonly count: number;
}

/** Homes that may lie outside of the first view: a few overseas do not make it a map of the world. */
const OUTSIDE_SHARE = 0.02;

/** The box of the homes but for a few far away; `margin` is half a cell, in degrees. */
export function fitBox(clusters: readonly Weighted[], margin: number): Box | undefined {
  if (clusters.length === 0) return undefined;
  const [west, east] = spread(clusters, 0);
  const [south, north] = spread(clusters, 1);
  return { west: west - margin, south: south - margin, east: east + margin, north: north + margin };
}

function spread(clusters: readonly Weighted[], axis: 0 | 1): [number, number] {
  const total = clusters.reduce((sum, { count }) => sum + count, 0);
  const outside = Math.floor(total * OUTSIDE_SHARE);
  const sorted = clusters.toSorted((one, other) => one.at[axis] - other.at[axis]);
  return [skip(sorted, outside)?.at[axis] ?? 0, skip(sorted.toReversed(), outside)?.at[axis] ?? 0];
}

function skip(sorted: readonly Weighted[], homes: number): Weighted | undefined {
  let skipped = 0;
  return sorted.find(({ count }) => {
    skipped += count;
    return skipped > homes;
  });
}

/** The cell of a cluster of several homes, as its id `zoom/column/row` names it. */
export function cellBox(id: string): Box | undefined {
  const [zoom, column, row] = id.split('/').map(Number);
  if (zoom === undefined || column === undefined || row === undefined) return undefined;
  const { width, height } = cellSize(zoom);
  const [west, south] = [column * width - 180, row * height - 90];
  return { west, south, east: west + width, north: south + height };
}

/** Of the cells that the service counts in: a quarter of a tile of 256 pixels. */
export const cellSize = (zoom: number) => {
  const width = 90 / 2 ** zoom;
  return { width, height: (width * 11) / 16 };
};

export const boxShape = ({ west, south, east, north }: Box) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ],
  ],
});
