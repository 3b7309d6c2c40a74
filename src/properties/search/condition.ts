import type { Writer } from '../../criteria/kinds/kind.ts';
import { kindOf } from '../../criteria/kinds/kinds.ts';
import { masked, masksOf } from '../../criteria/masks.ts';
import { plainSql } from '../../criteria/to-sql.ts';
import { everything, type Tree, testsOf } from '../../criteria/tree.ts';
import type { DivisionType } from '../../geo/division.ts';
import { wordColumns } from './layout.ts';

/** What a tree asks of the search table: where to look, and what must hold. `$1` is the first of its values. */
export interface Searched {
  from: string;
  where: string;
  values: readonly unknown[];
}

/** The type of the divisions that bear a code, when all of them are of one type. */
export type LevelOf = (code: string) => DivisionType | undefined;

const LEVELS: Partial<Record<DivisionType, string>> = {
  ADMINISTRATIVE_REGION: 'region_code',
  ADMINISTRATIVE_SUBREGION: 'subregion_code',
  MUNICIPALITY: 'city_code',
  MUNICIPAL_DISTRICT: 'district_code',
};

export function searched(tree: Tree, levelOf: LevelOf): Searched {
  const whole = masked(tree);
  const { text, values } = plainSql(whole, {
    column: (name) => (wordColumns.has(name) ? `w.${name}` : `s.${name}`),
    inDivisions: (codes, write) => byLevel(codes, write, levelOf),
  });
  if (!asksWords(whole)) return { from: 'property_search as s', where: text, values };
  return {
    from: 'property_search as s join property_search_words as w using (property_id)',
    where: isOfTheVisible(tree) ? `w.visible and ${text}` : text,
    values,
  };
}

/** Nothing is asked of what is masked: the smaller index of words will do. */
const isOfTheVisible = (tree: Tree): boolean => masksOf(tree).length === MASKS;
const MASKS = masksOf(everything).length;

/**
 * Codes of one level are compared with the column of that level, which stands in the btrees: 0.4 ms for the flats of a district where
 * the bitmap over the lists of all codes takes 9 (a million rows).
 */
function byLevel(codes: readonly string[], write: Writer, levelOf: LevelOf): string | undefined {
  const columns = Map.groupBy(codes, (code) => {
    const type = levelOf(code);
    return type && LEVELS[type];
  });
  // Nothing is bound before it is sure to be asked: PostgreSQL refuses a value that no condition uses.
  if (columns.has(undefined)) return undefined;
  const parts = [...columns].map(([column, own]) =>
    own.length === 1
      ? `s.${column} = ${write.bind(own[0], 'text')}`
      : `s.${column} = any (${write.bind(own, 'text[]')})`,
  );
  return parts.length === 1 ? parts.join() : `(${parts.join(' or ')})`;
}

const asksWords = (tree: Tree): boolean =>
  testsOf(tree).some(({ kind, filter }) =>
    kindOf(kind)
      .columns(filter)
      .some(({ name }) => wordColumns.has(name)),
  );
