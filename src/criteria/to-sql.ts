import type { Judged } from '../catalogue/filters/kinds.ts';
import type { Writer } from './kinds/kind.ts';
import { kindOf } from './kinds/kinds.ts';
import { masked } from './masks.ts';
import { bySubject } from './sections.ts';
import type { Test, Tree } from './tree.ts';

/** A condition over the search table; `$1` is the first of its values. */
export interface Condition {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** How the search table is laid out, where it is not one table called `s`. */
export type Layout = Pick<Writer, 'inDivisions'> & Partial<Pick<Writer, 'column'>>;

/** The tree with its masks as a condition over the search table: true for exactly the properties the predicate takes. */
export const sqlOf = (tree: Tree, layout?: Layout): Condition => plainSql(masked(tree), layout);

/** The tree as it stands, without masks. */
export function plainSql(tree: Tree, layout: Layout = {}): Condition {
  const values: unknown[] = [];
  const write: Writer = {
    column: (name) => `s.${name}`,
    bind: (value, type) => `$${values.push(value)}::${type}`,
    ...layout,
  };
  return { text: nodeSql(tree, write), values };
}

/** A group stands in brackets, so that the condition may stand beside others. */
function nodeSql(tree: Tree, write: Writer): string {
  if (tree.kind === 'leaf') return leafSql(tree.tests, write);
  const parts = tree.nodes.map((node) => nodeSql(node, write));
  if (tree.kind === 'and') return `(${parts.join(' and ')})`;
  return `(${parts.map((part) => (part.includes(' and ') ? `(${part})` : part)).join(' or ')})`;
}

const testSql = ({ kind, filter, asked }: Test, write: Writer): string =>
  kindOf(kind).sql(asked, filter, write);

function leafSql(tests: readonly Test[], write: Writer): string {
  const conditions = [...bySubject(tests)].flatMap(([judged, own]) =>
    judged === 'property' ? own.map((test) => testSql(test, write)) : sectionSql(judged, own, write),
  );
  return conditions.length === 0 ? 'true' : conditions.join(' and ');
}

/**
 * One publisher, listing or change that passes all. What can be asked of the whole array column is asked first: it is what an index can
 * find, and with a single test it is all there is to ask.
 */
function sectionSql(judged: Judged, tests: readonly Test[], write: Writer): string[] {
  const whole = tests.flatMap(
    ({ kind, filter, asked }) => kindOf(kind).sqlOfAny?.(asked, filter, write) ?? [],
  );
  if (tests.length === 1 && whole.length === 1) return whole;
  const names = [
    ...new Set(
      tests.flatMap(({ kind, filter }) =>
        kindOf(kind)
          .columns(filter)
          .map(({ name }) => name),
      ),
    ),
  ];
  const arrays = names.map((name) => write.column(name)).join(', ');
  const one: Writer = { ...write, column: (name) => `${judged}.${name}` };
  const conditions = tests.map((test) => testSql(test, one)).join(' and ');
  const found = `exists (select from unnest(${arrays}) as ${judged} (${names.join(', ')}) where ${conditions})`;
  return [...whole, found];
}
