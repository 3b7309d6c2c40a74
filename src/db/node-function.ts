import { createHash } from 'node:crypto';
import pg from 'pg';
import { PUSHED } from './pushed-insert.ts';
import { type ShardNames, toNodeStatement } from './shard-names.ts';
import { type Db, sql } from './sql.ts';
import { markAsUsed } from './unused-functions.ts';

/** A function on the shards of a region, on each node. */
export interface NodeFunction {
  /** Of the statement that it runs. */
  readonly text: string;
  readonly name: string;
  /** Of its values. */
  readonly types: readonly string[];
  /** Names and types; empty for one whose result nobody reads. */
  readonly columns: string;
  readonly tables: readonly string[];
  /** Those that it writes. */
  readonly written: readonly string[];
}

export class UnfitStatementError extends Error {}

type Field = Pick<pg.FieldDef, 'name' | 'dataTypeID'>;

const DIGEST_DIGITS = 24;

export interface Definition {
  text: string;
  isPrepared: boolean;
  fields: readonly Field[];
  /** Nobody reads its result. */
  isResultIgnored: boolean;
}

/** Its name depends on its text: releases have several, and a table that was replaced has another shard. */
export async function createFunction(
  db: Db,
  region: string,
  { text, fields, isResultIgnored, isPrepared }: Definition,
): Promise<NodeFunction> {
  const numbers = /\boverriding\s+system\s+value\b/i.test(text);
  const shards = await selectShards(db, region, numbers);
  const onShards = toNodeStatement(text, shards);
  if (onShards === undefined) throw new UnfitStatementError('it needs more than the shards of the region');
  const valueTypes = typesOf(text);
  const types = valueTypes.map(toSentType);
  const columns = isResultIgnored ? '' : await columnsOf(db, fields);
  const body = bodyOf(onShards, {
    valueTypes,
    returns: columns !== '',
    discards: isResultIgnored && fields.length > 0,
  });
  const digest = createHash('sha256').update(`${types} ${columns} ${isPrepared} ${body}`).digest('hex');
  const name = `${region}.gable_${digest.slice(0, DIGEST_DIGITS)}`;
  const signature = `${name}(${types.join(', ')})`;
  // As on one PostgreSQL: without a name it is planned for its values.
  const plans = isPrepared ? '' : ' set plan_cache_mode = force_custom_plan';
  const returns = columns === '' ? 'void' : 'setof record';
  if (!(await isOnNode(db, signature))) {
    await db
      .rows({
        text: `create function ${signature} returns ${returns} language plpgsql${plans}
          as $gable$${body}$gable$`,
        values: [],
      })
      .catch(unlessDuplicate);
    if (!(await isOnNode(db, signature))) throw new Error('the node does not have the function');
  }
  await markAsUsed(db, signature);
  return {
    text,
    name,
    types,
    columns,
    written: [...text.matchAll(/\binsert\s+into\s+(\w+)/gi)].flatMap(([, table]) => table ?? []),
    tables: [...shards.keys()].filter((table) => new RegExp(`\\b${table}\\b`).test(text)),
  };
}

interface BodyParts {
  valueTypes: readonly string[];
  returns: boolean;
  /** It has a result that nobody reads. */
  discards: boolean;
}

/** Arrays are parsed once, into variables: in the statement they might be parsed for each row. */
function bodyOf(statement: string, { valueTypes, returns, discards }: BodyParts): string {
  const arrays = valueTypes.flatMap((type, index) => (isArray(type) ? [{ type, at: index + 1 }] : []));
  const names = new Set(arrays.map(({ at }) => at));
  const own = statement.replace(/\$(\d+)/g, (value, at) =>
    names.has(Number(at)) ? `${ARRAY_VARIABLE}${at}` : value,
  );
  const variables = [
    ...arrays.map(({ type, at }) => `${ARRAY_VARIABLE}${at} ${type} := $${at}::${type};`),
    ...(discards ? ['ignored text;'] : []),
  ];
  const declared = variables.length === 0 ? '' : `declare ${variables.join(' ')} `;
  return `${declared}begin ${returns ? 'return query ' : ''}${own}${discards ? ' into ignored' : ''}; end`;
}

/** No column has such a name. */
const ARRAY_VARIABLE = 'gable_array_';

const isArray = (type: string): boolean => type.endsWith('[]');

/** The coordinator sends text on as it is; it would parse an array and write it again. JSON is parsed by the node alone too. */
const toSentType = (type: string): string => (isArray(type) || type === 'json' ? 'text' : type);

/** The type of each value, as the text casts it. */
function typesOf(text: string): string[] {
  const casts = new Map(
    [...text.matchAll(/\$(\d+)::(\w+(?:\[\])?)/g)].map(([, at, type]) => [Number(at), type]),
  );
  const count = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, at]) => Number(at)));
  return Array.from({ length: count }, (_, index) => {
    const type = casts.get(index + 1);
    if (type === undefined) throw new UnfitStatementError(`the value $${index + 1} has no type`);
    return type;
  });
}

async function columnsOf(db: Db, fields: readonly Field[]): Promise<string> {
  if (fields.length === 0) return '';
  const [row] = await db.rows<{ columns: string }>(sql`
    select string_agg(quote_ident(name) || ' ' || format_type(type, null), ', ' order by at) as columns
    from unnest(${fields.map(({ name }) => name)}::text[], ${fields.map(({ dataTypeID }) => dataTypeID)}::oid[])
      with ordinality as field (name, type, at)`);
  return row?.columns ?? '';
}

/** Another process may create it at the same time. */
function unlessDuplicate(error: unknown): [] {
  if (error instanceof pg.DatabaseError && ['23505', '42723'].includes(error.code ?? '')) return [];
  throw error;
}

/** The condition on a table of the region lets the node answer. */
async function isOnNode(db: Db, signature: string): Promise<boolean> {
  const [row] = await db.rows<{ present: boolean }>({
    text: `select to_regprocedure($1::text) is not null as present where ${PUSHED}`,
    values: [signature],
  });
  return row?.present === true;
}

/** Without the tables whose rows get a number, unless the statement binds it: the coordinator has the sequence. */
async function selectShards(db: Db, region: string, withNumbered: boolean): Promise<ShardNames> {
  const rows = await db.rows<{ table: string; shard: string }>(sql`
    select class.relname as "table", ${region}::text || '.' || class.relname || '_' || shard.shardid as shard
    from pg_dist_shard shard join pg_class class on class.oid = shard.logicalrelid
    where class.relnamespace = ${region}::regnamespace
      and (${withNumbered} or not exists (select from pg_attribute where attrelid = class.oid and attidentity <> ''))`);
  return new Map(rows.map(({ table, shard }) => [table, shard]));
}
