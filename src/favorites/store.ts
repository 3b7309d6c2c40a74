import { selectPage } from '../db/select-page.ts';
import { type Db, firstRow, type Sql, sql } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';

export interface FavoriteProperty {
  id: string;
  /** The property that answers for the chosen one today. */
  propertyId: string;
}

/**
 * A favorite stays on the property that was chosen and is read as the one it was merged into, so that a merge that is undone brings it
 * back. Where two chosen properties were merged, the older favorite stands for both.
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

export const favoritesPage = (db: Db, accountId: string, page: number): Promise<RowPage<FavoriteProperty>> =>
  selectPage(
    db,
    sql`${effectiveFavorites(accountId)} select id, "propertyId" from standing order by created_at, id`,
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

/** Answers undefined when the account already holds this property, also when another request is just adding it. */
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

/** With every favorite of the same home: none of them shows up in its place. Answers whether there was one. */
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
