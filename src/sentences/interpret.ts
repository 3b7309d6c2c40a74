import type { Condition, Finding } from './condition.ts';
import { dimensionPaths } from './measure-words.ts';
import type { Part } from './scan.ts';

const TYPE_PATH = 'property.type';

const typesOf = (part: Finding): readonly string[] =>
  part.conditions.flatMap((condition) =>
    condition.kind === 'set' &&
    condition.path === TYPE_PATH &&
    condition.implied !== true &&
    !condition.negated
      ? condition.values
      : [],
  );

const HOME_PATHS: ReadonlySet<string> = new Set([
  ...['property.unit.rooms', 'property.unit.bedrooms', 'property.unit.bathrooms', 'property.unit.floor'],
  ...['property.unit.features', 'property.areas.displayed'],
]);

const isHome = ({ conditions }: Finding): boolean =>
  conditions.some(({ path, kind }) => path === TYPE_PATH || (HOME_PATHS.has(path) && kind !== 'phrases'));

/** What the rest of the sentence decides: what a garage, an office or a plot is, and whether a figure is a rent. */
export function interpretParts(parts: readonly Part[]): { parts: Part[]; unused: Part[] } {
  const others = parts.filter(({ noun }) => noun === undefined);
  const isForRent = parts.some(({ conditions }) =>
    conditions.some(
      (one) => one.kind === 'set' && one.path === 'property.transaction.type' && one.values.includes('RENT'),
    ),
  );
  const hasType = others.some((part) => typesOf(part).length > 0 || part.conditions.some(isImpliedType));
  const isOfLand =
    parts.some(({ noun }) => noun === 'land') || others.some((part) => typesOf(part).includes('LAND'));
  const isOfHome = hasType || others.some(isHome);
  const read = parts.map((part, at): Part => {
    if (part.bareAmount !== undefined) return isOfLand ? part : readAmount(part, isForRent);
    if (part.noun === undefined) return part;
    const besideType = part.alternative && typesOf(parts[at - 1] ?? part).length > 0;
    return readNoun(part, { isOfHome, hasType, besideType });
  });
  const used = read.filter(({ conditions }) => conditions.length > 0);
  return {
    parts: withLandAreas(withStatedTypes(used)),
    unused: read.filter(({ conditions }) => conditions.length === 0),
  };
}

const isImpliedType = (condition: Condition): boolean =>
  condition.kind === 'set' && condition.implied === true;

/** "livraison 2027". */
const isYear = (value: number): boolean => value >= 1_900 && value <= 2_100;

/** With a limit and without a unit, a lower figure may be an area. */
const MIN_RENT = 300;

function readAmount(part: Part, isForRent: boolean): Part {
  const { value = 0, gte, lte } = part.bareAmount ?? {};
  // A sale of a few hundred euros does not exist; a limit of this size is that of a rent.
  const isRent = isForRent || (value >= MIN_RENT && lte !== undefined && gte === undefined && !isYear(value));
  if (!isRent || value < 100) return part;
  const bounds = { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) };
  return { ...part, conditions: [{ kind: 'range', path: dimensionPaths.price, ...bounds }] };
}

const ALONE_TYPES: Readonly<Record<string, string>> = {
  office: 'OFFICE',
  shop: 'SHOP',
  building: 'BUILDING',
};

interface Surroundings {
  readonly isOfHome: boolean;
  readonly hasType: boolean;
  readonly besideType: boolean;
}

function readNoun(part: Part, { isOfHome, hasType, besideType }: Surroundings): Part {
  const type = (value: string): Condition => ({ kind: 'set', path: TYPE_PATH, values: [value] });
  if (part.noun === 'parking') {
    if (besideType || !isOfHome) return { ...part, conditions: [type('PARKING')] };
    return {
      ...part,
      conditions: [{ kind: 'features', path: 'property.amenities.features', values: ['PARKING'] }],
    };
  }
  // Beside a home they are a part of it, or what is near it.
  const alone = ALONE_TYPES[part.noun ?? ''];
  if (alone !== undefined) return besideType || !hasType ? { ...part, conditions: [type(alone)] } : part;
  if (besideType || !hasType) return { ...part, conditions: [type('LAND'), ...part.conditions] };
  // A home with land, whatever its size.
  if (part.conditions.length > 0) return part;
  return { ...part, conditions: [{ kind: 'range', path: 'property.areas.land', gte: 1 }] };
}

/** "maison T4": what is said wins over what T4 implies, unless the two are alternatives. */
function withStatedTypes(parts: readonly Part[]): Part[] {
  const stated = parts.some((part) => typesOf(part).length > 0);
  if (!stated) return [...parts];
  return parts.map((part, at) => {
    const isChoice = part.alternative || parts[at + 1]?.alternative === true;
    const neighbours = [
      part.alternative ? parts[at - 1] : undefined,
      parts[at + 1]?.alternative ? parts[at + 1] : undefined,
    ];
    const besideType = neighbours.some((one) => one !== undefined && typesOf(one).length > 0);
    if (isChoice && besideType) return part;
    return { ...part, conditions: part.conditions.filter((one) => !isImpliedType(one)) };
  });
}

/** The area of a plot is that of its land. */
function withLandAreas(parts: readonly Part[]): Part[] {
  const types = new Set(parts.flatMap((part) => typesOf(part)));
  if (types.size !== 1 || !types.has('LAND')) return [...parts];
  return parts.map((part) => ({
    ...part,
    conditions: part.conditions.map((one) =>
      one.kind === 'range' && one.path === 'property.areas.displayed'
        ? { ...one, path: 'property.areas.land' }
        : one,
    ),
  }));
}
