/** The shard of each table of a region on its node. */
export type ShardNames = ReadonlyMap<string, string>;

/** What may follow a table that has no alias. */
const NO_ALIAS =
  /^\s*(?:$|[(),;]|(?:where|on|using|join|left|right|inner|full|cross|natural|group|order|limit|offset|union|except|intersect|for|tablesample|window|having|fetch|returning|set)\b)/i;
const TABLE_READ = /\b(from|join)\s+(only\s+)?(\w+)\b(?!\s*\()/gi;
/** Columns in brackets follow the table of an insert, and the name of a function. */
const TABLE_READ_OR_FILLED = /\b(from|join|insert\s+into)\s+(only\s+)?(\w+)\b(?:(?<=into\s+\w+)|(?!\s*\())/gi;
const WRITES = /\b(?:insert\s+into|update|delete\s+from|copy|lock\s+table|nextval|for\s+(?:update|share))\b/i;
/** Other writes than inserts, which may update the row that they conflict with, and what depends on the server. */
const NOT_FOR_NODES =
  /\b(?:(?<!\bdo\s+)update|delete\s+from|copy|lock\s+table|nextval|for\s+(?:update|share)|now|pg_current_xact_id|(?:statement|clock|transaction)_timestamp|pg_advisory\w*)\b/i;
/** `from rows from (f(), g())` and `from lateral (…)` name no table. */
const NO_TABLES = new Set(['lateral', 'rows']);

/** The statement on the shards of a region. Undefined: it reads something else than shards, or writes. */
export const toShardStatement = (text: string, shards: ShardNames): string | undefined =>
  WRITES.test(text) ? undefined : replaceTables(text, shards, TABLE_READ);

/** The same for a statement that may insert, and has the same effect in a session of the node. */
export const toNodeStatement = (text: string, shards: ShardNames): string | undefined =>
  NOT_FOR_NODES.test(text) ? undefined : replaceTables(text, shards, TABLE_READ_OR_FILLED);

/** A table without an alias keeps its own name as one, so that columns are found by it. */
function replaceTables(text: string, shards: ShardNames, references: RegExp): string | undefined {
  const own = new Set(
    [...text.matchAll(/\b(\w+)\s*(?:\([^()]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(/gi)].map(
      (found) => found[1],
    ),
  );
  let rewritten = '';
  let done = 0;
  for (const found of text.matchAll(references)) {
    const [all, keyword = '', only = '', table = ''] = found;
    if (own.has(table) || NO_TABLES.has(table)) continue;
    const shard = shards.get(table);
    if (shard === undefined) return undefined;
    const end = found.index + all.length;
    const alias = NO_ALIAS.test(text.slice(end)) ? ` as ${table}` : '';
    rewritten += `${text.slice(done, found.index)}${keyword} ${only}${shard}${alias}`;
    done = end;
  }
  return rewritten + text.slice(done);
}
