import { pageOf } from '../db/page.ts';
import { type Db, firstRow, type Sql, sql } from '../db/sql.ts';
import type { Page } from '../lib/page.ts';

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

/** `like` with the customer's own % and _ taken literally. */
const holding = (folded: string): Sql => sql`folded_name like ${`%${folded.replace(/[\\%_]/g, '\\$&')}%`}`;

export const sourcesPage = (db: Db, page: number, foldedName: string | undefined): Promise<Page<Source>> =>
  pageOf(
    db,
    sql`
    select ${sourceColumns} from source
    where ${foldedName === undefined ? sql`true` : holding(foldedName)}
    order by name, source_id`,
    page,
  );

export const sourceById = (db: Db, id: string): Promise<Source | undefined> =>
  firstRow(db, sql`select ${sourceColumns} from source where source_id = ${id}`);

export interface NewSource extends Source {
  foldedName: string;
  categoryId: string | null;
}

/** A slug that exists keeps its record: the first sight names the source, an operator may rename it. */
export async function insertSource(db: Db, source: NewSource, now: Date): Promise<void> {
  await db.rows(sql`
    insert into source (source_id, slug, name, domain, folded_name, source_category_id, created_at)
    values (${source.id}, ${source.slug}, ${source.name}, ${source.domain}, ${source.foldedName}, ${source.categoryId}, ${now})
    on conflict (slug) do nothing`);
}

export const categoriesPage = (db: Db, page: number): Promise<Page<SourceCategory>> =>
  pageOf(db, sql`select ${categoryColumns} from source_category order by name, source_category_id`, page);

export const categoryById = (db: Db, id: string): Promise<SourceCategory | undefined> =>
  firstRow(db, sql`select ${categoryColumns} from source_category where source_category_id = ${id}`);

export const categoryByName = (db: Db, name: string): Promise<SourceCategory | undefined> =>
  firstRow(db, sql`select ${categoryColumns} from source_category where name = ${name}`);
