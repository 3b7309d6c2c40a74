import { type Db, sql } from '../../src/db/sql.ts';

interface Match {
  uniqueCode: string;
}

/** The same names for pg_trgm as its documentation advises: folded once, indexed for similarity and for prefixes. */
export async function prepareTrigrams(db: Db): Promise<void> {
  await db.rows(sql`create extension if not exists pg_trgm`);
  await db.rows(sql`create extension if not exists unaccent`);
  await db.rows(sql`
    create table place_name as
    select division_id, unique_code, population, type,
           regexp_replace(lower(unaccent(spelling)), '[^a-z0-9]+', ' ', 'g') as folded
    from division, unnest(name || former_names || other_names) as spelling`);
  await db.rows(sql`create index on place_name using gin (folded gin_trgm_ops)`);
  await db.rows(sql`create index on place_name (folded text_pattern_ops)`);
  await db.rows(sql`analyze place_name`);
}

/** Prefixes and similar names, the most similar first, ties by population. */
export const byTrigrams = (db: Db, query: string): Promise<Match[]> => {
  const folded = query
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return db.rows<Match>(sql`
    select unique_code as "uniqueCode" from place_name
    where folded like ${`${folded}%`} or folded % ${folded}
    order by folded = ${folded} desc, folded like ${`${folded}%`} desc, similarity(folded, ${folded}) desc,
             population desc nulls last, unique_code
    limit 30`);
};
