export type Position = readonly [number, number];
type Line = readonly Position[];

/** Degrees of latitude, about 1.2 km: fragments as near as this are one river. */
const MAX_GAP_DEGREES = 0.011;
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

interface Gap {
  readonly from: number;
  readonly to: number;
  readonly line: Line;
  readonly length: number;
}

/** The fragments, and the shortest lines between those that are near: each pair is joined once, without circles. */
export function chainFragments(fragments: readonly Line[]): Line[] {
  const group = fragments.map((_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (group[root] !== root) root = group[root] ?? root;
    group[at] = root;
    return root;
  };
  const joins: Line[] = [];
  for (const { from, to, line } of findGaps(fragments).toSorted((one, other) => one.length - other.length)) {
    if (rootOf(from) === rootOf(to)) continue;
    group[rootOf(from)] = rootOf(to);
    joins.push(line);
  }
  return [...fragments, ...joins.filter(([one, other]) => one && other && distance(one, other) > 0)];
}

const cellOf = (degrees: number): number => Math.floor(degrees / MAX_GAP_DEGREES);

function findGaps(fragments: readonly Line[]): Gap[] {
  const cells = new Map<string, { of: number; at: Position }[]>();
  fragments.forEach((line, of) => {
    for (const at of line) {
      const key = `${cellOf(at[0] * STRETCH)} ${cellOf(at[1])}`;
      const present = cells.get(key);
      if (present) present.push({ of, at });
      else cells.set(key, [{ of, at }]);
    }
  });
  return fragments.flatMap((line, from) =>
    line.flatMap((at) => {
      const nearest = new Map<number, Gap>();
      for (const near of nearbyCorners(cells, at)) {
        const length = distance(at, near.at);
        if (near.of <= from || length > MAX_GAP_DEGREES) continue;
        if (length < (nearest.get(near.of)?.length ?? Number.POSITIVE_INFINITY))
          nearest.set(near.of, { from, to: near.of, line: [at, near.at], length });
      }
      return [...nearest.values()];
    }),
  );
}

const STEPS = [-1, 0, 1];

const nearbyCorners = <Corner>(cells: ReadonlyMap<string, Corner[]>, [x, y]: Position): Corner[] =>
  STEPS.flatMap((right) =>
    STEPS.flatMap((up) => cells.get(`${cellOf(x * STRETCH) + right} ${cellOf(y) + up}`) ?? []),
  );
