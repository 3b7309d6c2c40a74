import type { Filter } from '../catalogue/filters/kinds.ts';
import { filters } from '../catalogue/filters.ts';

/** The members a leaf may hold, level by level, down to the filters. */
export interface Branch {
  readonly members: Map<string, Branch | Filter>;
}

export const isBranch = (found: Branch | Filter): found is Branch => 'members' in found;

/** What the sections of a leaf are made of. */
export const form: Branch = { members: new Map() };

for (const filter of filters) {
  const steps = filter.path.split('.');
  const last = steps.pop() ?? '';
  const branch = steps.reduce((at, step) => {
    const next = at.members.get(step) ?? { members: new Map() };
    at.members.set(step, next);
    return next as Branch;
  }, form);
  branch.members.set(last, filter);
}
