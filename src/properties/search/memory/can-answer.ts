import { masksOf } from '../../../criteria/masks.ts';
import { everything, type Tree } from '../../../criteria/tree.ts';
import type { Held } from './held.ts';

const MASKS = masksOf(everything).length;

/** Why memory cannot tell, if it cannot. */
export type Unanswered = 'off-market' | 'column' | 'order' | 'old-walk' | 'newer-walk';

/** Memory holds what is on the market at a price one may believe, and most columns of it. */
export function whyNot(held: Held, tree: Tree): Unanswered | undefined {
  if (masksOf(tree).length < MASKS) return 'off-market';
  return isKept(held, tree) ? undefined : 'column';
}

const isKept = (held: Held, tree: Tree): boolean =>
  tree.kind === 'leaf'
    ? tree.tests.every(({ filter }) => held.segments.every((view) => view.keeps(filter)))
    : tree.nodes.every((node) => isKept(held, node));
