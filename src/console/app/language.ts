import { remember, remembered } from './remember.ts';
import { createStore, useStore } from './store.ts';

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

/** The first of the browser's languages that we speak. */
function preferred(): Language {
  const kept = remembered('language');
  if (kept === 'en' || kept === 'fr') return kept;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2));
  return spoken.find((tag): tag is Language => tag === 'en' || tag === 'fr') ?? 'en';
}

export const language = createStore<Language>(preferred());

export function applyLanguage(): void {
  const show = () => {
    document.documentElement.lang = language.get();
  };
  language.follow(show);
  show();
}

export function speak(next: Language): void {
  remember('language', next);
  language.set(next);
}

export const useLanguage = (): Language => useStore(language);
export const useWords = <W>(words: Readonly<Record<Language, W>>): W => words[useLanguage()];
