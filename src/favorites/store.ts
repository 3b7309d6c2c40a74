import { pageOf } from '../db/page.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import type { Page } from '../lib/page.ts';

export interface FavoriteProperty {
  id: string;
  propertyId: string;
}

const columns = sql`favorite_property_id as id, property_id as "propertyId"`;

export const favoritesPage = (db: Db, accountId: string, page: number): Promise<Page<FavoriteProperty>> =>
  pageOf(
    db,
    sql`
    select ${columns} from favorite_property
    where account_id = ${accountId}
    order by created_at, favorite_property_id`,
    page,
  );

export const favoriteById = (db: Db, accountId: string, id: string): Promise<FavoriteProperty | undefined> =>
  firstRow(
    db,
    sql`select ${columns} from favorite_property where account_id = ${accountId} and favorite_property_id = ${id}`,
  );

export const favoriteOfProperty = (
  db: Db,
  accountId: string,
  propertyId: string,
): Promise<FavoriteProperty | undefined> =>
  firstRow(
    db,
    sql`select ${columns} from favorite_property where account_id = ${accountId} and property_id = ${propertyId}`,
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
    returning ${columns}`,
  );

export async function deleteFavorite(db: Db, accountId: string, id: string): Promise<boolean> {
  const deleted = await db.rows(
    sql`delete from favorite_property where account_id = ${accountId} and favorite_property_id = ${id} returning 1`,
  );
  return deleted.length > 0;
}

/** An account that keeps both keeps the survivor's entry. */
export async function moveFavoritesTo(db: Db, propertyId: string, into: string): Promise<void> {
  await db.rows(sql`
    delete from favorite_property as gone using favorite_property as kept
    where gone.property_id = ${propertyId} and kept.account_id = gone.account_id and kept.property_id = ${into}`);
  await db.rows(sql`update favorite_property set property_id = ${into} where property_id = ${propertyId}`);
}
