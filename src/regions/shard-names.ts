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
  let isKnown = true;
  const rewritten = text.replace(
    TABLE_REFERENCE,
    (found, keyword: string, only = '', table: string, at: number) => {
      if (own.has(table) || table === 'lateral' || table === 'unnest') return found;
      const shard = shards.get(table);
      if (shard === undefined) {
        isKnown = false;
        return found;
      }
      const rest = text.slice(at + found.length);
      return `${keyword} ${only}${shard}${NO_ALIAS.test(rest) ? ` as ${table}` : ''}`;
    },
  );
  return isKnown ? rewritten : undefined;
}
