import { criteriaJson } from '../../criteria/json.ts';
import type { Leaf, RangeAsked, SetAsked, Test, Tree } from '../../criteria/tree.ts';
import type { SearchEngine } from './engine.ts';

/** A small change of the criteria and what it would find. */
export interface Relaxation {
  /** The filter that was eased. */
  path: string;
  change: string;
  totalItems: number;
  /** The eased criteria, sendable as they are. */
  criteria: object;
}

export const MOST_RELAXATIONS = 3;
/** Each candidate costs a count. */
const MOST_COUNTS = 24;
const WIDENINGS = [5, 10, 20];

interface Easing {
  change: string;
  /** Undefined: the filter is dropped. */
  test: Test | undefined;
  /** The smaller, the less is given up. */
  cost: number;
}

/** Up to three smallest changes of a tree that find more, the smallest first; of one filter only its smallest. */
export async function relaxationsOf(
  { count }: Pick<SearchEngine, 'count'>,
  tree: Tree,
  found: number,
): Promise<Relaxation[]> {
  const candidates = easedTrees(tree).toSorted((one, other) => one.cost - other.cost);
  const eased: Relaxation[] = [];
  const settled = new Set<Test>();
  for (const { test, change, tree: wider } of candidates.slice(0, MOST_COUNTS)) {
    if (eased.length === MOST_RELAXATIONS) break;
    if (settled.has(test)) continue;
    const totalItems = await count(wider);
    if (totalItems <= found) continue;
    settled.add(test);
    eased.push({ path: test.filter.path, change, totalItems, criteria: criteriaJson(wider) });
  }
  return eased;
}

interface EasedTree extends Easing {
  test: Test;
  tree: Tree;
}

/** Every tree that differs from this one in one filter, eased in one way. */
function easedTrees(tree: Tree): EasedTree[] {
  if (tree.kind === 'leaf') return easedLeaves(tree);
  return tree.nodes.flatMap((node, at) =>
    easedTrees(node).map((eased) => ({
      ...eased,
      tree: { ...tree, nodes: tree.nodes.with(at, eased.tree) },
    })),
  );
}

function easedLeaves(leaf: Leaf): EasedTree[] {
  return leaf.tests.flatMap((test, at) =>
    easingsOf(test).map(({ test: eased, change, cost }) => ({
      test,
      change: `${test.filter.path}${change}`,
      cost,
      tree: {
        ...leaf,
        tests: eased === undefined ? leaf.tests.toSpliced(at, 1) : leaf.tests.with(at, eased),
      },
    })),
  );
}

/** To give a filter up altogether is the last thing to propose. */
const DROPPED = 100;
const MISSING = 15;

function easingsOf(test: Test): Easing[] {
  const dropped = { change: ' dropped', test: undefined, cost: DROPPED };
  if (test.kind === 'range') return [...widened(test.asked, test), dropped];
  if (test.kind === 'set') return [...orMissing(test.asked, test), dropped];
  if (test.kind === 'features')
    return [...orMissing(test.asked, test), ...without(test.asked, test), dropped];
  if (test.kind === 'places') return [...farther(test), dropped];
  return [dropped];
}

const withAsked = (test: Test, asked: Test['asked']): Test => ({ ...test, asked }) as Test;

function widened(asked: RangeAsked, test: Test): Easing[] {
  const { gte, lte, orMissing: already } = asked;
  const missing = {
    change: ' orMissing',
    test: withAsked(test, { ...asked, orMissing: true }),
    cost: MISSING,
  };
  const mayMiss = already !== true && test.filter.operators.includes('orMissing');
  return [
    ...WIDENINGS.flatMap((percent) => [
      ...(lte === undefined ? [] : [bound(test, asked, { side: 'lte', from: lte, percent })]),
      ...(gte === undefined ? [] : [bound(test, asked, { side: 'gte', from: gte, percent })]),
    ]),
    ...(mayMiss ? [missing] : []),
  ];
}

/** A count such as rooms moves by one at least. */
function bound(
  test: Test,
  asked: RangeAsked,
  { side, from, percent }: { side: 'gte' | 'lte'; from: number; percent: number },
): Easing {
  const sign = side === 'lte' ? 1 : -1;
  const whole = test.kind === 'range' && test.filter.integer;
  const step = (Math.abs(from) * percent) / 100;
  const to = from + sign * (whole ? Math.max(1, Math.round(step)) : step);
  const shown = whole
    ? `${sign > 0 ? '+' : '−'}${Math.abs(to - from)}`
    : `${sign > 0 ? '+' : '−'}${percent} %`;
  return { change: `.${side} ${shown}`, test: withAsked(test, { ...asked, [side]: to }), cost: percent };
}

/** `in` becomes `inOrMissing`, where the filter has it. */
function orMissing(asked: SetAsked, test: Test): Easing[] {
  const { in: values, ...rest } = asked;
  if (values === undefined || !test.filter.operators.includes('inOrMissing')) return [];
  const both = [...new Set([...values, ...(rest.inOrMissing ?? [])])];
  return [{ change: ' inOrMissing', test: withAsked(test, { ...rest, inOrMissing: both }), cost: MISSING }];
}

/** All but one of several features. */
function without(asked: SetAsked, test: Test): Easing[] {
  const { in: values = [] } = asked;
  if (values.length < 2) return [];
  return values.map((value) => ({
    change: ` without ${value}`,
    test: withAsked(test, { ...asked, in: values.filter((other) => other !== value) }),
    cost: DROPPED / values.length,
  }));
}

const FARTHER = 1.5;
function farther(test: Test & { kind: 'places' }): Easing[] {
  const { in: places } = test.asked;
  if (places?.centerPoint === undefined) return [];
  const radiusKm = places.centerPoint.radiusKm * FARTHER;
  const asked = { ...test.asked, in: { ...places, centerPoint: { ...places.centerPoint, radiusKm } } };
  return [{ change: ' radius +50 %', test: withAsked(test, asked), cost: 50 }];
}
