import { criteriaJson } from '../../criteria/json.ts';
import { relaxations } from '../../criteria/relax.ts';
import type { Wider } from '../../criteria/relax-places.ts';
import type { Test, Tree } from '../../criteria/tree.ts';
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

export const MAX_RELAXATIONS = 3;
/** Each candidate costs a count. */
const MAX_COUNT_QUERIES = 24;

/** What a tree found, and where it looked. */
interface Sparse {
  tree: Tree;
  found: number;
  wider: Wider;
}

/** Up to three smallest changes of a tree that find more, the smallest first; of one filter only its smallest. */
export async function relaxationsOf(
  { count }: Pick<SearchEngine, 'count'>,
  { tree, found, wider }: Sparse,
): Promise<Relaxation[]> {
  const eased: Relaxation[] = [];
  const settled = new Set<Test>();
  for (const { test, path, label, tree: milder } of relaxations(tree, wider).slice(0, MAX_COUNT_QUERIES)) {
    if (eased.length === MAX_RELAXATIONS) break;
    if (settled.has(test)) continue;
    const totalItems = await count(milder);
    if (totalItems <= found) continue;
    settled.add(test);
    eased.push({ path, change: label, totalItems, criteria: criteriaJson(milder) });
  }
  return eased;
}
