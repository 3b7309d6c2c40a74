export type Language = 'en' | 'fr';

/** English and French side by side, so that neither can be forgotten. */
type Pairs = Readonly<Record<string, readonly [unknown, unknown]>>;

/** A word, or a function that makes a sentence of a figure. */
type Word<W> = W extends string ? string : W;

export function bilingual<const P extends Pairs>(
  pairs: P & { readonly [Name in keyof P]: readonly [P[Name][0], NoInfer<Word<P[Name][0]>>] },
): Readonly<Record<Language, { readonly [Name in keyof P]: Word<P[Name][0]> }>> {
  const side = (index: 0 | 1) =>
    Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [name, pair[index]])) as {
      readonly [Name in keyof P]: Word<P[Name][0]>;
    };
  return { en: side(0), fr: side(1) };
}
