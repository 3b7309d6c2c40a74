import { type Db, firstRow } from '../../db/sql.ts';
import type { SearchCondition } from './condition.ts';
import { MAX_COUNTED_ROWS } from './engine.ts';
import { countWithExcludedTexts } from './excluded-texts.ts';
import { readTableFacts } from './table-facts.ts';

/**
 * In a table of fewer rows a list alone is counted by the rows of its bitmap. The planner takes a list for as cheap to compare as a
 * number, and would read all lists from the index of kinds: private persons of 100,000 homes take 20 ms, 12 by the bitmap. The
 * bitmap of 1,000,000 has more than are counted.
 */
const MAX_ROWS_OF_BITMAP = 500_000;

const readsBitmap = async (db: Db, { isListAlone }: SearchCondition): Promise<boolean> =>
  isListAlone === true && (await readTableFacts(db)).rows < MAX_ROWS_OF_BITMAP;

/** How many match, up to MAX_COUNTED_ROWS. */
export async function countUpToLimit(db: Db, condition: SearchCondition): Promise<number> {
  const { inTexts, onlyExcludesTexts, byProperty, excludedTexts } = condition;
  if (inTexts === undefined && excludedTexts !== undefined) return countWithExcludedTexts(db, excludedTexts);
  const { from, where, values } = inTexts ?? (onlyExcludesTexts ? byProperty : undefined) ?? condition;
  // No index has this column, which is never null.
  const [counted, read] = (await readsBitmap(db, condition)) ? ['layout', 's.layout'] : ['*', ''];
  const text = `
    select count(${counted})::int as total from (select ${read} from ${from} where ${where} limit ${MAX_COUNTED_ROWS}) as found`;
  return (await firstRow<{ total: number }>(db, { text, values }))?.total ?? 0;
}
