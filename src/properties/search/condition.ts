import type { SqlWriter } from '../../criteria/kinds/kind.ts';
import { kindOf } from '../../criteria/kinds/kinds.ts';
import { compileSqlWithoutDefaults, type TableLayout } from '../../criteria/to-sql.ts';
import {
  defaultFiltersFor,
  iterateTests,
  matchAll,
  type Test,
  type Tree,
  withDefaultFilters,
} from '../../criteria/tree.ts';
import type { DivisionType } from '../../geo/division.ts';
import type { PlaceService } from '../../geo/place-service.ts';
import { askByCodes } from './division-ids.ts';
import { compileExcludedTexts, type ExcludedTexts } from './excluded-texts.ts';
import { kindColumns, textColumns } from './layout.ts';

/** A condition over tables; `$1` is the first of its values. */
export interface TableCondition {
  from: string;
  where: string;
  values: readonly unknown[];
}

/** A tree as SQL over the search table. */
export interface SearchCondition extends TableCondition {
  /** The same matches from the table of texts alone, to count them; where nothing else is asked for. */
  inTexts?: TableCondition | undefined;
  /** Texts only exclude: most pass, so a bound is soon reached, and a join would read all texts first. */
  onlyExcludesTexts?: boolean;
  /** Then the conditions on texts apart from all others, unless they are alternatives. */
  excludedTexts?: ExcludedTexts | undefined;
  /**
   * The same matches, where the text of one property after the other is read. The planner cannot join otherwise: it takes the words
   * of a phrase for independent, and would collect all matches.
   */
  byProperty?: TableCondition;
  /** A region or department is the only condition. */
  isRegionAlone?: boolean;
  /** The same matches, to find the first of many in an order: also without the indexes whose matches the planner underestimates. */
  inOrder: TableCondition;
}

/** The type of the divisions with a code, when all of them have the same type. */
export type DivisionTypeLookup = (code: string) => DivisionType | undefined;

/** Of a type that is not here a property may have several divisions. */
export const DIVISION_COLUMNS: Partial<Record<DivisionType, string>> = {
  ADMINISTRATIVE_REGION: 'region_code',
  ADMINISTRATIVE_SUBREGION: 'subregion_code',
  MUNICIPALITY: 'city_code',
  MUNICIPAL_DISTRICT: 'district_code',
};

/** The index on the largest price drop of a property. */
const INDEXED_LOWEST_COLUMN = 'changes_variation_percent';

/** The places say what divisions the tree asks for. */
export const findSearchCondition = async (tree: Tree, places: PlaceService): Promise<SearchCondition> =>
  buildSearchCondition(await askByCodes(tree, places), (await places.register()).typeOf);

export function buildSearchCondition(tree: Tree, levelOf: DivisionTypeLookup): SearchCondition {
  const whole = withDefaultFilters(tree);
  const layout: TableLayout = {
    column: (name) => (textColumns.has(name) ? `w.${name}` : `s.${name}`),
    inDivisions: (codes, write) => divisionCondition(codes, write, levelOf),
    indexedLowest: (name) => (name === INDEXED_LOWEST_COLUMN ? `lowest_value(s.${name})` : undefined),
  };
  const { text, values } = compileSqlWithoutDefaults(whole, layout);
  const inOrder = compileByProperty(whole, { ...layout, inOrder: true });
  if (!usesTextColumns(whole)) {
    const isRegionAlone = asksForRegionAlone(tree, levelOf);
    return { from: 'property_search as s', where: text, values, inOrder, isRegionAlone };
  }
  const from = 'property_search as s join property_search_words as w using (property_id)';
  const isVisibleOnly = queriesVisibleOnly(tree);
  return {
    from,
    where: isVisibleOnly ? `w.visible and ${text}` : text,
    values,
    inTexts: isVisibleOnly && asksForTextsOnly(tree) ? compileInTexts(tree, layout) : undefined,
    onlyExcludesTexts: onlyExcludesTexts(tree),
    excludedTexts: compileExcludedTexts(whole, layout),
    byProperty: compileByProperty(whole, layout),
    inOrder,
  };
}

const REGIONS: readonly (DivisionType | undefined)[] = ['ADMINISTRATIVE_REGION', 'ADMINISTRATIVE_SUBREGION'];

function asksForRegionAlone(tree: Tree, levelOf: DivisionTypeLookup): boolean {
  const [test, another] = iterateTests(tree);
  if (test?.kind !== 'places' || another !== undefined) return false;
  const { in: within, ...others } = test.operand;
  const { uniqueCodes: [code = '', ...codes] = [], ...otherPlaces } = within ?? {};
  return (
    [...codes, ...Object.keys(others), ...Object.keys(otherPlaces)].length === 0 &&
    REGIONS.includes(levelOf(code))
  );
}

/** Also with the kind of home, where texts only exclude: few matches of a phrase are collected with their order at once. */
const asksForTextsOnly = (tree: Tree): boolean =>
  iterateTests(tree).every((test) => readsTextColumns(test) || (isKindTest(test) && onlyExcludesTexts(tree)));

const isKindTest = ({ filter }: Test): boolean => 'column' in filter && kindColumns.includes(filter.column);

const onlyExcludesTexts = (tree: Tree): boolean =>
  iterateTests(tree).every(({ kind, operand }) => kind !== 'phrases' || operand.in === undefined);

function compileByProperty(whole: Tree, layout: TableLayout): TableCondition {
  const column = (name: string): string =>
    textColumns.has(name)
      ? `(select w.${name} from property_search_words as w where w.property_id = s.property_id)`
      : `s.${name}`;
  const { text, values } = compileSqlWithoutDefaults(whole, { ...layout, column });
  return { from: 'property_search as s', where: text, values };
}

function compileInTexts(tree: Tree, layout: TableLayout): TableCondition {
  const { text, values } = compileSqlWithoutDefaults(tree, { ...layout, column: (name) => `w.${name}` });
  return { from: 'property_search_words as w', where: `w.visible and ${text}`, values };
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

const readsTextColumns = ({ kind, filter }: Test): boolean =>
  kindOf(kind)
    .columns(filter)
    .some(({ name }) => textColumns.has(name));

const usesTextColumns = (tree: Tree): boolean => iterateTests(tree).some(readsTextColumns);
