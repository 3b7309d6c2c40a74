import type { Language } from './bilingual.ts';
import { readStored, writeStored } from './local-storage.ts';
import { createStore, useStore } from './store.ts';

/** The first of the browser's languages that we support. */
function preferredLanguage(): Language {
  const kept = readStored('language');
  if (kept === 'en' || kept === 'fr') return kept;
  const spoken = navigator.languages.map((tag) => tag.slice(0, 2));
  return spoken.find((tag): tag is Language => tag === 'en' || tag === 'fr') ?? 'en';
}

export const language = createStore<Language>(preferredLanguage());

export function applyLanguage(): void {
  const show = () => {
    document.documentElement.lang = language.get();
  };
  language.subscribe(show);
  show();
}

export function setLanguage(next: Language): void {
  writeStored('language', next);
  language.set(next);
}

export const useLanguage = (): Language => useStore(language);
export const useWords = <W>(words: Readonly<Record<Language, W>>): W => words[useLanguage()];
