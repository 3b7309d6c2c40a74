/** A closed list of values. A value outside it never reaches a customer. */
export interface Vocabulary<Value extends string = string> {
  readonly name: string;
  readonly description: string;
  readonly values: readonly Value[];
  /** Only where the words of the value are not a good label. */
  readonly labels: Readonly<Record<string, string>>;
}

export type ValueOf<List extends Vocabulary> = List['values'][number];

type Unnamed<Value extends string = string> = Omit<Vocabulary<Value>, 'name'>;

export const words = <const Value extends string>(
  description: string,
  values: readonly Value[],
  labels?: { readonly [Label in Value]?: string },
): Unnamed<Value> => ({ description, values, labels: { ...labels } as Record<string, string> });

/** Gives each list the name of its key, so that the name is written once. */
export function nameVocabularies<Lists extends Record<string, Unnamed>>(lists: Lists) {
  const entries = Object.entries(lists).map(([name, list]) => [name, { name, ...list }]);
  return Object.fromEntries(entries) as {
    readonly [Name in keyof Lists]: Vocabulary<Lists[Name]['values'][number]>;
  };
}

/** The label of a value: TO_RENOVATE is "To renovate". */
export function labelOf(vocabulary: Vocabulary, value: string): string {
  const spaced = value.toLowerCase().replaceAll('_', ' ');
  return vocabulary.labels[value] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
