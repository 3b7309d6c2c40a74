import { criteriaJson } from '../../criteria/json.ts';
import { listRelaxations } from '../../criteria/relax.ts';
import type { FindWiderDivision } from '../../criteria/relax-places.ts';
import type { Test, Tree } from '../../criteria/tree.ts';
import type { SearchEngine } from './engine.ts';

/** A small change of the criteria and what it would find. */
export interface CountedRelaxation {
  /** The filter that was eased. */
  path: string;
  change: string;
  totalItems: number;
  /** The eased criteria, sendable as they are. */
  criteria: object;
}

export const MAX_RELAXATIONS = 3;
/** Each candidate costs a count. */
const MAX_COUNT_QUERIES = 24;

/** What a tree found, and where it looked. */
interface SparseSearch {
  tree: Tree;
  found: number;
  wider: FindWiderDivision;
}

/** Up to three smallest changes of a tree that find more, the smallest first; of one filter only its smallest. */
export async function findRelaxations(
  { count }: Pick<SearchEngine, 'count'>,
  { tree, found, wider }: SparseSearch,
): Promise<CountedRelaxation[]> {
  const eased: CountedRelaxation[] = [];
  const relaxed = new Set<Test>();
  for (const { test, path, label, tree: milder } of listRelaxations(tree, wider).slice(
    0,
    MAX_COUNT_QUERIES,
  )) {
    if (eased.length === MAX_RELAXATIONS) break;
    if (relaxed.has(test)) continue;
    const totalItems = await count(milder);
    if (totalItems <= found) continue;
    relaxed.add(test);
    eased.push({ path, change: label, totalItems, criteria: criteriaJson(milder) });
  }
  return eased;
}
