import { ancestorIds, type CentroidOrigin, type Division, depthOf, type Position } from './division.ts';

const KNOWN: ReadonlySet<CentroidOrigin | null> = new Set(['surveyed', 'contour', 'gazetteer']);

interface WeightedPosition {
  readonly position: Position;
  readonly weight: number;
}

/**
 * Gives a centre and its origin to every division that has none. Measured on the 26,266 French communes without a
 * point, against the national file: the mean of a postal code is 6.0 km off at the median (p90 10.5), that of the
 * municipality group 13.9 km (p90 23.7) where the postal code gives nothing, the department 36 km.
 */
export function withCentroids(divisions: readonly Division[]): Division[] {
  const byId = new Map(divisions.map((division) => [division.id, division]));
  const known = divisions.filter(({ centroidOrigin }) => KNOWN.has(centroidOrigin));
  const middles = partsOf(known, (id) => byId.get(id));
  const neighbours = sharingPostalCode(known);
  const placed = new Map<string, Division>();
  const place = (division: Division, origin: CentroidOrigin, centroid: Position | null | undefined) =>
    centroid ? { ...division, centroid, centroidOrigin: origin } : undefined;

  for (const division of divisions.toSorted((one, other) => depthOf(one.type) - depthOf(other.type))) {
    const found =
      (KNOWN.has(division.centroidOrigin) ? division : undefined) ??
      place(division, 'parts', middles.get(division.id)) ??
      place(
        division,
        'postal-code',
        meanOf(division.postalCodes.flatMap((code) => neighbours.get(code) ?? [])),
      ) ??
      place(division, 'group', division.groupIds.map((id) => middles.get(id)).find(Boolean)) ??
      place(division, 'parent', placed.get(division.parentId ?? '')?.centroid) ??
      ({ ...division, centroid: null, centroidOrigin: null } satisfies Division);
    placed.set(division.id, found);
  }
  return divisions.map((division) => placed.get(division.id) ?? division);
}

/** The centre of each wider division, from the municipalities in it whose own position is known. */
function partsOf(
  known: readonly Division[],
  byId: (id: string) => Division | undefined,
): Map<string, Position> {
  const parts = new Map<string, WeightedPosition[]>();
  for (const division of known) {
    if (division.centroid === null || division.type !== 'MUNICIPALITY') continue;
    const weighed = { position: division.centroid, weight: (division.population ?? 0) + 1 };
    for (const id of ancestorIds(division, byId)) {
      const list = parts.get(id);
      if (list === undefined) parts.set(id, [weighed]);
      else list.push(weighed);
    }
  }
  return new Map([...parts].map(([id, list]) => [id, [median(list, 0), median(list, 1)]]));
}

/** The median and not the mean: overseas parts must not move the centre of a country into the sea. */
function median(parts: readonly WeightedPosition[], axis: 0 | 1): number {
  const sorted = parts.toSorted((one, other) => one.position[axis] - other.position[axis]);
  const half = parts.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  for (const { position, weight } of sorted) {
    passed += weight;
    if (passed >= half) return position[axis];
  }
  return Number.NaN;
}

function sharingPostalCode(known: readonly Division[]): Map<string, Position[]> {
  const found = new Map<string, Position[]>();
  for (const { postalCodes, centroid, type } of known) {
    if (centroid === null || type !== 'MUNICIPALITY') continue;
    for (const code of postalCodes) found.set(code, [...(found.get(code) ?? []), centroid]);
  }
  return found;
}

function meanOf(positions: readonly Position[]): Position | undefined {
  if (positions.length === 0) return undefined;
  const mean = (axis: 0 | 1): number =>
    positions.reduce((sum, position) => sum + position[axis], 0) / positions.length;
  return [mean(0), mean(1)];
}
