import type { FilterKind } from '../catalogue/filters/kinds.ts';
import { boundsOf } from './kinds/range.ts';
import { MAX_NUMBER, MAX_RADIUS_KM } from './limits.ts';
import { type FindWiderDivision, relaxPlaces } from './relax-places.ts';
import { RELAXATION_COSTS, type RelaxationStep } from './relaxation-step.ts';
import {
  defaultFiltersFor,
  type FilterOf,
  type Operands,
  type PhrasesOperand,
  type RangeOperand,
  type SetOperand,
  type Test,
  type Tree,
} from './tree.ts';

/** A slightly weaker tree, and its change. */
export interface CriteriaRelaxation {
  readonly path: string;
  /** The change: `lte +5 %`, `orMissing`, `without BALCONY`. */
  readonly change: string;
  /** Path and change in readable form: `pricing.displayed.lte +5 %`. */
  readonly label: string;
  /** The original test: several relaxations may exist for one test. */
  readonly test: Test;
  /** A smaller cost is a smaller relaxation. */
  readonly cost: number;
  readonly tree: Tree;
}

/** Per cent; also the cost of each. */
const STEP_PERCENTS = [5, 10, 20] as const;
/** Below this a number counts rooms, floors or baths, where 5 % is nothing: 10 % is one, 20 % is two. */
const COUNTABLE = 20;

const dropFilter = <Kind extends FilterKind>(): RelaxationStep<Kind> => ({
  operand: undefined,
  change: 'given up',
  cost: RELAXATION_COSTS.filter,
});

function moveBound(bound: 'gte' | 'lte', from: number): { value: number; change: string; cost: number }[] {
  const sign = bound === 'lte' ? 1 : -1;
  const mark = sign > 0 ? '+' : '−';
  const counts = Number.isInteger(from) && Math.abs(from) < COUNTABLE;
  return (counts ? STEP_PERCENTS.slice(1) : STEP_PERCENTS).map((percent) => {
    const [step, amount] = counts
      ? [percent / 10, `${percent / 10}`]
      : [(Math.abs(from) * percent) / 100, `${percent} %`];
    return { value: from + sign * step, change: `${bound} ${mark}${amount}`, cost: percent };
  });
}

function relaxRange(operand: RangeOperand, filter: FilterOf<'range'>): RelaxationStep<'range'>[] {
  const { minimum = -MAX_NUMBER, maximum = MAX_NUMBER } = boundsOf(filter.reads[0]);
  const bounds = (['gte', 'lte'] as const).flatMap((bound) => {
    const from = operand[bound];
    if (from === undefined) return [];
    return moveBound(bound, from)
      .filter(({ value }) => value >= minimum && value <= maximum)
      .map(({ value, change, cost }) => ({ operand: { ...operand, [bound]: value }, change, cost }));
  });
  const missing = filter.operators.includes('orMissing') && !operand.orMissing;
  return [
    ...bounds,
    ...(missing
      ? [{ operand: { ...operand, orMissing: true }, change: 'orMissing', cost: RELAXATION_COSTS.missing }]
      : []),
    dropFilter(),
  ];
}

function relaxSet(operand: SetOperand, { operators }: FilterOf<'set'>): RelaxationStep<'set'>[] {
  const { in: wanted, ...rest } = operand;
  const canMiss =
    wanted !== undefined && operators.includes('inOrMissing') && operand.inOrMissing === undefined;
  const missing = {
    operand: { ...rest, inOrMissing: wanted ?? [] },
    change: 'inOrMissing',
    cost: RELAXATION_COSTS.missing,
  };
  return [...(canMiss ? [missing] : []), dropFilter()];
}

function relaxFeatures({ in: wanted = [], ...rest }: SetOperand): RelaxationStep<'features'>[] {
  const without = wanted.map((feature): RelaxationStep<'features'> => {
    const remaining = wanted.filter((other) => other !== feature);
    const operand = { ...rest, ...(remaining.length > 0 && { in: remaining }) };
    return {
      operand: Object.keys(operand).length > 0 ? operand : undefined,
      change: `without ${feature}`,
      cost: RELAXATION_COSTS.part,
    };
  });
  const allowed = [...new Set([...wanted, ...(rest.inOrMissing ?? [])])];
  const missing = {
    operand: { ...rest, inOrMissing: allowed },
    change: 'inOrMissing',
    cost: RELAXATION_COSTS.missing,
  };
  return [...(wanted.length > 0 ? [missing] : []), ...without, dropFilter()];
}

function relaxPhrases({ in: wanted, nin }: PhrasesOperand): RelaxationStep<'phrases'>[] {
  const parts =
    wanted && nin
      ? [
          { operand: { nin }, change: 'without in', cost: RELAXATION_COSTS.part },
          { operand: { in: wanted }, change: 'without nin', cost: RELAXATION_COSTS.part },
        ]
      : [];
  return [...parts, dropFilter()];
}

type RelaxTest<Kind extends FilterKind> = (
  operand: Operands[Kind],
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
  places: (operand, _, wider) => relaxPlaces(operand, wider, MAX_RADIUS_KM),
  scores: () => [dropFilter()],
};

/**
 * Every tree that differs from this one in one relaxation and matches at least as much, the smallest first.
 * `wider` returns the code of the parent division, so that a place can be widened too.
 */
export function listRelaxations(
  tree: Tree,
  wider: FindWiderDivision = () => undefined,
): CriteriaRelaxation[] {
  // Without the filter that lifted it, a default filter would apply again and exclude more.
  const defaults = defaultFiltersFor(tree).length;
  return relaxNode(tree, wider)
    .filter((relaxed) => defaultFiltersFor(relaxed.tree).length <= defaults)
    .sort((one, other) => one.cost - other.cost);
}

function relaxNode(tree: Tree, wider: FindWiderDivision): CriteriaRelaxation[] {
  if (tree.kind === 'leaf') return tree.tests.flatMap((test, at) => relaxLeaf(tree.tests, test, at, wider));
  return tree.nodes.flatMap((node, at) =>
    relaxNode(node, wider)
      // An empty branch of `or` would match everything.
      .filter(
        (relaxed) => tree.kind === 'and' || relaxed.tree.kind !== 'leaf' || relaxed.tree.tests.length > 0,
      )
      .map((relaxed) => ({ ...relaxed, tree: { ...tree, nodes: tree.nodes.with(at, relaxed.tree) } })),
  );
}

function relaxLeaf(
  tests: readonly Test[],
  test: Test,
  at: number,
  wider: FindWiderDivision,
): CriteriaRelaxation[] {
  const steps = (relaxByKind[test.kind] as RelaxTest<FilterKind>)(test.operand, test.filter, wider);
  const path = test.filter.path;
  return steps.map(({ operand, change, cost }) => ({
    path,
    change,
    test,
    label: `${path.replace(/^property\./, '')}${/^[gl]te /.test(change) ? '.' : ' '}${change}`,
    cost,
    tree: {
      kind: 'leaf',
      tests: operand === undefined ? tests.toSpliced(at, 1) : tests.with(at, { ...test, operand } as Test),
    },
  }));
}
