export type Position = readonly [number, number];
type Line = readonly Position[];

/** Degrees of latitude, about 3 km: parts as near as this are one river. */
const MAX_GAP_DEGREES = 0.028;
/** About 1.1 km: what a river has in a cell is one position of its line, so that both banks are one line. */
const CELL_DEGREES = 0.01;
/** Lines are read at positions as near as this. */
const SAMPLE_DEGREES = 0.004;
/** A river of fewer positions is a dash on the map, a branch of fewer a hook. */
const MIN_RIVER_POSITIONS = 12;
const MIN_BRANCH_POSITIONS = 3;
/** At the latitudes of the map a degree of longitude is shorter. */
const STRETCH = 0.72;
/** A river as wide as this is drawn as its outline. */
const MAX_FRAGMENT_CORNERS = 7;

const distance = ([x, y]: Position, [otherX, otherY]: Position): number =>
  Math.hypot((x - otherX) * STRETCH, y - otherY);

/** The source has narrow rivers as rows of slivers: the longest diagonal of one is the river there. */
export function toFragment(ring: Line): Line {
  if (ring.length > MAX_FRAGMENT_CORNERS) return ring;
  let longest: Line = [ring[0] ?? [0, 0], ring[1] ?? [0, 0]];
  for (const one of ring)
    for (const other of ring)
      if (distance(one, other) > distance(longest[0] ?? one, longest[1] ?? one)) longest = [one, other];
  return longest;
}

/** The lines along rivers: means of the cells that fragments touch, joined to trees of the shortest gaps. */
export function drawRivers(fragments: readonly Line[]): Line[] {
  const positions = averageCells(fragments.flatMap(sampleLine));
  const neighbours = positions.map((): Set<number> => new Set());
  for (const [from, to] of spanTrees(positions)) {
    neighbours[from]?.add(to);
    neighbours[to]?.add(from);
  }
  pruneBranches(neighbours);
  dropShortRivers(neighbours);
  return followPaths(neighbours).map((path) => smoothLine(path.map((at) => positions[at] ?? [0, 0])));
}

function sampleLine(line: Line): Position[] {
  return line.flatMap((from, at): Position[] => {
    const to = line[at + 1];
    if (to === undefined) return [from];
    const parts = Math.max(1, Math.ceil(distance(from, to) / SAMPLE_DEGREES));
    return Array.from({ length: parts }, (_, part) => [
      from[0] + ((to[0] - from[0]) * part) / parts,
      from[1] + ((to[1] - from[1]) * part) / parts,
    ]);
  });
}

const cellKey = ([x, y]: Position, side: number, right = 0, up = 0): string =>
  `${Math.floor((x * STRETCH) / side) + right} ${Math.floor(y / side) + up}`;

const averageCells = (positions: readonly Position[]): Position[] =>
  [...Map.groupBy(positions, (position) => cellKey(position, CELL_DEGREES)).values()].map((cell) => [
    cell.reduce((sum, [x]) => sum + x, 0) / cell.length,
    cell.reduce((sum, [, y]) => sum + y, 0) / cell.length,
  ]);

/** Joins what is near, the nearest first and without circles. */
function spanTrees(positions: readonly Position[]): [number, number][] {
  const group = positions.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (group[root] !== root) root = group[root] ?? root;
    group[at] = root;
    return root;
  };
  return findGaps(positions)
    .toSorted((one, other) => one.length - other.length)
    .flatMap(({ from, to }): [number, number][] => {
      if (rootOf(from) === rootOf(to)) return [];
      group[rootOf(from)] = rootOf(to);
      return [[from, to]];
    });
}

const STEPS = [-1, 0, 1];

function findGaps(positions: readonly Position[]): { from: number; to: number; length: number }[] {
  const cells = Map.groupBy(positions.keys(), (at) => cellKey(positions[at] ?? [0, 0], MAX_GAP_DEGREES));
  return positions.flatMap((position, from) =>
    STEPS.flatMap((right) =>
      STEPS.flatMap((up) => cells.get(cellKey(position, MAX_GAP_DEGREES, right, up)) ?? []),
    )
      .filter((to) => to > from)
      .map((to) => ({ from, to, length: distance(position, positions[to] ?? position) }))
      .filter(({ length }) => length <= MAX_GAP_DEGREES),
  );
}

type Neighbours = readonly Set<number>[];

/** The positions from an end to the next fork or end. */
function followBranch(neighbours: Neighbours, start: number): number[] {
  const branch = [start];
  for (let [at, before] = [start, -1]; ; ) {
    const next = [...(neighbours[at] ?? [])].find((one) => one !== before);
    if (next === undefined || (at !== start && neighbours[at]?.size !== 2)) return branch;
    branch.push(next);
    [before, at] = [at, next];
  }
}

function removePosition(neighbours: Neighbours, at: number): void {
  for (const other of neighbours[at] ?? []) neighbours[other]?.delete(at);
  neighbours[at]?.clear();
}

function pruneBranches(neighbours: Neighbours): void {
  for (const [at, near] of neighbours.entries()) {
    if (near.size !== 1) continue;
    const branch = followBranch(neighbours, at);
    const isHook = (neighbours[branch.at(-1) ?? at]?.size ?? 0) > 2 && branch.length <= MIN_BRANCH_POSITIONS;
    if (isHook) for (const one of branch.slice(0, -1)) removePosition(neighbours, one);
  }
}

function dropShortRivers(neighbours: Neighbours): void {
  const seen = new Set<number>();
  for (const start of neighbours.keys()) {
    if (seen.has(start)) continue;
    const river = [start];
    seen.add(start);
    for (const at of river)
      for (const other of neighbours[at] ?? [])
        if (!seen.has(other)) {
          seen.add(other);
          river.push(other);
        }
    if (river.length < MIN_RIVER_POSITIONS) for (const at of river) removePosition(neighbours, at);
  }
}

/** Each tree as lines between its ends and forks. */
function followPaths(neighbours: Neighbours): number[][] {
  const paths: number[][] = [];
  for (const [start, near] of neighbours.entries()) {
    if (near.size === 0 || near.size === 2) continue;
    for (const first of near) {
      const path = [start, first];
      while (neighbours[path.at(-1) ?? start]?.size === 2) {
        const [before, at] = path.slice(-2);
        path.push([...(neighbours[at ?? start] ?? [])].find((one) => one !== before) ?? start);
      }
      // Both ends find the path.
      if ((path.at(-1) ?? 0) > start) paths.push(path);
    }
  }
  return paths;
}

/** Means of cells are beside the river by turns. */
const smoothLine = (line: Line): Line =>
  line.map((position, at): Position => {
    const [before, after] = [line[at - 1], line[at + 1]];
    if (before === undefined || after === undefined) return position;
    return [(before[0] + 2 * position[0] + after[0]) / 4, (before[1] + 2 * position[1] + after[1]) / 4];
  });
