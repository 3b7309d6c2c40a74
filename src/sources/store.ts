import { selectPage } from '../db/select-page.ts';
import { type Db, firstRow, type Sql, sql } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';
import { unlockedRows, updateRows, type WorkQueue } from '../queue/claims.ts';

export interface Source {
  id: string;
  name: string;
  domain: string | null;
  slug: string;
}

export interface SourceCategory {
  id: string;
  name: string;
}

const sourceColumns = sql`source_id as id, name, domain, slug`;
const categoryColumns = sql`source_category_id as id, name`;

/** Escapes % and _ of the customer's text. */
const nameContains = (folded: string): Sql =>
  sql`folded_name like ${`%${folded.replace(/[\\%_]/g, '\\$&')}%`}`;

export const sourcesPage = (db: Db, page: number, foldedName: string | undefined): Promise<RowPage<Source>> =>
  selectPage(
    db,
    sql`
    select ${sourceColumns} from source
    where ${foldedName === undefined ? sql`true` : nameContains(foldedName)}
    order by name, source_id`,
    page,
  );

export const sourceById = (db: Db, id: string): Promise<Source | undefined> =>
  firstRow(db, sql`select ${sourceColumns} from source where source_id = ${id}`);

export interface NewSource extends Source {
  foldedName: string;
  categoryId: string | null;
}

/**
 * An existing slug keeps its row: an operator may have renamed the source. Any conflict, as the id derives from the slug:
 * of two concurrent inserts the second may meet the first in the primary key before it does in the slug.
 */
export async function insertSource(db: Db, source: NewSource, now: Date): Promise<void> {
  await db.rows(sql`
    insert into source (source_id, slug, name, domain, folded_name, source_category_id, created_at)
    values (${source.id}, ${source.slug}, ${source.name}, ${source.domain}, ${source.foldedName}, ${source.categoryId}, ${now})
    on conflict do nothing`);
}

export const categoriesPage = (db: Db, page: number): Promise<RowPage<SourceCategory>> =>
  selectPage(db, sql`select ${categoryColumns} from source_category order by name, source_category_id`, page);

export const categoryById = (db: Db, id: string): Promise<SourceCategory | undefined> =>
  firstRow(db, sql`select ${categoryColumns} from source_category where source_category_id = ${id}`);

export const categoryByName = (db: Db, name: string): Promise<SourceCategory | undefined> =>
  firstRow(db, sql`select ${categoryColumns} from source_category where name = ${name}`);

/** Settings of a source that an operator may change. */
export interface SourceSettings {
  /** Hide URL and source of its listings from customers. */
  protected: boolean;
  /** URL template with `{key}`, for listings whose feed has no URL. */
  listingUrl: string | null;
  /** Days until an unseen listing expires; 0 is never, null the default. */
  unseenDays: number | null;
}

export interface SourceWithSettings extends Source, SourceSettings {}

const settingsColumns = sql`
  ${sourceColumns}, protected, listing_url as "listingUrl", unseen_days as "unseenDays"`;

export const sourceSettingsBySlug = (db: Db, slug: string): Promise<SourceWithSettings | undefined> =>
  firstRow(db, sql`select ${settingsColumns} from source where slug = ${slug}`);

export const selectSourcesWithSettings = (db: Db): Promise<SourceWithSettings[]> =>
  db.rows(sql`select ${settingsColumns} from source order by slug`);

export const updateSettings = (
  db: Db,
  slug: string,
  { protected: hidden, listingUrl, unseenDays }: SourceSettings,
): Promise<SourceWithSettings | undefined> =>
  firstRow(
    db,
    sql`
    update source set protected = ${hidden}, listing_url = ${listingUrl}, unseen_days = ${unseenDays}
    where slug = ${slug} returning ${settingsColumns}`,
  );

export const selectProtectedIds = (db: Db): Promise<{ id: string }[]> =>
  db.rows(sql`select source_id as id from source where protected`);

const SOURCE_QUEUE: WorkQueue = { table: 'source', key: ['source_id'] };

/** Claims a source whose last sweep is before `since`, so that one worker sweeps it. */
export async function claimUnswept(db: Db, since: Date, now: Date): Promise<SourceWithSettings | undefined> {
  const unswept = unlockedRows(SOURCE_QUEUE, {
    where: sql`unseen_days is distinct from 0 and (swept_at is null or swept_at < ${since})`,
    orderBy: sql`swept_at nulls first`,
    limit: 1,
  });
  const set = sql`swept_at = ${now}`;
  const [source] = await updateRows<SourceWithSettings>(db, SOURCE_QUEUE, unswept, {
    set,
    returning: settingsColumns,
  });
  return source;
}
