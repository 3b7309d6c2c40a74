export type Language = 'en' | 'fr';

/** English and French side by side, so that neither is missing. */
type Pairs = Readonly<Record<string, readonly [unknown, unknown]>>;

/** A text, or a function that formats one. */
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
