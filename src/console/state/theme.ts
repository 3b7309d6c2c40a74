import { readStored, writeStored } from './local-storage.ts';
import { createStore } from './store.ts';

export type Theme = 'light' | 'dark';

const systemTheme = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

const storedTheme = (): Theme => {
  const kept = readStored('theme');
  return kept === 'light' || kept === 'dark' ? kept : systemTheme();
};

export const theme = createStore<Theme>(storedTheme());

export function applyTheme(): void {
  const show = () => {
    document.documentElement.dataset['theme'] = theme.get();
  };
  theme.subscribe(show);
  show();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => theme.set(storedTheme()));
}

export function toggleTheme(): void {
  const next = theme.get() === 'dark' ? 'light' : 'dark';
  writeStored('theme', next);
  theme.set(next);
}
