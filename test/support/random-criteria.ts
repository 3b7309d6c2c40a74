import type { Filter, FilterKind } from '../../src/catalogue/filters/kinds.ts';
import { filters } from '../../src/catalogue/filters.ts';
import type { RandomSource } from '../../src/world/random.ts';
import { stock } from './random-property.ts';

type Draw<Kind extends FilterKind> = (
  filter: Extract<Filter, { kind: Kind }>,
  chance: RandomSource,
) => unknown;

const some = <Value>(values: readonly Value[], chance: RandomSource): Value[] =>
  chance.some(values, chance.whole(1, 3));

/** One to three of the members, each drawn independently. */
function drawn(
  names: readonly string[],
  chance: RandomSource,
  draw: (name: string) => unknown,
): Record<string, unknown> {
  const kept = chance.some(names, chance.whole(1, Math.min(3, names.length)));
  return Object.fromEntries(kept.map((name) => [name, draw(name)]));
}

function bounds(chance: RandomSource, pool: readonly number[]): { gte?: number; lte?: number } {
  const [low = 0, high = 0] = [chance.pick(pool), chance.pick(pool)].sort((one, other) => one - other);
  return chance.pick([{ gte: low }, { lte: high }, { gte: low, lte: high }]);
}

const span = (chance: RandomSource) => {
  const [from, to] = [chance.pick(stock.moments), chance.pick(stock.moments)].sort();
  return chance.pick([{ from }, { to }, { from, to }]);
};

/** Corners at growing angles and random distances: SQL tests so many edges by bands of latitude. */
function jaggedRing(chance: RandomSource, [x, y, reach]: [number, number, number]): number[][] {
  const count = Math.round(chance.between(40, 120));
  const corners = Array.from({ length: count }, (_, at) => {
    const [angle, distance] = [(at / count) * 2 * Math.PI, reach * chance.between(0.4, 1)];
    return [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance];
  });
  return [...corners, corners[0] ?? []];
}

const shape = (chance: RandomSource): unknown => {
  const [x, y, half] = [chance.between(2.25, 2.45), chance.between(48.75, 48.95), chance.between(0.02, 0.1)];
  const ring = (reach: number) =>
    [
      [-1, -1],
      [1, -1],
      [1.2, 0.3],
      [1, 1],
      [-1, 1],
      [-1, -1],
    ].map(([dx = 0, dy = 0]) => [x + dx * reach, y + dy * reach]);
  if (chance.happens(0.3)) return { type: 'Polygon', coordinates: [jaggedRing(chance, [x, y, half])] };
  const rings = chance.happens(0.5) ? [ring(half)] : [ring(half), ring(half / 2)];
  return chance.happens(0.7)
    ? { type: 'Polygon', coordinates: rings }
    : { type: 'MultiPolygon', coordinates: [rings, [ring(half / 4)]] };
};

const placeList = (chance: RandomSource) =>
  drawn(['uniqueCodes', 'ids', 'postalCodes', 'centerPoint', 'geoShapes'], chance, (name) => {
    if (name === 'uniqueCodes') return some(stock.codes, chance);
    if (name === 'ids') return some(stock.ids, chance);
    if (name === 'postalCodes') return some(stock.postalCodes, chance);
    if (name === 'geoShapes') return [shape(chance)];
    return {
      latitude: chance.between(48.7, 49),
      longitude: chance.between(2.2, 2.5),
      radiusKm: chance.between(1, 15),
    };
  });

/** A random operand of a filter as a customer writes it in JSON. A kind without a generator does not compile. */
const draws: { readonly [Kind in FilterKind]: Draw<Kind> } = {
  range: ({ operators, path }, chance) => ({
    ...bounds(chance, path === 'changes.variationPercent' ? [-50, -5, 0, 5, 12.5] : stock.numbers),
    ...(operators.includes('orMissing') && chance.happens(0.3) && { orMissing: chance.happens(0.7) }),
  }),
  set: ({ operators, vocabulary, groups, shorthand }, chance) => {
    const values = vocabulary
      ? [...vocabulary.values, ...Object.keys(groups ?? {})]
      : [...stock.texts, ...stock.ids];
    if (shorthand === 'value' && chance.happens(0.3)) return chance.pick(values);
    if (shorthand === 'list' && chance.happens(0.5)) return some(values, chance);
    return drawn(operators, chance, () => some(values, chance));
  },
  features: ({ operators, vocabulary }, chance) =>
    drawn(operators, chance, () => some(vocabulary.values, chance)),
  switch: (_, chance) => chance.happens(0.5),
  presence: (_, chance) => chance.happens(0.5),
  phrases: ({ operators }, chance) =>
    drawn(operators, chance, () =>
      Array.from({ length: chance.whole(1, 3) }, () =>
        chance.some(stock.words, chance.whole(1, 2)).join(' '),
      ),
    ),
  time: (_, chance) => span(chance),
  url: (_, chance) => chance.pick(stock.urls),
  places: ({ beside }, chance) =>
    drawn(['countryCode', 'accuracy', 'in', 'in', 'nin'], chance, (name) => {
      if (name === 'countryCode') return chance.pick(stock.countries);
      return name === 'accuracy' ? some(beside.accuracy.vocabulary?.values ?? [], chance) : placeList(chance);
    }),
  scores: ({ types, scores }, chance) =>
    some(types.values, chance).map((type) => ({
      type,
      ...drawn(['rating', 'value'], chance, (name) =>
        name === 'value'
          ? bounds(chance, stock.numbers)
          : some(scores[type]?.rating.vocabulary?.values ?? [], chance),
      ),
    })),
};

export const randomOperand = (filter: Filter, chance: RandomSource): unknown =>
  (draws[filter.kind] as (filter: Filter, chance: RandomSource) => unknown)(filter, chance);

function leaf(chance: RandomSource): object {
  const section = chance.pick(['', '', 'publisher.', 'listings.', 'changes.', 'dates.']);
  const pool = filters.filter(({ path }) => path.startsWith(section));
  const nested: Record<string, unknown> = {};
  const chosen = chance.happens(0.6)
    ? chance.some(pool, chance.whole(0, 3))
    : ofKinds(pool, chance.whole(1, 3), chance);
  for (const filter of chosen) put(nested, filter.path, randomOperand(filter, chance));
  return nested;
}

/** Each of another kind: most filters are ranges and sets, and the others would be rare. */
const ofKinds = (pool: readonly Filter[], count: number, chance: RandomSource): Filter[] =>
  chance
    .some([...new Set(pool.map(({ kind }) => kind))], count)
    .map((kind) => chance.pick(pool.filter((filter) => filter.kind === kind)));

export function put(nested: Record<string, unknown>, path: string, value: unknown): void {
  const [first = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    nested[first] = value;
    return;
  }
  nested[first] ??= {};
  put(nested[first] as Record<string, unknown>, rest.join('.'), value);
}

/** A criteria tree as JSON: a leaf, or a group of groups and leaves. Default filters are often lifted, else half the properties never match. */
export function randomCriteria(chance: RandomSource, depth = 3): object {
  if (depth === 0 || chance.happens(0.4)) return leaf(chance);
  const nodes = Array.from({ length: chance.whole(1, 3) }, () => randomCriteria(chance, depth - 1));
  return { [chance.pick(['and', 'or'])]: nodes };
}
