import { compileSqlWithoutDefaults, type TableLayout } from '../../criteria/to-sql.ts';
import { iterateTests, type Leaf, type Test, type Tree } from '../../criteria/tree.ts';
import { type Db, firstRow, joinSql, type Sql } from '../../db/sql.ts';
import { MAX_COUNTED_ROWS } from './engine.ts';

/** Matches of conditions without those on texts, which only exclude some of them. */
export interface ExcludedTexts {
  readonly candidates: Sql;
  /** What a text must meet. */
  readonly texts: Sql;
}

const isPhrases = ({ kind }: Test): boolean => kind === 'phrases';
const asksForTexts = ({ kind, operand }: Test): boolean => kind === 'phrases' && operand.in !== undefined;

/** Undefined unless every match meets each of the conditions on texts, and these only exclude. */
export function compileExcludedTexts(whole: Tree, layout: TableLayout): ExcludedTexts | undefined {
  const tests = [...iterateTests(whole)].filter(isPhrases);
  const candidates = withoutTexts(whole);
  if (tests.some(asksForTexts) || candidates === undefined) return undefined;
  const texts: Leaf = { kind: 'leaf', tests };
  return {
    candidates: compileSqlWithoutDefaults(candidates, layout),
    texts: compileSqlWithoutDefaults(texts, layout),
  };
}

function withoutTexts(tree: Tree): Tree | undefined {
  if (tree.kind === 'leaf') return { kind: 'leaf', tests: tree.tests.filter((test) => !isPhrases(test)) };
  if (tree.kind === 'or') return iterateTests(tree).some(isPhrases) ? undefined : tree;
  const nodes = tree.nodes.map(withoutTexts);
  return nodes.includes(undefined) ? undefined : { kind: 'and', nodes: nodes as Tree[] };
}

/** A phrase that a tenth of the homes have is excluded in one step. */
const FIRST_CANDIDATES = MAX_COUNTED_ROWS + 1_000;
const MAX_GROWTH = 10;

/**
 * How many match, up to MAX_COUNTED_ROWS. The ids of enough candidates come from an index alone, and the server reads the texts
 * of all of them in the order of their ids: of 100,000 homes 30 ms, when each text was a query of its own 54.
 */
export async function countWithExcludedTexts(db: Db, excluded: ExcludedTexts): Promise<number> {
  for (let limit = FIRST_CANDIDATES; ; ) {
    const row = await firstRow<{ candidates: number; excluded: number }>(db, countStatement(excluded, limit));
    const { candidates, excluded: without } = row ?? { candidates: 0, excluded: 0 };
    const found = candidates - without;
    if (candidates < limit || found >= MAX_COUNTED_ROWS) return Math.min(found, MAX_COUNTED_ROWS);
    const growth = FIRST_CANDIDATES / Math.max(found, 1);
    limit = Math.ceil(limit * Math.min(growth, MAX_GROWTH));
  }
}

const countStatement = ({ candidates, texts }: ExcludedTexts, limit: number): Sql =>
  joinSql(
    [
      plain('select cardinality(candidate.ids) as candidates,'),
      plain('(select count(*)::int from property_search_words as w'),
      plain('where w.property_id = any (candidate.ids) and not ('),
      texts,
      plain(')) as excluded from (select array(select s.property_id from property_search as s where'),
      candidates,
      plain(`limit ${limit}) as ids offset 0) as candidate`),
    ],
    ' ',
  );

const plain = (text: string): Sql => ({ text, values: [] });
