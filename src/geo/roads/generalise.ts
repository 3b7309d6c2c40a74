import { FINEST_LEVEL, type RoadGrid, type RoadLine, rankOf } from './road-lines.ts';

/** Positions of a square are bounded for the browser that draws them: 300 KB before compression. */
const MAX_SQUARE_POSITIONS = 50_000;
/** The time of a simplification may grow with the square of the positions: a line is simplified in ranges. */
const MAX_RANGE_POSITIONS = 1_000;

/** Joins, simplifies and bounds the lines of a square for a level. */
export function generalise(lines: readonly RoadLine[], grid: RoadGrid): RoadLine[] {
  const isFinest = grid.level === FINEST_LEVEL;
  const shown = lines
    .filter((line) => rankOf(line.class) <= grid.lowestRank)
    .map(({ name, ...line }) => (isFinest && name !== undefined ? { ...line, name } : line));
  const simplified = joinLines(shown)
    .map((line) => ({ ...line, units: simplifyLine(line.units, grid.tolerance) }))
    .filter(({ units }) => isFinest || extentOf(units) > 2 * grid.tolerance);
  return boundLines(simplified);
}

const keyOf = ({ class: roadClass, ref, name }: RoadLine): string => JSON.stringify([roadClass, ref, name]);

/** Publishers divide a road at each crossing: parts of one road that meet become one line. */
export function joinLines(lines: readonly RoadLine[]): RoadLine[] {
  const groups = Map.groupBy(lines, keyOf);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined
      ? []
      : joinParts(group.map(({ units }) => units)).map((units) => ({ ...first, units }));
  });
}

const startOf = (units: readonly number[]): string => `${units[0]} ${units[1]}`;
const endOf = (units: readonly number[]): string => `${units.at(-2)} ${units.at(-1)}`;

function joinParts(parts: readonly (readonly number[])[]): number[][] {
  const byEnd = new Map<string, number[]>();
  for (const [at, part] of parts.entries())
    for (const end of [startOf(part), endOf(part)]) {
      const meeting = byEnd.get(end);
      if (meeting === undefined) byEnd.set(end, [at]);
      else meeting.push(at);
    }
  const isUsed = new Uint8Array(parts.length);
  const extend = (line: number[]): void => {
    for (;;) {
      const end = endOf(line);
      const meeting = byEnd.get(end);
      let next = meeting?.pop();
      while (next !== undefined && isUsed[next] === 1) next = meeting?.pop();
      const part = next === undefined ? undefined : parts[next];
      if (next === undefined || part === undefined) return;
      isUsed[next] = 1;
      for (const unit of (startOf(part) === end ? part : reverseLine(part)).slice(2)) line.push(unit);
    }
  };
  const joined: number[][] = [];
  for (const [at, part] of parts.entries()) {
    if (isUsed[at] === 1) continue;
    isUsed[at] = 1;
    const line = [...part];
    extend(line);
    const reversed = reverseLine(line);
    extend(reversed);
    joined.push(reverseLine(reversed));
  }
  return joined;
}

function reverseLine(units: readonly number[]): number[] {
  const reversed: number[] = [];
  for (let at = units.length - 2; at >= 0; at -= 2) reversed.push(units[at] ?? 0, units[at + 1] ?? 0);
  return reversed;
}

/** Douglas–Peucker: no removed position is further from the line than the tolerance. */
export function simplifyLine(units: readonly number[], tolerance: number): number[] {
  const count = units.length / 2;
  if (count <= 2) return [...units];
  const isNeeded = new Uint8Array(count);
  const open: [number, number][] = [];
  for (let first = 0; first < count - 1; first += MAX_RANGE_POSITIONS) {
    const last = Math.min(first + MAX_RANGE_POSITIONS, count - 1);
    [isNeeded[first], isNeeded[last]] = [1, 1];
    open.push([first, last]);
  }
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [first, last] = range;
    const [farthest, distance] = findFarthest(units, first, last);
    if (distance <= tolerance ** 2) continue;
    isNeeded[farthest] = 1;
    open.push([first, farthest], [farthest, last]);
  }
  return units.filter((_, at) => isNeeded[at >> 1] === 1);
}

/** The position that is farthest from the straight line, with the square of its distance. */
function findFarthest(units: readonly number[], first: number, last: number): [number, number] {
  const [x = 0, y = 0] = [units[2 * first], units[2 * first + 1]];
  const [dx, dy] = [(units[2 * last] ?? 0) - x, (units[2 * last + 1] ?? 0) - y];
  const length = dx * dx + dy * dy;
  let [farthest, greatest] = [first, 0];
  for (let at = first + 1; at < last; at += 1) {
    const [px, py] = [(units[2 * at] ?? 0) - x, (units[2 * at + 1] ?? 0) - y];
    // A position beyond an end is measured from that end.
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length));
    const distance = (px - share * dx) ** 2 + (py - share * dy) ** 2;
    if (distance > greatest) [farthest, greatest] = [at, distance];
  }
  return [farthest, greatest];
}

function extentOf(units: readonly number[]): number {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < units.length; at += 2) {
    const [x = 0, y = 0] = [units[at], units[at + 1]];
    [west, east, south, north] = [
      Math.min(west, x),
      Math.max(east, x),
      Math.min(south, y),
      Math.max(north, y),
    ];
  }
  return Math.max(east - west, north - south);
}

/** The most important and longest lines first, as many as a square may have. */
function boundLines(lines: readonly RoadLine[]): RoadLine[] {
  const ordered = lines.toSorted(
    (one, other) => rankOf(one.class) - rankOf(other.class) || other.units.length - one.units.length,
  );
  let positions = 0;
  return ordered.filter(({ units }) => {
    positions += units.length / 2;
    return positions <= MAX_SQUARE_POSITIONS;
  });
}
