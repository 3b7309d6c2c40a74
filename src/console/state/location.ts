import { createStore, useStore } from './store.ts';

export const ROOT = '/console';

export interface Place {
  /** Below /console, without a trailing slash: `/alerts/new`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

function here(): Place {
  const path = location.pathname.slice(ROOT.length).replace(/\/+$/, '');
  return { path: path || '/', query: new URLSearchParams(location.search) };
}

const place = createStore<Place>(here());

export const usePlace = (): Place => useStore(place);

export const addressOf = (path: string, query?: Record<string, string | undefined>): string => {
  const given = Object.entries(query ?? {}).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const search = new URLSearchParams(given).toString();
  return `${ROOT}${path}${search ? `?${search}` : ''}`;
};

/** Goes to another screen; the focus follows, so that a screen reader hears it. */
export function go(path: string, query?: Record<string, string | undefined>): void {
  history.pushState(null, '', addressOf(path, query));
  place.set(here());
  scrollTo(0, 0);
  document.getElementById('main')?.focus({ preventScroll: true });
}

/** Changes what the screen shows without a new step in the history. */
export function refine(changes: Record<string, string | undefined>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const search = query.toString();
  history.replaceState(null, '', `${location.pathname}${search ? `?${search}` : ''}`);
  place.set(here());
}

/** Plain clicks on links of the console stay on the page; every other click is the browser's. */
export function followLinks(): void {
  addEventListener('popstate', () => place.set(here()));
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.origin !== location.origin) return;
    if (!link.pathname.startsWith(`${ROOT}/`) || link.dataset['leave'] !== undefined) return;
    event.preventDefault();
    go(link.pathname.slice(ROOT.length), Object.fromEntries(new URLSearchParams(link.search)));
  });
}
