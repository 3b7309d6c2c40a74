import type { PropertyResult } from '../catalogue/document.ts';
import type { Judged } from '../catalogue/filters/kinds.ts';
import { type AttributePath, attributeAt } from '../catalogue/paths.ts';

/** The value of one column of one property, publisher, listing or change. Null: not known. A time is in milliseconds. */
export type Cell = string | number | boolean | null | readonly string[] | readonly boolean[];

/**
 * A property prepared for many trees: one entry a column, in the order of `searchColumns`. A column of publishers, listings or changes
 * holds a list with one cell each.
 */
export type Readable = readonly (Cell | readonly Cell[])[];

/** A publisher, a listing, a change, or the whole property: what one row of a column is read from. */
export type Subject = object;

/** The ids and codes of the divisions above one, itself left out: the property document names only city and finer. */
export type Lineage = (divisionId: string) => {
  readonly ids: readonly string[];
  readonly codes: readonly string[];
};

const roots: Readonly<Record<Judged, string>> = {
  property: '',
  publisher: 'publishers[].',
  listing: 'listings[].',
  change: 'property.changes[].',
};

/** The entries that a section is judged on, one at a time. */
export function subjectsOf(
  { publishers, listings, property }: PropertyResult,
  judged: Judged,
): readonly Subject[] {
  if (judged === 'publisher') return publishers;
  if (judged === 'listing') return listings;
  return property.changes;
}

/** The path of an attribute as seen from the subject that is judged: `listings[].url` is `url` of a listing. */
export const pathFrom = (judged: Judged, path: string): string =>
  path.startsWith(roots[judged]) ? path.slice(roots[judged].length) : path;

/** Reads what stands at a path; absent and null are both left out. */
export function reader(path: string): (subject: unknown) => unknown[] {
  const steps = path.split('.').map((step) => ({ name: step.replace('[]', ''), list: step.endsWith('[]') }));
  if (steps.some(({ list }) => list)) return (subject) => gathered(subject, steps, 0, []);
  const names = steps.map(({ name }) => name);
  return (subject) => {
    let found: unknown = subject;
    for (const name of names) {
      found = (found as Readonly<Record<string, unknown>>)[name];
      if (found === undefined || found === null) return NOTHING;
    }
    return [found];
  };
}

const NOTHING: unknown[] = [];

interface Step {
  readonly name: string;
  readonly list: boolean;
}

/** Plain recursion into one list: with a list for every step a property took five times as long to read. */
function gathered(subject: unknown, steps: readonly Step[], at: number, found: unknown[]): unknown[] {
  const step = steps[at];
  if (step === undefined) {
    found.push(subject);
    return found;
  }
  const value = (subject as Readonly<Record<string, unknown>>)[step.name];
  if (value === undefined || value === null) return found;
  if (!step.list) return gathered(value, steps, at + 1, found);
  for (const one of value as unknown[]) gathered(one, steps, at + 1, found);
  return found;
}

/** Whether the document always states it: the attribute and everything that holds it is required. */
export function isAlwaysThere(path: AttributePath): boolean {
  const steps = path.split('.');
  return steps.every(
    (_, index) => attributeAt(steps.slice(0, index + 1).join('.') as AttributePath).node.required === true,
  );
}
