import { type Db, firstRow, sql } from '../db/sql.ts';

export interface FavoriteProperty {
  id: string;
  /** The property that the chosen one was merged into, or itself. */
  propertyId: string;
}

interface ChosenProperty {
  id: string;
  propertyId: string;
}

/** The favorites of an account as they were chosen, the oldest first. */
export const selectChosenProperties = (db: Db, accountId: string): Promise<ChosenProperty[]> =>
  db.rows(sql`
    select favorite_property_id as id, property_id as "propertyId" from favorite_property
    where account_id = ${accountId} order by created_at, favorite_property_id`);

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

export const deleteFavorites = async (db: Db, accountId: string, ids: readonly string[]): Promise<number> =>
  (
    await db.rows(sql`
      delete from favorite_property
      where account_id = ${accountId} and favorite_property_id = any (${ids}::uuid[]) returning 1`)
  ).length;
