import type {
  Condition,
  PlaceCondition,
  PlaceReference,
  RangeCondition,
  ScoreCondition,
  ValuesCondition,
} from './condition.ts';

/** Joins two conditions on one filter, both of which hold; undefined when they contradict each other. */
export function joinBoth(one: Condition, other: Condition): Condition | undefined {
  if (one.kind === 'range' && other.kind === 'range') return intersect(one, other);
  if (one.kind === 'places' && other.kind === 'places') return joinPlaces(one, other, false);
  if (isValues(one) && isValues(other)) return isOpposed(one, other) ? undefined : joinValues(one, other);
  if (one.kind === 'scores' && other.kind === 'scores') return joinScores(one, other);
  if (one.kind === 'switch' && other.kind === 'switch') return one.value === other.value ? one : undefined;
  if (one.kind === 'time' && other.kind === 'time') return one.from > other.from ? one : other;
  return undefined;
}

/** Joins two conditions on one filter, one of which holds; undefined when no single condition says so. */
export function joinEither(one: Condition, other: Condition): Condition | undefined {
  if (one.path !== other.path) return undefined;
  if (one.kind === 'range' && other.kind === 'range') return unite(one, other);
  if (one.kind === 'places' && other.kind === 'places' && one.negated === other.negated)
    return joinPlaces(one, other, true);
  if (one.kind === 'set' && other.kind === 'set' && !one.negated && !other.negated)
    return joinValues(one, other);
  if (one.kind === 'scores' && other.kind === 'scores') return joinScores(one, other);
  return undefined;
}

const isValues = (condition: Condition): condition is ValuesCondition =>
  condition.kind === 'set' || condition.kind === 'features' || condition.kind === 'phrases';

/** To buy and to rent are no choice unless "ou" joins them: both would be wider than either. */
const isOpposed = (one: ValuesCondition, other: ValuesCondition): boolean =>
  one.path === 'property.transaction.type' && other.values.some((value) => !one.values.includes(value));

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** A home has one type: several types named one after another are a choice. */
const joinValues = (one: ValuesCondition, other: ValuesCondition): ValuesCondition => ({
  ...one,
  values: unique([...one.values, ...other.values]),
});

const joinScores = (one: ScoreCondition, other: ScoreCondition): ScoreCondition | undefined =>
  one.type === other.type
    ? { ...one, ratings: unique([...one.ratings, ...other.ratings]).sort() }
    : undefined;

function intersect(one: RangeCondition, other: RangeCondition): RangeCondition | undefined {
  const gte = pick(Math.max, one.gte, other.gte);
  const lte = pick(Math.min, one.lte, other.lte);
  if (gte !== undefined && lte !== undefined && gte > lte) return undefined;
  return range(one, gte, lte);
}

/** Two exact counts that follow one another, or two ranges that meet. */
function unite(one: RangeCondition, other: RangeCondition): RangeCondition | undefined {
  const [low, high] =
    (one.gte ?? Number.NEGATIVE_INFINITY) <= (other.gte ?? Number.NEGATIVE_INFINITY)
      ? [one, other]
      : [other, one];
  if (low.lte !== undefined && high.gte !== undefined && high.gte > low.lte + 1) return undefined;
  const bounded = low.gte !== undefined && high.gte !== undefined;
  const closed = low.lte !== undefined && high.lte !== undefined;
  return range(
    one,
    bounded ? low.gte : undefined,
    closed ? Math.max(low.lte ?? 0, high.lte ?? 0) : undefined,
  );
}

const range = (
  { kind, path }: RangeCondition,
  gte: number | undefined,
  lte: number | undefined,
): RangeCondition => ({
  kind,
  path,
  ...(gte !== undefined && { gte }),
  ...(lte !== undefined && { lte }),
});

const pick = (
  choose: (...values: number[]) => number,
  one: number | undefined,
  other: number | undefined,
): number | undefined => (one === undefined ? other : other === undefined ? one : choose(one, other));

/** `in` has room for one circle. */
function joinPlaces(
  one: PlaceCondition,
  other: PlaceCondition,
  _either: boolean,
): PlaceCondition | undefined {
  const places = [...one.places, ...other.places];
  if (places.filter((place) => 'center' in place).length > 1) return undefined;
  return {
    ...one,
    places: places.filter((place, at) => places.findIndex((same) => isSame(place, same)) === at),
  };
}

function isSame(one: PlaceReference, other: PlaceReference): boolean {
  if ('postalCode' in one) return 'postalCode' in other && one.postalCode === other.postalCode;
  if ('center' in one) return 'center' in other && one.center === other.center;
  return 'division' in other && one.division === other.division;
}
