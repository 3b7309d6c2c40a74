import type { FilterKind } from '../catalogue/filters/kinds.ts';
import { boundsOf } from './kinds/range.ts';
import { MAX_NUMBER, WIDEST_RADIUS_KM } from './limits.ts';
import { masksOf } from './masks.ts';
import { COST, type Milder } from './milder.ts';
import { relaxedPlaces, type Wider } from './relax-places.ts';
import type { Asked, FilterOf, PhrasesAsked, RangeAsked, SetAsked, Test, Tree } from './tree.ts';

/** A tree that asks a little less, and in what. */
export interface Relaxation {
  readonly path: string;
  /** What is changed there: `lte +5 %`, `orMissing`, `without BALCONY`. */
  readonly change: string;
  /** Path and change as a person reads them: `pricing.displayed.lte +5 %`. */
  readonly label: string;
  /** What was asked before: of one question several concessions may be made. */
  readonly test: Test;
  /** The smaller, the less of the question is given up. */
  readonly cost: number;
  readonly tree: Tree;
}

/** Per cent; also what each costs. */
const STEPS = [5, 10, 20] as const;
/** Below this a number counts rooms, floors or baths, where five per cent are nothing: ten per cent are one, twenty are two. */
const COUNTABLE = 20;

const dropped = <Kind extends FilterKind>(): Milder<Kind> => ({
  asked: undefined,
  change: 'given up',
  cost: COST.filter,
});

function moved(bound: 'gte' | 'lte', from: number): { value: number; change: string; cost: number }[] {
  const sign = bound === 'lte' ? 1 : -1;
  const mark = sign > 0 ? '+' : '−';
  const counts = Number.isInteger(from) && Math.abs(from) < COUNTABLE;
  return (counts ? STEPS.slice(1) : STEPS).map((percent) => {
    const [step, told] = counts
      ? [percent / 10, `${percent / 10}`]
      : [(Math.abs(from) * percent) / 100, `${percent} %`];
    return { value: from + sign * step, change: `${bound} ${mark}${told}`, cost: percent };
  });
}

function milderRange(asked: RangeAsked, filter: FilterOf<'range'>): Milder<'range'>[] {
  const { minimum = -MAX_NUMBER, maximum = MAX_NUMBER } = boundsOf(filter.reads[0]);
  const bounds = (['gte', 'lte'] as const).flatMap((bound) => {
    const from = asked[bound];
    if (from === undefined) return [];
    return moved(bound, from)
      .filter(({ value }) => value >= minimum && value <= maximum)
      .map(({ value, change, cost }) => ({ asked: { ...asked, [bound]: value }, change, cost }));
  });
  const missing = filter.operators.includes('orMissing') && !asked.orMissing;
  return [
    ...bounds,
    ...(missing ? [{ asked: { ...asked, orMissing: true }, change: 'orMissing', cost: COST.missing }] : []),
    dropped(),
  ];
}

function milderSet(asked: SetAsked, { operators }: FilterOf<'set'>): Milder<'set'>[] {
  const { in: wanted, ...rest } = asked;
  const canMiss =
    wanted !== undefined && operators.includes('inOrMissing') && asked.inOrMissing === undefined;
  const missing = {
    asked: { ...rest, inOrMissing: wanted ?? [] },
    change: 'inOrMissing',
    cost: COST.missing,
  };
  return [...(canMiss ? [missing] : []), dropped()];
}

function milderFeatures({ in: wanted = [], ...rest }: SetAsked): Milder<'features'>[] {
  const without = wanted.map((feature): Milder<'features'> => {
    const kept = wanted.filter((other) => other !== feature);
    const asked = { ...rest, ...(kept.length > 0 && { in: kept }) };
    return {
      asked: Object.keys(asked).length > 0 ? asked : undefined,
      change: `without ${feature}`,
      cost: COST.part,
    };
  });
  const allowed = [...new Set([...wanted, ...(rest.inOrMissing ?? [])])];
  const missing = { asked: { ...rest, inOrMissing: allowed }, change: 'inOrMissing', cost: COST.missing };
  return [...(wanted.length > 0 ? [missing] : []), ...without, dropped()];
}

function milderPhrases({ in: wanted, nin }: PhrasesAsked): Milder<'phrases'>[] {
  const parts =
    wanted && nin
      ? [
          { asked: { nin }, change: 'without in', cost: COST.part },
          { asked: { in: wanted }, change: 'without nin', cost: COST.part },
        ]
      : [];
  return [...parts, dropped()];
}

type Milden<Kind extends FilterKind> = (
  asked: Asked[Kind],
  filter: FilterOf<Kind>,
  wider: Wider,
) => readonly Milder<Kind>[];

const milden: { readonly [Kind in FilterKind]: Milden<Kind> } = {
  range: milderRange,
  set: milderSet,
  features: milderFeatures,
  switch: () => [dropped()],
  presence: () => [dropped()],
  phrases: milderPhrases,
  time: () => [dropped()],
  url: () => [],
  places: (asked, _, wider) => relaxedPlaces(asked, wider, WIDEST_RADIUS_KM),
  scores: () => [dropped()],
};

/**
 * Every tree that differs from this one in one small concession and takes no less, the smallest first. `wider` gives the code of the
 * division around one, so that a place can be widened too.
 */
export function relaxations(tree: Tree, wider: Wider = () => undefined): Relaxation[] {
  // Without the filter that lifted it, a mask would come back and hide more.
  const masks = masksOf(tree).length;
  return milderTrees(tree, wider)
    .filter((milder) => masksOf(milder.tree).length <= masks)
    .sort((one, other) => one.cost - other.cost);
}

function milderTrees(tree: Tree, wider: Wider): Relaxation[] {
  if (tree.kind === 'leaf')
    return tree.tests.flatMap((test, at) => milderLeaves(tree.tests, test, at, wider));
  return tree.nodes.flatMap((node, at) =>
    milderTrees(node, wider)
      // A branch of `or` that asks nothing would let everything in.
      .filter((milder) => tree.kind === 'and' || milder.tree.kind !== 'leaf' || milder.tree.tests.length > 0)
      .map((milder) => ({ ...milder, tree: { ...tree, nodes: tree.nodes.with(at, milder.tree) } })),
  );
}

function milderLeaves(tests: readonly Test[], test: Test, at: number, wider: Wider): Relaxation[] {
  const ways = (milden[test.kind] as Milden<FilterKind>)(test.asked, test.filter, wider);
  const path = test.filter.path;
  return ways.map(({ asked, change, cost }) => ({
    path,
    change,
    test,
    label: `${path.replace(/^property\./, '')}${/^[gl]te /.test(change) ? '.' : ' '}${change}`,
    cost,
    tree: {
      kind: 'leaf',
      tests: asked === undefined ? tests.toSpliced(at, 1) : tests.with(at, { ...test, asked } as Test),
    },
  }));
}
