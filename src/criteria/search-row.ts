import type { PropertyResult } from '../catalogue/document.ts';
import type { FilterScope } from '../catalogue/filters/kinds.ts';
import { type AttributePath, attributeAt } from '../catalogue/paths.ts';

/**
 * The value of one column of one property, publisher, listing or change. Null: unknown. A time is in milliseconds.
 */
export type Cell = string | number | boolean | null | readonly string[] | readonly boolean[];

/**
 * A property prepared for many trees: one entry a column, in the order of `searchColumns`. A column of publishers,
 * listings or changes has a list with one cell each.
 */
export type SearchRow = readonly (Cell | readonly Cell[])[];

/** A publisher, a listing, a change, or the whole property: the source of one cell. */
export type Subject = object;

/**
 * The ids and codes of the ancestors of a division, without itself: the property document has only city and finer.
 */
export type Lineage = (divisionId: string) => {
  readonly ids: readonly string[];
  readonly codes: readonly string[];
};

const scopeRoots: Readonly<Record<FilterScope, string>> = {
  property: '',
  publisher: 'publishers[].',
  listing: 'listings[].',
  change: 'property.changes[].',
};

/** The entries of a section, each evaluated separately. */
export function listSubjects(
  { publishers, listings, property }: PropertyResult,
  scope: FilterScope,
): readonly Subject[] {
  if (scope === 'publisher') return publishers;
  if (scope === 'listing') return listings;
  return property.changes;
}

/** The path of an attribute relative to its subject: `listings[].url` is `url` of a listing. */
export const pathWithinScope = (scope: FilterScope, path: string): string =>
  path.startsWith(scopeRoots[scope]) ? path.slice(scopeRoots[scope].length) : path;

type Members = Readonly<Record<string, unknown>>;

/** Reads the value at a path without lists; undefined when it is absent or null. */
export function valueReader(path: string): (subject: unknown) => unknown {
  const steps = path.split('.');
  return (subject) => {
    let value: unknown = subject;
    for (const step of steps) {
      if (value === undefined || value === null) return undefined;
      value = (value as Members)[step];
    }
    return value ?? undefined;
  };
}

/** Reads all values at a path, without absent and null ones. */
export function valuesReader(path: string): (subject: unknown) => unknown[] {
  const [whole = '', inside] = path.split(/\[\]\.?(.*)/, 2);
  const value = valueReader(whole);
  if (inside === undefined)
    return (subject) => {
      const found = value(subject);
      return found === undefined ? [] : [found];
    };
  const within = inside === '' ? (entry: unknown) => [entry] : valuesReader(inside);
  return (subject) => ((value(subject) as unknown[] | undefined) ?? []).flatMap(within);
}

/** The first value at any of these paths, relative to the scope of the filter. */
export function firstReader(scope: FilterScope, paths: readonly string[]): (subject: unknown) => unknown {
  const inside = paths.map((path) => pathWithinScope(scope, path));
  const [only = '', ...others] = inside;
  if (others.length === 0 && !only.includes('[]')) return valueReader(only);
  const readers = inside.map(valuesReader);
  return (subject) => readers.flatMap((values) => values(subject))[0];
}

/** Every value at any of these paths. */
export function allReader(scope: FilterScope, paths: readonly string[]): (subject: unknown) => unknown[] {
  const readers = paths.map((path) => valuesReader(pathWithinScope(scope, path)));
  const [only = () => [], ...others] = readers;
  return others.length === 0 ? only : (subject) => readers.flatMap((values) => values(subject));
}

/** Whether the document always has it: the attribute and all its parents are required. */
export function isAlwaysPresent(path: AttributePath): boolean {
  const steps = path.split('.');
  return steps.every(
    (_, index) => attributeAt(steps.slice(0, index + 1).join('.') as AttributePath).node.required === true,
  );
}
