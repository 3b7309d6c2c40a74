import { LIST_FILTERS } from './generated/list-filters.ts';
import type { Criteria, CriteriaLeaf } from './generated/schemas.ts';

type FilterMembers<Value> = [Value] extends [never]
  ? unknown
  : { readonly [Name in keyof Value]-?: FilterPath<NonNullable<Value[Name]>> };

/**
 * A filter: called with its whole value, or through one of its operators. Not distributed over the alternatives of a
 * value: one function takes them all.
 */
type FilterPath<Value> = [Value] extends [readonly (infer Entry)[]]
  ? (...entries: Entry[]) => CriteriaLeaf
  : ((value: Value) => CriteriaLeaf) & FilterMembers<Extract<Value, object>>;

/**
 * Every filter by its path, with completion: `where.property.type.in('FLAT', 'HOUSE')`,
 * `where.property.pricing.displayed({ gte: 100_000, lte: 300_000 })`.
 */
export const where: FilterMembers<CriteriaLeaf> = filterPath([]) as FilterMembers<CriteriaLeaf>;

/** All of the criteria hold. */
export const all = (...nodes: Criteria[]): Criteria => ({ and: nodes });

/** Any of the criteria holds. */
export const any = (...nodes: Criteria[]): Criteria => ({ or: nodes });

function filterPath(path: readonly string[]): unknown {
  return new Proxy(() => undefined, {
    get: (_target, name) => (typeof name === 'string' ? filterPath([...path, name]) : undefined),
    apply: (_target, _this, values: unknown[]) => buildLeaf(path, values),
  });
}

/** `in('A')` is a list of one where the filter takes a list. */
function buildLeaf(path: readonly string[], values: readonly unknown[]): object {
  const value = LIST_FILTERS.has(path.join('.')) ? values : values[0];
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;
}
