import type { Filter } from '../../catalogue/filters/kinds.ts';
import { pathWithinScope } from '../search-row.ts';

/** A value of one publisher, listing or change that is one of few; null: unknown. */
export type PartValue = string | boolean | null;

/**
 * What a filter can read of one publisher, listing or change, when these are few values: they are stored together with
 * those of its other such filters (`combinations.ts`). Undefined for any other filter.
 */
export function listPartValues(filter: Filter): readonly PartValue[] | undefined {
  if (filter.scope === 'property') return undefined;
  if (filter.kind === 'presence') return [false, true];
  if (filter.kind !== 'set' && filter.kind !== 'switch') return undefined;
  if (filter.reads.length > 1 || filter.reads.some((path) => isList(filter, path))) return undefined;
  if (filter.kind === 'switch') return [null, false, true];
  return filter.vocabulary && [null, ...filter.vocabulary.values];
}

const isList = ({ scope }: Filter, path: string): boolean => pathWithinScope(scope, path).includes('[]');
