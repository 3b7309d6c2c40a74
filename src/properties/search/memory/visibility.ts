import { compileTree } from '../../../criteria/matches.ts';
import { defaultFiltersFor, matchAll } from '../../../criteria/tree.ts';

const defaultFilters = defaultFiltersFor(matchAll);

/** Whether a search without further conditions finds the property: it is on the market at a plausible price. */
export const isVisible = compileTree({ kind: 'leaf', tests: defaultFilters });

/** How many default filters apply to a tree that lifts none. */
export const DEFAULT_FILTER_COUNT = defaultFilters.length;
