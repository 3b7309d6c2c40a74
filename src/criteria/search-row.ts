import type { PropertyResult } from '../catalogue/document.ts';
import type { FilterScope } from '../catalogue/filters/kinds.ts';
import { type AttributePath, attributeAt } from '../catalogue/paths.ts';

/** The value of one column of one property, publisher, listing or change. Null: not known. A time is in milliseconds. */
export type Cell = string | number | boolean | null | readonly string[] | readonly boolean[];

/**
 * A property prepared for many trees: one entry a column, in the order of `searchColumns`. A column of publishers, listings or changes
 * holds a list with one cell each.
 */
export type SearchRow = readonly (Cell | readonly Cell[])[];

/** A publisher, a listing, a change, or the whole property: what one row of a column is read from. */
export type Subject = object;

/** The ids and codes of the divisions above one, itself left out: the property document names only city and finer. */
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

/** The entries that a section is judged on, one at a time. */
export function listSubjects(
  { publishers, listings, property }: PropertyResult,
  judged: FilterScope,
): readonly Subject[] {
  if (judged === 'publisher') return publishers;
  if (judged === 'listing') return listings;
  return property.changes;
}

/** The path of an attribute as seen from the subject that is judged: `listings[].url` is `url` of a listing. */
export const pathWithinScope = (judged: FilterScope, path: string): string =>
  path.startsWith(scopeRoots[judged]) ? path.slice(scopeRoots[judged].length) : path;

type Members = Readonly<Record<string, unknown>>;

/** Reads what stands at a path without lists; undefined when it is absent or null. */
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

/** Reads everything that stands at a path; absent and null are both left out. */
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

/** The first value that stands at any of these paths, as seen from whom the filter judges. */
export function firstReader(judged: FilterScope, paths: readonly string[]): (subject: unknown) => unknown {
  const inside = paths.map((path) => pathWithinScope(judged, path));
  const [only = '', ...others] = inside;
  if (others.length === 0 && !only.includes('[]')) return valueReader(only);
  const readers = inside.map(valuesReader);
  return (subject) => readers.flatMap((values) => values(subject))[0];
}

/** Every value that stands at any of these paths. */
export function allReader(judged: FilterScope, paths: readonly string[]): (subject: unknown) => unknown[] {
  const readers = paths.map((path) => valuesReader(pathWithinScope(judged, path)));
  const [only = () => [], ...others] = readers;
  return others.length === 0 ? only : (subject) => readers.flatMap((values) => values(subject));
}

/** Whether the document always states it: the attribute and everything that holds it is required. */
export function isAlwaysPresent(path: AttributePath): boolean {
  const steps = path.split('.');
  return steps.every(
    (_, index) => attributeAt(steps.slice(0, index + 1).join('.') as AttributePath).node.required === true,
  );
}
