import { selectPage } from '../db/select-page.ts';
import { type Db, firstRow, type Sql, sql } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';

export interface FavoriteProperty {
  id: string;
  /** The property that the chosen one was merged into, or itself. */
  propertyId: string;
}

/**
 * A favorite stays on the chosen property and is read as the one it was merged into, so that a split brings it back.
 * Where two chosen properties were merged, the older favorite is shown for both.
 */
const effectiveFavorites = (accountId: string): Sql => sql`
  with recursive step (id, created_at, property_id) as (
    select favorite_property_id, created_at, property_id from favorite_property where account_id = ${accountId}
    union all
    select step.id, step.created_at, merged.merged_into
    from step join property as merged using (property_id) where merged.merged_into is not null
  ), standing as (
    select distinct on (property_id) step.id, step.created_at, property_id as "propertyId"
    from step join property as survivor using (property_id) where survivor.merged_into is null
    order by property_id, step.created_at, step.id)`;

export interface FavoritesFilter {
  page: number;
  /** A property that was not merged into another. */
  propertyId?: string | undefined;
}

export const favoritesPage = (
  db: Db,
  accountId: string,
  { page, propertyId }: FavoritesFilter,
): Promise<RowPage<FavoriteProperty>> =>
  selectPage(
    db,
    sql`
    ${effectiveFavorites(accountId)} select id, "propertyId" from standing
    where ${propertyId ?? null}::uuid is null or "propertyId" = ${propertyId ?? null}::uuid
    order by created_at, id`,
    page,
  );

export const favoriteById = (db: Db, accountId: string, id: string): Promise<FavoriteProperty | undefined> =>
  firstRow(db, sql`${effectiveFavorites(accountId)} select id, "propertyId" from standing where id = ${id}`);

export const favoriteOfProperty = (
  db: Db,
  accountId: string,
  survivorId: string,
): Promise<FavoriteProperty | undefined> =>
  firstRow(
    db,
    sql`${effectiveFavorites(accountId)} select id, "propertyId" from standing where "propertyId" = ${survivorId}`,
  );

/** Returns undefined when the account has this property already, or another request is adding it. */
export const insertFavorite = (
  db: Db,
  accountId: string,
  favorite: FavoriteProperty,
  now: Date,
): Promise<FavoriteProperty | undefined> =>
  firstRow(
    db,
    sql`
    insert into favorite_property (account_id, favorite_property_id, property_id, created_at)
    values (${accountId}, ${favorite.id}, ${favorite.propertyId}, ${now})
    on conflict (account_id, property_id) do nothing
    returning favorite_property_id as id, property_id as "propertyId"`,
  );

/** Deletes every favorite of the same home, so that none takes its position. Returns whether there was one. */
export async function deleteFavorite(db: Db, accountId: string, id: string): Promise<boolean> {
  const deleted = await db.rows(sql`
    ${effectiveFavorites(accountId)}
    delete from favorite_property
    where account_id = ${accountId} and favorite_property_id in (
      select step.id from step join standing on step.property_id = standing."propertyId"
      where standing.id = ${id})
    returning 1`);
  return deleted.length > 0;
}
