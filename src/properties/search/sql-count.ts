import { type Db, firstRow } from '../../db/sql.ts';
import type { SearchCondition } from './condition.ts';
import { MAX_COUNTED_ROWS } from './engine.ts';
import { countWithExcludedTexts } from './excluded-texts.ts';

/** How many match, up to MAX_COUNTED_ROWS. */
export async function countUpToLimit(db: Db, condition: SearchCondition): Promise<number> {
  const { inTexts, onlyExcludesTexts, byProperty, excludedTexts } = condition;
  if (inTexts === undefined && excludedTexts !== undefined) return countWithExcludedTexts(db, excludedTexts);
  const { from, where, values } = inTexts ?? (onlyExcludesTexts ? byProperty : undefined) ?? condition;
  const text = `
    select count(*)::int as total from (select from ${from} where ${where} limit ${MAX_COUNTED_ROWS}) as found`;
  return (await firstRow<{ total: number }>(db, { text, values }))?.total ?? 0;
}
