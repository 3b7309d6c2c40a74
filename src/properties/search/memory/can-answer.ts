import { masksOf } from '../../../criteria/masks.ts';
import { everything, type Tree, testsOf } from '../../../criteria/tree.ts';
import type { Held } from './held.ts';

const MASKS = masksOf(everything).length;

/** Why memory cannot tell, if it cannot. */
export type Unanswered = 'off-market' | 'column' | 'order' | 'old-walk' | 'newer-walk';

/** Memory holds what is on the market at a price one may believe, and most columns of it. */
export function whyNot({ segments }: Held, tree: Tree): Unanswered | undefined {
  if (masksOf(tree).length < MASKS) return 'off-market';
  for (const { filter } of testsOf(tree)) if (segments.some((view) => !view.keeps(filter))) return 'column';
  return undefined;
}
