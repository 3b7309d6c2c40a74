import { criteriaJson } from '../../criteria/json.ts';
import { listRelaxations } from '../../criteria/relax.ts';
import type { FindWiderDivision } from '../../criteria/relax-places.ts';
import type { Test, Tree } from '../../criteria/tree.ts';
import type { SearchEngine } from './engine.ts';

/** A small change of the criteria, and how many properties it would find. */
export interface CountedRelaxation {
  /** The relaxedTests filter. */
  path: string;
  change: string;
  totalItems: number;
  /** The relaxedTests criteria, ready to send. */
  criteria: object;
}

export const MAX_RELAXATIONS = 3;
/** Each candidate costs one count query. */
const MAX_COUNT_QUERIES = 24;

/** A search with few results. */
interface SparseSearch {
  tree: Tree;
  found: number;
  wider: FindWiderDivision;
}

/** The smallest relaxations that find more, smallest first, at most one per filter. */
export async function findRelaxations(
  { count }: Pick<SearchEngine, 'count'>,
  { tree, found, wider }: SparseSearch,
): Promise<CountedRelaxation[]> {
  const relaxations: CountedRelaxation[] = [];
  const relaxedTests = new Set<Test>();
  for (const { test, path, label, tree: relaxedTree } of listRelaxations(tree, wider).slice(
    0,
    MAX_COUNT_QUERIES,
  )) {
    if (relaxations.length === MAX_RELAXATIONS) break;
    if (relaxedTests.has(test)) continue;
    const totalItems = await count(relaxedTree);
    if (totalItems <= found) continue;
    relaxedTests.add(test);
    relaxations.push({ path, change: label, totalItems, criteria: criteriaJson(relaxedTree) });
  }
  return relaxations;
}
