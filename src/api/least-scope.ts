import type { KeyScope } from '../accounts/key-scopes.ts';
import { onlyReads, type Route } from './route.ts';

/** The least scope of a key that may call it. */
export function leastScope(route: Pick<Route, 'method' | 'isReadOnly' | 'changesAlerts'>): KeyScope {
  if (onlyReads(route)) return 'READ';
  return route.changesAlerts ? 'ALERTS' : 'FULL';
}
