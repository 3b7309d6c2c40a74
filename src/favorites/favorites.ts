import type { Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { PAGE_SIZE, pageOffset, type RowPage } from '../lib/page.ts';
import { findSurvivingPropertyId, findSurvivingPropertyIds } from '../properties/lookup.ts';
import { deleteFavorites, type FavoriteProperty, insertFavorite, selectChosenProperties } from './store.ts';

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
  const favorite = (await loadFavorites(db, accountId)).find((one) => one.propertyId === survivor);
  if (favorite !== undefined) return { outcome: 'already', favorite: toFavorite(favorite) };
  const now = clock.now();
  const added = await insertFavorite(db, accountId, { id: newId(now), propertyId: survivor }, now);
  // Another request added it between our two statements.
  return added === undefined
    ? addFavorite(db, clock, accountId, propertyId)
    : { outcome: 'added', favorite: added };
}

interface FavoritesFilter {
  page: number;
  /** Only the favorite of this property. */
  propertyId?: string | undefined;
}

/** All favorites, or the one of a property; a merged property counts as its survivor. */
export async function listFavorites(
  db: Db,
  accountId: string,
  { page, propertyId }: FavoritesFilter,
): Promise<RowPage<FavoriteProperty>> {
  const all = await loadFavorites(db, accountId);
  const survivor = propertyId === undefined ? undefined : await findSurvivingPropertyId(db, propertyId);
  const favorites = propertyId === undefined ? all : all.filter((one) => one.propertyId === survivor);
  const first = pageOffset(page);
  return { rows: favorites.slice(first, first + PAGE_SIZE).map(toFavorite), total: favorites.length };
}

export async function findFavorite(
  db: Db,
  accountId: string,
  id: string,
): Promise<FavoriteProperty | undefined> {
  const favorite = (await loadFavorites(db, accountId)).find((one) => one.id === id);
  return favorite && toFavorite(favorite);
}

/** Deletes every favorite of the same home, so that none takes its position. Returns whether there was one. */
export async function removeFavorite(db: Db, accountId: string, id: string): Promise<boolean> {
  const favorite = (await loadFavorites(db, accountId)).find((one) => one.id === id);
  return favorite !== undefined && (await deleteFavorites(db, accountId, favorite.chosenIds)) > 0;
}

interface StandingFavorite extends FavoriteProperty {
  /** All favorites of the home, this one first. */
  chosenIds: string[];
}

const toFavorite = ({ id, propertyId }: FavoriteProperty): FavoriteProperty => ({ id, propertyId });

/**
 * A favorite stays on the chosen property and is read as the one it was merged into, so that a split brings it back.
 * Where two chosen properties were merged, the older favorite is shown for both. Favorites and properties are read
 * separately: they are in different planes.
 */
async function loadFavorites(db: Db, accountId: string): Promise<StandingFavorite[]> {
  const chosen = await selectChosenProperties(db, accountId);
  const survivors = await findSurvivingPropertyIds(
    db,
    chosen.map(({ propertyId }) => propertyId),
  );
  const standing = new Map<string, StandingFavorite>();
  for (const { id, propertyId } of chosen) {
    const survivor = survivors.get(propertyId);
    const older = survivor === undefined ? undefined : standing.get(survivor);
    if (older !== undefined) older.chosenIds.push(id);
    else if (survivor !== undefined) standing.set(survivor, { id, propertyId: survivor, chosenIds: [id] });
  }
  return [...standing.values()];
}
