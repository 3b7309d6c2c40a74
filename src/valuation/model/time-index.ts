/** The log price level by month, relative to the last month with prices. */
export interface TimeIndex {
  months: number[];
  levels: number[];
  /** The change a month that is carried on after the last month, already damped. */
  trend: number;
}

/** As if so many homes of a month showed no change: keeps a thin month near the one before. */
const STEADY_ROWS = 30;
const ROUNDS = 6;
/** Homes are compared within squares of this size, so that a shift of supply between quarters is not a price change. */
const SQUARE_METRES = 500;
/** Half of a trend goes on: in Valencia's sample all of it did, in Barcelona nothing of it. */
const DAMPING = 0.5;
/** Beyond this the trend of a market says nothing. */
const MAX_TREND_MONTHS = 6;

export interface IndexedRows {
  x: Float64Array;
  y: Float64Array;
  month: Float32Array;
  /** Log prices without what facts explain. */
  value: Float32Array;
  count: number;
}

/** Backfitting of places and months: what a month adds to the level of its place. */
export function fitTimeIndex(rows: IndexedRows): TimeIndex {
  const square = Int32Array.from({ length: rows.count }, () => 0);
  const squares = numberSquares(rows, square);
  const months = [...new Set(rows.month.subarray(0, rows.count))].sort((a, b) => a - b);
  const position = new Map(months.map((month, at) => [month, at]));
  const monthOf = Int32Array.from(
    { length: rows.count },
    (_, row) => position.get(rows.month[row] as number) ?? 0,
  );
  let levels: Float64Array = new Float64Array(months.length);
  for (let round = 0; round < ROUNDS; round++) {
    const places = groupMeans(rows, square, squares, (row) => levels[monthOf[row] as number] as number);
    const { sums, counts } = groupSums(
      rows,
      monthOf,
      months.length,
      (row) => places[square[row] as number] as number,
    );
    levels = steadied(sums, counts);
  }
  const last = levels.at(-1) ?? 0;
  return { months, levels: Array.from(levels, (level) => level - last), trend: trendOf(months, levels) };
}

function numberSquares({ x, y, count }: IndexedRows, into: Int32Array): number {
  const numbers = new Map<string, number>();
  for (let row = 0; row < count; row++) {
    const key = `${Math.floor((x[row] as number) / SQUARE_METRES)} ${Math.floor((y[row] as number) / SQUARE_METRES)}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
    }
    into[row] = number;
  }
  return numbers.size;
}

function groupSums(rows: IndexedRows, group: Int32Array, groups: number, less: (row: number) => number) {
  const sums = new Float64Array(groups);
  const counts = new Float64Array(groups);
  for (let row = 0; row < rows.count; row++) {
    const at = group[row] as number;
    sums[at] = (sums[at] as number) + (rows.value[row] as number) - less(row);
    counts[at] = (counts[at] as number) + 1;
  }
  return { sums, counts };
}

function groupMeans(
  rows: IndexedRows,
  group: Int32Array,
  groups: number,
  less: (row: number) => number,
): Float64Array {
  const { sums, counts } = groupSums(rows, group, groups, less);
  return sums.map((sum, at) => sum / Math.max(1, counts[at] as number));
}

function steadied(sums: Float64Array, counts: Float64Array): Float64Array {
  let previous = (sums[0] ?? 0) / Math.max(1, counts[0] ?? 1);
  return sums.map((sum, at) => {
    previous = (sum + STEADY_ROWS * previous) / ((counts[at] as number) + STEADY_ROWS);
    return previous;
  });
}

/** The slope of the last year, by least squares, damped. */
function trendOf(months: readonly number[], levels: Float64Array): number {
  const last = months.at(-1) ?? 0;
  const recent = months.flatMap((month, at) =>
    month > last - 12 ? [{ month, level: levels[at] as number }] : [],
  );
  if (recent.length < 3) return 0;
  const middle = recent.reduce((sum, { month }) => sum + month, 0) / recent.length;
  const mean = recent.reduce((sum, { level }) => sum + level, 0) / recent.length;
  const top = recent.reduce((sum, { month, level }) => sum + (month - middle) * (level - mean), 0);
  const bottom = recent.reduce((sum, { month }) => sum + (month - middle) ** 2, 0);
  return (DAMPING * top) / bottom;
}

/** Between two months the earlier counts; before the first, the first. */
export function levelAt({ months, levels, trend }: TimeIndex, month: number): number {
  const last = months.at(-1);
  if (last === undefined) return 0;
  if (month >= last) return trend * Math.min(month - last, MAX_TREND_MONTHS);
  let at = months.findIndex((known) => known > month) - 1;
  if (at < 0) at = 0;
  return levels[at] as number;
}
