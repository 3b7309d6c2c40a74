import type { Filter } from '../catalogue/filters/kinds.ts';
import { filters } from '../catalogue/filters.ts';

/** The members of a leaf, level by level, down to the filters. */
export interface FilterBranch {
  readonly members: Map<string, FilterBranch | Filter>;
}

export const isFilterBranch = (found: FilterBranch | Filter): found is FilterBranch => 'members' in found;

/** The sections of a leaf. */
export const filterTree: FilterBranch = { members: new Map() };

for (const filter of filters) {
  const steps = filter.path.split('.');
  const last = steps.pop() ?? '';
  const branch = steps.reduce((at, step) => {
    const next = at.members.get(step) ?? { members: new Map() };
    at.members.set(step, next);
    return next as FilterBranch;
  }, filterTree);
  branch.members.set(last, filter);
}
