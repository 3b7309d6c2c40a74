import { property as propertyShape } from '../../../catalogue/attributes/property.ts';
import type { PropertyResult } from '../../../catalogue/document.ts';
import { flattenFacts, type PropertyFact } from '../property/flatten.ts';

/** Texts, pictures and the history are no facts to compare; the place has a line of its own. */
const LEFT_OUT: readonly string[] = ['body', 'pictures', 'changes', 'location', 'createdAt', 'updatedAt'];
const SECTIONS = Object.keys(propertyShape.members).filter((name) => !LEFT_OUT.includes(name));

export interface ComparedRow {
  readonly path: string;
  /** In the order of the homes; undefined where one does not state it. */
  readonly facts: readonly (PropertyFact | undefined)[];
  readonly differs: boolean;
}

/** Every fact that at least one of the homes states, in the order of the catalogue. */
export function compareFacts(homes: readonly PropertyResult[]): ComparedRow[] {
  const stated = homes.map(
    ({ property }) =>
      new Map(
        SECTIONS.flatMap((name) =>
          flattenFacts((property as unknown as Record<string, unknown>)[name], name),
        ).map((fact) => [fact.path, fact] as const),
      ),
  );
  const paths = SECTIONS.flatMap((section) => [
    ...new Set(
      stated.flatMap((facts) =>
        [...facts.keys()].filter((path) => path === section || path.startsWith(`${section}.`)),
      ),
    ),
  ]);
  return paths.map((path) => {
    const facts = stated.map((one) => one.get(path));
    return { path, facts, differs: new Set(facts.map((fact) => fact?.value)).size > 1 };
  });
}
