import { focusScreen } from './focus.ts';
import { leaveEntry, restoreScroll, watchScroll } from './scroll.ts';
import { createStore, useStore } from './store.ts';

export const ROOT = '/console';

export interface CurrentRoute {
  /** Below /console, without a trailing slash: `/alerts/new`. */
  readonly path: string;
  readonly query: URLSearchParams;
}

function readLocation(): CurrentRoute {
  const path = location.pathname.slice(ROOT.length).replace(/\/+$/, '');
  return { path: path || '/', query: new URLSearchParams(location.search) };
}

const currentRoute = createStore<CurrentRoute>(readLocation());

export const useCurrentRoute = (): CurrentRoute => useStore(currentRoute);

export const buildUrl = (path: string, query?: Record<string, string | undefined>): string => {
  const given = Object.entries(query ?? {}).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const search = new URLSearchParams(given).toString();
  return `${ROOT}${path}${search ? `?${search}` : ''}`;
};

/** Opens another screen and moves the focus there, so that a screen reader announces it. */
export function navigate(path: string, query?: Record<string, string | undefined>): void {
  leaveEntry();
  history.pushState(null, '', buildUrl(path, query));
  currentRoute.set(readLocation());
  scrollTo(0, 0);
  focusScreen();
}

/** Changes the query of the URL without a new history entry. */
export function replaceQuery(changes: Record<string, string | undefined>): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const search = query.toString();
  history.replaceState(history.state, '', `${location.pathname}${search ? `?${search}` : ''}`);
  currentRoute.set(readLocation());
}

/** Handles plain clicks on links of the console; all others are left to the browser. */
export function interceptLinks(): void {
  watchScroll();
  addEventListener('popstate', () => {
    currentRoute.set(readLocation());
    restoreScroll();
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.('a');
    if (!link || link.target || link.origin !== location.origin) return;
    if (!link.pathname.startsWith(`${ROOT}/`) || link.dataset['leave'] !== undefined) return;
    event.preventDefault();
    navigate(link.pathname.slice(ROOT.length), Object.fromEntries(new URLSearchParams(link.search)));
  });
}
