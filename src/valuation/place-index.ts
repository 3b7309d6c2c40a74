import { facts } from './model/facts.ts';
import type { MarketRows } from './model/market-rows.ts';
import { WHOLE_MARKET } from './qualified-code.ts';
import type { PlaceIndex } from './stored-model.ts';

/** The month of a thin place counts as if so many homes had moved like the place above it. */
const BORROWED_HOMES = 30;
const MIN_HOMES = 50;

interface Levels {
  sums: Map<number, number>;
  counts: Map<number, number>;
  homes: number;
}

/**
 * A price index by place, type and month. `value` is the log price without what facts and location explain, so that a
 * month differs by its prices and not by its homes. A place borrows from the one above it where it has few homes.
 */
export function buildPlaceIndices(
  rows: MarketRows,
  value: (row: number) => number,
  /** Of a row, from the widest to the finest. */
  placesOfRow: (row: number) => readonly string[],
): PlaceIndex[] {
  const types = rows.facts[facts.findIndex(({ name }) => name === 'propertyType')];
  const found = new Map<string, { parent: string | undefined; levels: Levels }>();
  for (let row = 0; row < rows.count; row++) {
    let parent: string | undefined;
    for (const place of [WHOLE_MARKET, ...placesOfRow(row)]) {
      const key = `${place} ${types?.[row] ?? 0}`;
      const known = found.get(key) ?? { parent, levels: { sums: new Map(), counts: new Map(), homes: 0 } };
      found.set(key, known);
      addHome(known.levels, rows.month[row] as number, value(row));
      known.levels.homes++;
      parent = key;
    }
  }
  const months = [...new Set(rows.month.subarray(0, rows.count))].sort((a, b) => a - b);
  const smoothed = new Map<string, number[]>();
  for (const [key, { parent, levels }] of found)
    smoothed.set(key, borrow(levels, months, parent === undefined ? undefined : smoothed.get(parent)));
  return [...found].flatMap(([key, { levels }]) => {
    const [place = WHOLE_MARKET, type = '0'] = key.split(' ');
    const own = smoothed.get(key) ?? [];
    const last = own.at(-1) ?? 0;
    if (levels.homes < MIN_HOMES && place !== WHOLE_MARKET) return [];
    return [
      {
        place,
        propertyType: Number(type),
        months,
        levels: own.map((level) => level - last),
        homes: levels.homes,
      },
    ];
  });
}

function addHome({ sums, counts }: Levels, month: number, value: number): void {
  sums.set(month, (sums.get(month) ?? 0) + value);
  counts.set(month, (counts.get(month) ?? 0) + 1);
}

/** Without a place above it, a thin month stays near the month before. */
function borrow(
  { sums, counts }: Levels,
  months: readonly number[],
  above: readonly number[] | undefined,
): number[] {
  const total = [...sums.values()].reduce((sum, one) => sum + one, 0);
  const homes = [...counts.values()].reduce((sum, one) => sum + one, 0);
  const mean = total / Math.max(1, homes);
  let previous = 0;
  return months.map((month, at) => {
    const count = counts.get(month) ?? 0;
    const prior = above?.[at] ?? previous;
    previous = ((sums.get(month) ?? 0) - count * mean + BORROWED_HOMES * prior) / (count + BORROWED_HOMES);
    return previous;
  });
}
