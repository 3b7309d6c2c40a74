import type { FilterScope } from '../catalogue/filters/kinds.ts';
import { combinationOf, hasAnySql, isPartTest, listPassing } from './combinations.ts';
import type { SqlWriter } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { subjectsOfColumn } from './stored-columns.ts';
import { groupByScope, type Test, type Tree, withDefaultFilters } from './tree.ts';

/** A condition over the search table; `$1` is the first of its values. */
export interface SqlCondition {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The layout of the search table, where it is not one table with the alias `s`. */
export type TableLayout = Pick<SqlWriter, 'inDivisions' | 'indexedLowest' | 'inOrder'> &
  Partial<Pick<SqlWriter, 'column'>>;

/**
 * The tree with its default filters as a condition over the search table: true for exactly the properties that the
 * predicate matches.
 */
export const compileSql = (tree: Tree, layout?: TableLayout): SqlCondition =>
  compileSqlWithoutDefaults(withDefaultFilters(tree), layout);

/** The tree without default filters. */
export function compileSqlWithoutDefaults(tree: Tree, layout: TableLayout = {}): SqlCondition {
  const values: unknown[] = [];
  const write: SqlWriter = {
    column: (name) => `s.${name}`,
    bind: (value, type) => `$${values.push(value)}::${type}`,
    ...layout,
  };
  return { text: nodeSql(tree, write), values };
}

/** A group is in brackets, so that the condition can be combined. */
function nodeSql(tree: Tree, write: SqlWriter): string {
  if (tree.kind === 'leaf') return leafSql(tree.tests, write);
  const parts = tree.nodes.map((node) => nodeSql(node, write));
  if (tree.kind === 'and') return `(${parts.join(' and ')})`;
  return `(${parts.map((part) => (part.includes(' and ') ? `(${part})` : part)).join(' or ')})`;
}

const testSql = ({ kind, filter, operand }: Test, write: SqlWriter): string =>
  kindOf(kind).sql(operand, filter, write);

function leafSql(tests: readonly Test[], write: SqlWriter): string {
  const conditions = [...groupByScope(tests)].flatMap(([scope, own]) =>
    scope === 'property' ? own.map((test) => testSql(test, write)) : sectionSql(scope, own, write),
  );
  return conditions.length === 0 ? 'true' : conditions.join(' and ');
}

/**
 * One publisher, listing or change that passes every test. Conditions on whole array columns are first: an index
 * can use them, and for a single test they suffice. Tests on combinations of values are one condition.
 */
function sectionSql(scope: FilterScope, all: readonly Test[], write: SqlWriter): string[] {
  const { combined = [], tests = [] } = Object.groupBy(all, (test) =>
    isPartTest(test) ? 'combined' : 'tests',
  );
  const combination = combinationOf(scope);
  const column = combination?.column ?? '';
  const passing = combination && combined.length > 0 ? listPassing(combination, combined) : undefined;
  const list = passing && write.bind(passing, 'text[]');
  const whole = [
    ...(combination && passing && list
      ? [hasAnySql(combination, write.column(column), { passing, list, isInOrder: write.inOrder })]
      : []),
    ...tests.flatMap(({ kind, filter, operand }) => kindOf(kind).sqlForAny?.(operand, filter, write) ?? []),
  ];
  if (tests.length === 0 || (all.length === 1 && whole.length === 1)) return whole;
  // Combinations are never null: they say how many there are.
  const names = [...new Set([column, ...tests.flatMap(listColumnNames)])];
  const arrays = names.map((name) => subjectsOfColumn(name, write.column(name))).join(', ');
  const one: SqlWriter = { ...write, column: (name) => `${scope}.${name}` };
  const conditions = [
    ...(list ? [`${one.column(column)} = any (${list})`] : []),
    ...tests.map((test) => testSql(test, one)),
  ].join(' and ');
  const found = `exists (select from unnest(${arrays}) as ${scope} (${names.join(', ')}) where ${conditions})`;
  return [...whole, found];
}

const listColumnNames = ({ kind, filter }: Test): string[] =>
  kindOf(kind)
    .columns(filter)
    .map(({ name }) => name);
