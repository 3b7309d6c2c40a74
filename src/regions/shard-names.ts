/** The shard of each table of a region on its node. */
export type ShardNames = ReadonlyMap<string, string>;

/** What may follow a table that has no alias. */
const NO_ALIAS =
  /^\s*(?:$|[),;]|(?:where|on|using|join|left|right|inner|full|cross|natural|group|order|limit|offset|union|except|intersect|for|tablesample|window|having|fetch|returning|set)\b)/i;
const TABLE_REFERENCE = /\b(from|join)\s+(only\s+)?(\w+)\b(?!\s*\()/gi;

/**
 * The statement on the shards of a region. A table without an alias keeps its own name as one, so that columns are found
 * by it. Undefined: it reads something else than shards, or writes.
 */
export function toShardStatement(text: string, shards: ShardNames): string | undefined {
  if (
    /\b(?:insert\s+into|update|delete\s+from|copy|lock\s+table|nextval|for\s+(?:update|share))\b/i.test(text)
  )
    return undefined;
  const own = new Set(
    [...text.matchAll(/\b(\w+)\s*(?:\([^()]*\)\s*)?as\s+(?:(?:not\s+)?materialized\s+)?\(/gi)].map(
      (found) => found[1],
    ),
  );
  let rewritten = '';
  let done = 0;
  for (const found of text.matchAll(TABLE_REFERENCE)) {
    const [all, keyword = '', only = '', table = ''] = found;
    if (own.has(table) || table === 'lateral') continue;
    const shard = shards.get(table);
    if (shard === undefined) return undefined;
    const end = found.index + all.length;
    const alias = NO_ALIAS.test(text.slice(end)) ? ` as ${table}` : '';
    rewritten += `${text.slice(done, found.index)}${keyword} ${only}${shard}${alias}`;
    done = end;
  }
  return rewritten + text.slice(done);
}
