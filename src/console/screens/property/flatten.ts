/** The unit, currency or frequency of a figure. */
export interface FactUnit {
  readonly unit?: string;
  readonly currency?: string;
  readonly frequency?: string;
}

/** A leaf of a property with its path. */
export interface PropertyFact {
  readonly path: string;
  readonly value: string | number | boolean;
  readonly measure: FactUnit;
}

const MEASURES = ['unit', 'currency', 'frequency'] as const;

const readUnit = (document: object): FactUnit =>
  Object.fromEntries(
    MEASURES.flatMap((name) => {
      const value = (document as Record<string, unknown>)[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

/** The leaves of a document in their order. A list of words is one leaf; a figure has its unit. */
export function flattenFacts(value: unknown, path: string, measure: FactUnit = {}): PropertyFact[] {
  if (value === null || value === undefined) return [];
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return [{ path, value, measure }];
  if (Array.isArray(value)) {
    const words = value.filter((one) => typeof one === 'string');
    return words.length === value.length && words.length > 0
      ? [{ path, value: words.join(', '), measure }]
      : value.flatMap((one, at) =>
          flattenFacts(one, value.length > 1 ? `${path}[${at + 1}]` : path, measure),
        );
  }
  const own = { ...measure, ...readUnit(value as object) };
  return Object.entries(value as object)
    .filter(([name, member]) => !(typeof member === 'string' && MEASURES.some((known) => known === name)))
    .flatMap(([name, member]) => flattenFacts(member, `${path}.${name}`, own));
}

/** showerRooms → Shower rooms. */
export const factName = (path: string): string => {
  const last = path.split('.').at(-1) ?? path;
  const spaced = last.replace(/[a-z](?=[A-Z])/g, '$& ').toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
