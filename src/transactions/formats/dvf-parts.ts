import type { DvfRow } from './dvf-row.ts';

/** A house, flat, outbuilding or premises that was sold. */
export interface DvfPart {
  readonly kind: 'H' | 'F' | 'D' | 'C';
  readonly area: number;
  readonly rooms: number;
  readonly row: DvfRow;
}

const KINDS: Readonly<Record<string, DvfPart['kind']>> = { 1: 'H', 2: 'F', 3: 'D', 4: 'C' };
const ORDER = 'HFCD';

/**
 * The parts that were sold. The file repeats each part for every use of its parcel and does not number them: of
 * identical rows, as many are parts as there are under one use.
 */
export function groupParts(rows: readonly DvfRow[]): DvfPart[] {
  const built = rows.filter(({ part }) => part !== '');
  // Most sales are one home, alone or with one outbuilding.
  if (built.length < 2 || (built.length === 2 && built[0]?.part !== built[1]?.part))
    return sortParts(built.map(toPart));
  const alike = Map.groupBy(
    built,
    ({ parcel, part, area, rooms, lots }) => `${parcel} ${part} ${area} ${rooms} ${lots.join(',')}`,
  );
  const parts = [...alike.values()].flatMap((repeated) => {
    const uses = Map.groupBy(repeated, ({ culture, land }) => `${culture} ${land}`);
    // Two identical houses on one parcel are one, listed twice; flats without lot numbers may be identical.
    const isHouse = repeated[0]?.part === '1';
    const count = isHouse ? 1 : Math.max(...[...uses.values()].map((used) => used.length));
    return repeated.slice(0, count).map(toPart);
  });
  return sortParts(parts);
}

function sortParts(parts: DvfPart[]): DvfPart[] {
  const [one, other] = parts;
  if (one === undefined || other === undefined) return parts;
  if (parts.length > 2) return parts.sort((each, next) => orderOf(each) - orderOf(next));
  return orderOf(one) <= orderOf(other) ? parts : [other, one];
}

const orderOf = ({ kind }: DvfPart): number => ORDER.indexOf(kind);

const toPart = (row: DvfRow): DvfPart => ({
  kind: KINDS[row.part] ?? 'D',
  area: row.area > 0 ? row.area : row.carrez,
  rooms: row.rooms,
  row,
});

/** Square metres of land: each use of each parcel once. */
export function sumLandArea(rows: readonly DvfRow[]): number {
  const [first] = rows;
  if (rows.length === 1 && first !== undefined) return first.land;
  if (rows.every(({ land }) => land === 0)) return 0;
  const uses = new Map(rows.map((row) => [`${row.parcel} ${row.culture} ${row.land}`, row.land]));
  return [...uses.values()].reduce((sum, land) => sum + land, 0);
}

/** So many flats in one sale are a building: nobody else buys five homes for one price. */
const MIN_BUILDING_PARTS = 5;

export function derivePropertyType(parts: readonly DvfPart[]): string {
  let [houses, flats, premises] = [0, 0, 0];
  for (const { kind } of parts) {
    if (kind === 'H') houses += 1;
    else if (kind === 'F') flats += 1;
    else if (kind === 'C') premises += 1;
  }
  if (houses + flats === 0)
    return premises > 0 ? 'COMMERCIAL_PREMISES' : parts.length > 0 ? 'PARKING' : 'LAND';
  if (premises > 0 || (houses > 0 && flats > 0) || flats >= MIN_BUILDING_PARTS) return 'BUILDING';
  return houses > 0 ? 'HOUSE' : 'FLAT';
}
