import type { SqlWriter } from '../../criteria/kinds/kind.ts';
import { kindOf } from '../../criteria/kinds/kinds.ts';
import { compileSqlWithoutDefaults } from '../../criteria/to-sql.ts';
import {
  defaultFiltersFor,
  iterateTests,
  matchAll,
  type Tree,
  withDefaultFilters,
} from '../../criteria/tree.ts';
import type { DivisionType } from '../../geo/division.ts';
import { textColumns } from './layout.ts';

/** A tree as SQL over the search table; `$1` is the first of its values. */
export interface SearchCondition {
  from: string;
  where: string;
  values: readonly unknown[];
}

/** The type of the divisions with a code, when all of them have the same type. */
export type DivisionTypeLookup = (code: string) => DivisionType | undefined;

const DIVISION_COLUMNS: Partial<Record<DivisionType, string>> = {
  ADMINISTRATIVE_REGION: 'region_code',
  ADMINISTRATIVE_SUBREGION: 'subregion_code',
  MUNICIPALITY: 'city_code',
  MUNICIPAL_DISTRICT: 'district_code',
};

/** The index on the largest price drop of a property. */
const INDEXED_LOWEST_COLUMN = 'changes_variation_percent';

export function buildSearchCondition(tree: Tree, levelOf: DivisionTypeLookup): SearchCondition {
  const whole = withDefaultFilters(tree);
  const { text, values } = compileSqlWithoutDefaults(whole, {
    column: (name) => (textColumns.has(name) ? `w.${name}` : `s.${name}`),
    inDivisions: (codes, write) => divisionCondition(codes, write, levelOf),
    indexedLowest: (name) => (name === INDEXED_LOWEST_COLUMN ? `lowest_value(s.${name})` : undefined),
  });
  if (!usesTextColumns(whole)) return { from: 'property_search as s', where: text, values };
  return {
    from: 'property_search as s join property_search_words as w using (property_id)',
    where: queriesVisibleOnly(tree) ? `w.visible and ${text}` : text,
    values,
  };
}

/** With all default filters in place, the smaller index on visible words suffices. */
const queriesVisibleOnly = (tree: Tree): boolean => defaultFiltersFor(tree).length === DEFAULT_FILTER_COUNT;
const DEFAULT_FILTER_COUNT = defaultFiltersFor(matchAll).length;

/**
 * Codes of one level are compared with the column of that level, which is in the btrees: 0.4 ms for the flats of a
 * district, against 9 ms for the bitmap over the lists of all codes (a million rows).
 */
function divisionCondition(
  codes: readonly string[],
  write: SqlWriter,
  levelOf: DivisionTypeLookup,
): string | undefined {
  const columns = Map.groupBy(codes, (code) => {
    const type = levelOf(code);
    return type && DIVISION_COLUMNS[type];
  });
  // Values are bound only after this check: PostgreSQL refuses a value that no condition uses.
  if (columns.has(undefined)) return undefined;
  const parts = [...columns].map(([column, levelCodes]) =>
    levelCodes.length === 1
      ? `s.${column} = ${write.bind(levelCodes[0], 'text')}`
      : `s.${column} = any (${write.bind(levelCodes, 'text[]')})`,
  );
  return parts.length === 1 ? parts.join() : `(${parts.join(' or ')})`;
}

const usesTextColumns = (tree: Tree): boolean =>
  iterateTests(tree).some(({ kind, filter }) =>
    kindOf(kind)
      .columns(filter)
      .some(({ name }) => textColumns.has(name)),
  );
