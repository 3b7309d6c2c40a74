import { remember, remembered } from './remember.ts';
import { createStore } from './store.ts';

export type Theme = 'light' | 'dark';

const ofSystem = (): Theme => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

const chosen = (): Theme => {
  const kept = remembered('theme');
  return kept === 'light' || kept === 'dark' ? kept : ofSystem();
};

export const theme = createStore<Theme>(chosen());

export function applyTheme(): void {
  const show = () => {
    document.documentElement.dataset['theme'] = theme.get();
  };
  theme.follow(show);
  show();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => theme.set(chosen()));
}

export function turnTheme(): void {
  const next = theme.get() === 'dark' ? 'light' : 'dark';
  remember('theme', next);
  theme.set(next);
}
