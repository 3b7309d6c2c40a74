import type { Filter } from '../catalogue/filters/kinds.ts';
import { filters } from '../catalogue/filters.ts';

/** The members a leaf may hold, level by level, down to the filters. */
export interface FilterBranch {
  readonly members: Map<string, FilterBranch | Filter>;
}

export const isFilterBranch = (found: FilterBranch | Filter): found is FilterBranch => 'members' in found;

/** What the sections of a leaf are made of. */
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
