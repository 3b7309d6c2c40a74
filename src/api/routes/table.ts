import type { Route } from '../route.ts';
import { favoritePropertyRoutes } from './favorite-properties.ts';
import { sourceRoutes } from './sources.ts';

/** The route table: the whole API, in the order of its documentation. */
export const routes: readonly Route[] = [...sourceRoutes, ...favoritePropertyRoutes];
