import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { RowPage } from '../lib/page.ts';
import { findSurvivingPropertyId } from '../properties/lookup.ts';
import {
  deleteFavorite,
  type FavoriteProperty,
  type FavoritesFilter,
  favoriteById,
  favoriteOfProperty,
  favoritesPage,
  insertFavorite,
} from './store.ts';

export type { FavoriteProperty } from './store.ts';

export type AddFavoriteResult =
  | { outcome: 'added' | 'already'; favorite: FavoriteProperty }
  | { outcome: 'no-property' };

/** The same property twice is one favorite; a merged property is stored as its survivor. */
export async function addFavorite(
  db: Db,
  clock: Clock,
  accountId: string,
  propertyId: string,
): Promise<AddFavoriteResult> {
  const survivor = await findSurvivingPropertyId(db, propertyId);
  if (survivor === undefined) return { outcome: 'no-property' };
  const favorite = await favoriteOfProperty(db, accountId, survivor);
  if (favorite !== undefined) return { outcome: 'already', favorite };
  const now = clock.now();
  const added = await insertFavorite(db, accountId, { id: newId(now), propertyId: survivor }, now);
  // Another request added it between our two statements.
  return added === undefined
    ? addFavorite(db, clock, accountId, propertyId)
    : { outcome: 'added', favorite: added };
}

/** All favorites, or the one of a property; a merged property counts as its survivor. */
export async function listFavorites(
  db: Db,
  accountId: string,
  { page, propertyId }: FavoritesFilter,
): Promise<RowPage<FavoriteProperty>> {
  if (propertyId === undefined) return favoritesPage(db, accountId, { page });
  const survivor = await findSurvivingPropertyId(db, propertyId);
  return survivor === undefined
    ? { rows: [], total: 0 }
    : favoritesPage(db, accountId, { page, propertyId: survivor });
}

export const findFavorite = (db: Db, accountId: string, id: string): Promise<FavoriteProperty | undefined> =>
  favoriteById(db, accountId, id);

export const removeFavorite = (db: Db, accountId: string, id: string): Promise<boolean> =>
  deleteFavorite(db, accountId, id);
