import type { Language } from './bilingual.ts';
import { remember, remembered } from './remember.ts';
import { createStore, useStore } from './store.ts';

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
