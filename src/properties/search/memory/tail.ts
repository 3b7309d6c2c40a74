import { columnAt } from '../../../criteria/columns.ts';
import type { TestOf, Tree } from '../../../criteria/tree.ts';
import { PLACE_COLUMNS } from '../place-filter.ts';
import type { IndexRow } from './open-segment.ts';

const { position } = columnAt(PLACE_COLUMNS.codes);
const codesOf = ({ cells }: IndexRow): readonly string[] => (cells[position] ?? []) as readonly string[];

/**
 * Rows changed since the segments were built. Most queries name divisions and test only the rows rows: testing
 * all four thousand takes longer than the rest of the query.
 */
export class Tail {
  readonly #rows = new Map<string, IndexRow>();
  readonly #byCode = new Map<string, Map<string, IndexRow>>();

  get size(): number {
    return this.#rows.size;
  }

  get = (id: string): IndexRow | undefined => this.#rows.get(id);

  has = (id: string): boolean => this.#rows.has(id);

  values = (): MapIterator<IndexRow> => this.#rows.values();

  set(id: string, row: IndexRow): void {
    this.delete(id);
    this.#rows.set(id, row);
    for (const code of codesOf(row)) {
      const rows = this.#byCode.get(code);
      if (rows === undefined) this.#byCode.set(code, new Map([[id, row]]));
      else rows.set(id, row);
    }
  }

  delete(id: string): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    this.#rows.delete(id);
    for (const code of codesOf(row)) {
      const rows = this.#byCode.get(code);
      rows?.delete(id);
      if (rows?.size === 0) this.#byCode.delete(code);
    }
  }

  /** A superset of the rows that satisfy the tree, each once. */
  candidates(tree: Tree): Iterable<IndexRow> {
    const codes = requiredCodes(tree);
    if (codes === undefined) return this.#rows.values();
    const [only = ''] = codes;
    if (codes.length === 1) return this.#byCode.get(only)?.values() ?? [];
    return new Set(codes.flatMap((code) => [...(this.#byCode.get(code)?.values() ?? [])]));
  }
}

/** Divisions of which a matching row must be in at least one; undefined when it may be anywhere. */
function requiredCodes(tree: Tree): readonly string[] | undefined {
  if (tree.kind === 'leaf') {
    for (const test of tree.tests) if (test.kind === 'places') return codesIn(test.operand);
    return undefined;
  }
  const parts = tree.nodes.map(requiredCodes);
  if (tree.kind === 'and') return parts.find((codes) => codes !== undefined);
  return parts.every((codes) => codes !== undefined) ? parts.flat() : undefined;
}

function codesIn({ in: inside }: TestOf<'places'>['operand']): readonly string[] | undefined {
  if (inside?.uniqueCodes === undefined) return undefined;
  const { uniqueCodes, ...others } = inside;
  return Object.keys(others).length === 0 ? uniqueCodes : undefined;
}
