import type { FilterKind } from '../catalogue/filters/kinds.ts';
import { defaultFiltersFor } from './default-filters.ts';
import { boundsOf } from './kinds/range.ts';
import { MAX_NUMBER, MAX_RADIUS_KM } from './limits.ts';
import { type FindWiderDivision, relaxPlaces } from './relax-places.ts';
import { RELAXATION_COSTS, type RelaxationStep } from './relaxation-step.ts';
import type { FilterOf, Operands, PhrasesOperand, RangeOperand, SetOperand, Test, Tree } from './tree.ts';

/** A tree that asks a little less, and in what. */
export interface CriteriaRelaxation {
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
const STEP_PERCENTS = [5, 10, 20] as const;
/** Below this a number counts rooms, floors or baths, where five per cent are nothing: ten per cent are one, twenty are two. */
const COUNTABLE = 20;

const dropFilter = <Kind extends FilterKind>(): RelaxationStep<Kind> => ({
  asked: undefined,
  change: 'given up',
  cost: RELAXATION_COSTS.filter,
});

function moveBound(bound: 'gte' | 'lte', from: number): { value: number; change: string; cost: number }[] {
  const sign = bound === 'lte' ? 1 : -1;
  const mark = sign > 0 ? '+' : '−';
  const counts = Number.isInteger(from) && Math.abs(from) < COUNTABLE;
  return (counts ? STEP_PERCENTS.slice(1) : STEP_PERCENTS).map((percent) => {
    const [step, told] = counts
      ? [percent / 10, `${percent / 10}`]
      : [(Math.abs(from) * percent) / 100, `${percent} %`];
    return { value: from + sign * step, change: `${bound} ${mark}${told}`, cost: percent };
  });
}

function relaxRange(asked: RangeOperand, filter: FilterOf<'range'>): RelaxationStep<'range'>[] {
  const { minimum = -MAX_NUMBER, maximum = MAX_NUMBER } = boundsOf(filter.reads[0]);
  const bounds = (['gte', 'lte'] as const).flatMap((bound) => {
    const from = asked[bound];
    if (from === undefined) return [];
    return moveBound(bound, from)
      .filter(({ value }) => value >= minimum && value <= maximum)
      .map(({ value, change, cost }) => ({ asked: { ...asked, [bound]: value }, change, cost }));
  });
  const missing = filter.operators.includes('orMissing') && !asked.orMissing;
  return [
    ...bounds,
    ...(missing
      ? [{ asked: { ...asked, orMissing: true }, change: 'orMissing', cost: RELAXATION_COSTS.missing }]
      : []),
    dropFilter(),
  ];
}

function relaxSet(asked: SetOperand, { operators }: FilterOf<'set'>): RelaxationStep<'set'>[] {
  const { in: wanted, ...rest } = asked;
  const canMiss =
    wanted !== undefined && operators.includes('inOrMissing') && asked.inOrMissing === undefined;
  const missing = {
    asked: { ...rest, inOrMissing: wanted ?? [] },
    change: 'inOrMissing',
    cost: RELAXATION_COSTS.missing,
  };
  return [...(canMiss ? [missing] : []), dropFilter()];
}

function relaxFeatures({ in: wanted = [], ...rest }: SetOperand): RelaxationStep<'features'>[] {
  const without = wanted.map((feature): RelaxationStep<'features'> => {
    const kept = wanted.filter((other) => other !== feature);
    const asked = { ...rest, ...(kept.length > 0 && { in: kept }) };
    return {
      asked: Object.keys(asked).length > 0 ? asked : undefined,
      change: `without ${feature}`,
      cost: RELAXATION_COSTS.part,
    };
  });
  const allowed = [...new Set([...wanted, ...(rest.inOrMissing ?? [])])];
  const missing = {
    asked: { ...rest, inOrMissing: allowed },
    change: 'inOrMissing',
    cost: RELAXATION_COSTS.missing,
  };
  return [...(wanted.length > 0 ? [missing] : []), ...without, dropFilter()];
}

function relaxPhrases({ in: wanted, nin }: PhrasesOperand): RelaxationStep<'phrases'>[] {
  const parts =
    wanted && nin
      ? [
          { asked: { nin }, change: 'without in', cost: RELAXATION_COSTS.part },
          { asked: { in: wanted }, change: 'without nin', cost: RELAXATION_COSTS.part },
        ]
      : [];
  return [...parts, dropFilter()];
}

type RelaxTest<Kind extends FilterKind> = (
  asked: Operands[Kind],
  filter: FilterOf<Kind>,
  wider: FindWiderDivision,
) => readonly RelaxationStep<Kind>[];

const relaxByKind: { readonly [Kind in FilterKind]: RelaxTest<Kind> } = {
  range: relaxRange,
  set: relaxSet,
  features: relaxFeatures,
  switch: () => [dropFilter()],
  presence: () => [dropFilter()],
  phrases: relaxPhrases,
  time: () => [dropFilter()],
  url: () => [],
  places: (asked, _, wider) => relaxPlaces(asked, wider, MAX_RADIUS_KM),
  scores: () => [dropFilter()],
};

/**
 * Every tree that differs from this one in one small concession and takes no less, the smallest first. `wider` gives the code of the
 * division around one, so that a place can be widened too.
 */
export function listRelaxations(
  tree: Tree,
  wider: FindWiderDivision = () => undefined,
): CriteriaRelaxation[] {
  // Without the filter that lifted it, a mask would come back and hide more.
  const masks = defaultFiltersFor(tree).length;
  return relaxNode(tree, wider)
    .filter((milder) => defaultFiltersFor(milder.tree).length <= masks)
    .sort((one, other) => one.cost - other.cost);
}

function relaxNode(tree: Tree, wider: FindWiderDivision): CriteriaRelaxation[] {
  if (tree.kind === 'leaf') return tree.tests.flatMap((test, at) => relaxLeaf(tree.tests, test, at, wider));
  return tree.nodes.flatMap((node, at) =>
    relaxNode(node, wider)
      // A branch of `or` that asks nothing would let everything in.
      .filter((milder) => tree.kind === 'and' || milder.tree.kind !== 'leaf' || milder.tree.tests.length > 0)
      .map((milder) => ({ ...milder, tree: { ...tree, nodes: tree.nodes.with(at, milder.tree) } })),
  );
}

function relaxLeaf(
  tests: readonly Test[],
  test: Test,
  at: number,
  wider: FindWiderDivision,
): CriteriaRelaxation[] {
  const ways = (relaxByKind[test.kind] as RelaxTest<FilterKind>)(test.operand, test.filter, wider);
  const path = test.filter.path;
  return ways.map(({ asked, change, cost }) => ({
    path,
    change,
    test,
    label: `${path.replace(/^property\./, '')}${/^[gl]te /.test(change) ? '.' : ' '}${change}`,
    cost,
    tree: {
      kind: 'leaf',
      tests:
        asked === undefined ? tests.toSpliced(at, 1) : tests.with(at, { ...test, operand: asked } as Test),
    },
  }));
}
