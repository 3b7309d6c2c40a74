import { dumpTables } from './schema-tables.ts';
import { type Db, type Sql, sql } from './sql.ts';

/**
 * The schema as text, to read and to compare: the result of the migrations. Built from the catalogue in a fixed order,
 * and the same on PostgreSQL 15 to 18, except for views, whose columns newer servers print with shorter names. Without
 * owners, privileges, rows and objects of extensions.
 */
export async function dumpSchema(db: Db): Promise<string> {
  const parts: string[] = [];
  for (const statement of [EXTENSIONS, TYPES, SEQUENCES, FUNCTIONS])
    parts.push(...(await selectTexts(db, statement)));
  parts.push(...(await dumpTables(db)), ...(await selectTexts(db, VIEWS)));
  return `${parts.join('\n\n')}\n`;
}

async function selectTexts(db: Db, statement: Sql): Promise<string[]> {
  const rows = await db.rows<{ text: string }>(statement);
  return rows.map(({ text }) => text);
}

const EXTENSIONS = sql`
  select format('CREATE EXTENSION %I;', extname) as text
  from pg_extension where extname <> 'plpgsql' order by extname`;

/** Enumerations, domains and composite types, without the row types of tables. */
const TYPES = sql`
  select case type.typtype
    when 'e' then format('CREATE TYPE %I AS ENUM (%s);', type.typname,
      (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder) from pg_enum where enumtypid = type.oid))
    when 'd' then format('CREATE DOMAIN %I AS %s%s%s%s;', type.typname, format_type(type.typbasetype, type.typtypmod),
      coalesce(' DEFAULT ' || type.typdefault, ''), case when type.typnotnull then ' NOT NULL' else '' end,
      (select string_agg(format(' CONSTRAINT %I %s', conname, pg_get_constraintdef(oid, true)), '' order by conname)
       from pg_constraint where contypid = type.oid and contype = 'c'))
    else format('CREATE TYPE %I AS (%s);', type.typname,
      (select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
       from pg_attribute where attrelid = type.typrelid and attnum > 0 and not attisdropped))
    end as text
  from pg_type type left join pg_class class on class.oid = type.typrelid
  where type.typnamespace = current_schema()::regnamespace
    and (type.typtype in ('e', 'd') or (type.typtype = 'c' and class.relkind = 'c'))
    and not exists (select from pg_depend where classid = 'pg_type'::regclass and objid = type.oid and deptype = 'e')
  order by type.typname`;

/** Standalone ones only: the sequence of an identity or serial column shows in the column. */
const SEQUENCES = sql`
  select format('CREATE SEQUENCE %I AS %s START %s INCREMENT %s;', class.relname, format_type(seqtypid, null),
                seqstart, seqincrement) as text
  from pg_class class join pg_sequence on seqrelid = class.oid
  where class.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_depend
                    where classid = 'pg_class'::regclass and objid = class.oid and deptype in ('a', 'i', 'e'))
  order by class.relname`;

const FUNCTIONS = sql`
  select rtrim(pg_get_functiondef(oid), E'\n') || ';' as text
  from pg_proc
  where pronamespace = current_schema()::regnamespace and prokind <> 'a'
    and not exists (select from pg_depend
                    where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  order by proname, pg_get_function_identity_arguments(oid)`;

const VIEWS = sql`
  select format(E'CREATE %sVIEW %I%s AS\n%s', case relkind when 'm' then 'MATERIALIZED ' else '' end, relname,
                ' WITH (' || array_to_string(reloptions, ', ') || ')', pg_get_viewdef(class.oid, true))
         || coalesce((select string_agg(E'\n' || pg_get_indexdef(indexrelid) || ';', '' order by indexrelid::regclass::text)
                      from pg_index where indrelid = class.oid), '') as text
  from pg_class class
  where relnamespace = current_schema()::regnamespace and relkind in ('v', 'm')
    and not exists (select from pg_depend
                    where classid = 'pg_class'::regclass and objid = class.oid and deptype = 'e')
  order by relname`;
