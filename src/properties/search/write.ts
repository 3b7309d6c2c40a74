import type { PropertyResult } from '../../catalogue/document.ts';
import { buildSearchRow, columnAt } from '../../criteria/columns.ts';
import { VALUE_SEPARATOR, valuesSql } from '../../criteria/kinds/joined-texts.ts';
import type { Lineage, SearchRow } from '../../criteria/search-row.ts';
import { type StoredColumn, searchRowMembers, storedColumns } from '../../criteria/stored-columns.ts';
import { nextPositions, onNodeLater } from '../../db/node-functions.ts';
import { PUSHED } from '../../db/pushed-insert.ts';
import { type Db, firstRow, preparedSql, sql } from '../../db/sql.ts';
import { encodeUtf8 } from '../../lib/utf8.ts';
import { kindColumns, LAYOUT, sortColumns, textColumns } from './layout.ts';

/** The database adds the ancestors of divisions while it writes. */
const ownDivisionsOnly: Lineage = () => ({ ids: [], codes: [] });

const quoted = (name: string): string => `"${name}"`;
const list = (names: readonly string[], prefix = ''): string =>
  names.map((name) => prefix + quoted(name)).join(', ');
const updateAssignments = (names: readonly string[]): string =>
  names.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ');

const DIVISION_IDS = 'division_ids';
const DIVISION_CODES = 'division_codes';
const DIVISION_LEVELS = [
  ['region_code', 'ADMINISTRATIVE_REGION'],
  ['subregion_code', 'ADMINISTRATIVE_SUBREGION'],
  ['city_code', 'MUNICIPALITY'],
  ['district_code', 'MUNICIPAL_DISTRICT'],
] as const;
const LEVEL_COLUMNS = DIVISION_LEVELS.map(([column]) => column);
const columns = storedColumns.filter(({ name }) => !textColumns.has(name));
const names = columns.map(({ name }) => name);
const words = [...kindColumns, ...textColumns];
const keys = [...new Set(Object.values(sortColumns))];
const differ = (one: string, other: string, columns: readonly string[]): string =>
  `(${list(columns, `${one}.`)}) is distinct from (${list(columns, `${other}.`)})`;

/**
 * `offset 0` is an optimization fence: the planner cannot know how few rows there are, and must not read all
 * divisions for one lineage (0.3 ms instead of 15).
 */
const selectDivision = (id: string): string =>
  `select parent_id, group_ids, unique_code, type from division where division_id = ${id} offset 0`;

/**
 * The divisions above each of these, and those they are grouped in, as one JSON array. They are read for all rows at
 * once: a function called for each row takes 1.8 ms a row, 25 times as long. This is a statement of its own, because a
 * cluster takes no recursion around a write, and no join of geography with a region.
 */
const LINEAGES = `
  with recursive line as (
    select own.id as start, own.id as division_id, parent_id, group_ids, unique_code, type
    from unnest($1::uuid[]) as own (id) cross join lateral (${selectDivision('own.id')}) as division
    union all
    select line.start, line.parent_id, above.parent_id, above.group_ids, above.unique_code, above.type
    from line cross join lateral (${selectDivision('line.parent_id')}) as above
  ), member as (
    select start, unique_code, type from line
    union all
    select line.start, division.unique_code, division.type
    from line cross join unnest(line.group_ids) as belonging (group_id)
    cross join lateral (${selectDivision('belonging.group_id')}) as division
  )
`;

const selectLineages = preparedSql(`${LINEAGES} select json_agg(member)::text as lineages from member`);

/** With what a node has to get from the coordinator: its clock, its transaction, and numbers for events. */
const selectLineagesForNode = preparedSql(`
  ${LINEAGES}
  select json_agg(member)::text as lineages, statement_timestamp()::text as moment, pg_current_xact_id()::text as "transactionId",
         ${nextPositions('listing_event_due', '$2')} as positions
  from member`);

/**
 * The search rows as common table expressions over two bound JSON arrays, rows and lineages, derived from the columns
 * of the catalogue, so that one statement writes them with the property itself. A row whose position in some order
 * changes leaves its past position behind, for running cursor scans. The moment of a move, the transaction and all values
 * are read before: so each insert is one task of a cluster (`PUSHED`).
 */
const writeExpressions = ({ moment, transactionId }: { moment: string; transactionId: string }): string => `
  given as materialized (
    select *, ${moment} as moment, ${transactionId} as transaction_id from json_to_recordset($1::json) as given (
      property_id uuid, own_city text, own_district text, ${storedColumns.map(({ name, given }) => `${quoted(name)} ${given}`).join(', ')})
  ), member as materialized (
    select * from json_to_recordset($2::json) as member (start uuid, unique_code text, type text)
  ), above as (
    select given.property_id, array_agg(distinct member.start) as loaded_ids,
           array_agg(distinct member.unique_code) as division_codes, ${DIVISION_LEVELS.map(([column, type]) => `max(unique_code) filter (where member.type = '${type}') as ${column}`).join(', ')}
    from given cross join unnest(given.division_ids) as own (id) join member on member.start = own.id
    group by given.property_id
  ), worded as (
    insert into property_search_words as stored (property_id, visible, ${list(words)})
    select property_id, not expired and listings_price_coherent, ${list(words)} from given where ${PUSHED}
    on conflict (property_id) do update set ${updateAssignments(['visible', ...words])}
    where ${differ('stored', 'excluded', ['visible', ...words])}
  ), displaced as (
    insert into property_search_history (property_id, valid_from, valid_to, ${list(keys)})
    select property_id, stored.valid_from, given.moment, ${list(keys, 'stored.')}
    from property_search as stored join given using (property_id)
    where ${differ('stored', 'given', keys)}
    on conflict do nothing
  ), valued as materialized (
    select given.property_id, moment, transaction_id, above.region_code, above.subregion_code,
           coalesce(given.own_city, above.city_code) as city_code, coalesce(given.own_district, above.district_code) as district_code,
           ${columns.map((column) => `${storedValue(column)} as ${quoted(column.name)}`).join(', ')}
    from given left join above using (property_id)
  ), searchable as (
    insert into property_search as stored (property_id, layout, changed_in, valid_from, ${list([...LEVEL_COLUMNS, ...names])})
    select property_id, ${LAYOUT}, valued.transaction_id,
           case when exists (select from property_search as present where present.property_id = valued.property_id) then valued.moment
                else coalesce((select max(valid_to) from property_search_history where property_search_history.property_id = valued.property_id), '-infinity') end,
           ${list([...LEVEL_COLUMNS, ...names])}
    from valued where ${PUSHED}
    on conflict (property_id) do update set
      layout = excluded.layout, changed_in = excluded.changed_in, ${updateAssignments([...LEVEL_COLUMNS, ...names])},
      valid_from = case when ${differ('stored', 'excluded', keys)} then excluded.valid_from else stored.valid_from end
  )`;

function storedValue(column: StoredColumn): string {
  const { name, convert } = column;
  const given = `given.${quoted(name)}`;
  if (name === DIVISION_IDS) return `case when ${given} <@ above.loaded_ids then '{}' else ${given} end`;
  if (name === DIVISION_CODES) return withAncestors(given);
  return convert === undefined ? given : convert(given);
}

/** Divisions that were never loaded are written as the property states them. */
function withAncestors(given: string): string {
  const above = `above.${DIVISION_CODES}`;
  const [codes, text] = [valuesSql(given), `array_to_string(${above}, ${VALUE_SEPARATOR})`];
  return `case when ${codes} <@ ${above} then ${text} else nullif(concat_ws(${VALUE_SEPARATOR}, ${given}, ${text}), '') end`;
}

/** The JSON of one row as the statement reads it. */
function searchRowJson(result: PropertyResult, row: SearchRow): string {
  const { city, district } = result.property.location ?? {};
  const own = { property_id: result.id, own_city: city?.uniqueCode, own_district: district?.uniqueCode };
  return `${JSON.stringify(own).slice(0, -1)}${searchRowMembers(row)}}`;
}

/** As bytes, row by row: a single character beyond Latin-1 would slow down the encoding of all rows. */
const encodeJsonList = (rows: readonly string[]): Buffer =>
  rows.length === 0
    ? Buffer.from('[]')
    : Buffer.concat([
        ...rows.map((row, at) => encodeUtf8(`${at === 0 ? '[' : ','}${row}`)),
        Buffer.from(']'),
      ]);

const divisionIdsOf = (rows: readonly SearchRow[]): string[] => {
  const { position } = columnAt(DIVISION_IDS);
  return [...new Set(rows.flatMap((row) => (row[position] ?? []) as readonly string[]))];
};

async function loadLineages(db: Db, rows: readonly SearchRow[]): Promise<string> {
  const ids = divisionIdsOf(rows);
  if (ids.length === 0) return '[]';
  const read = await firstRow<{ lineages: string | null }>(db, selectLineages(ids));
  return read?.lineages ?? '[]';
}

interface NodeValues {
  lineages: string | null;
  /** To the microsecond. */
  moment: string;
  transactionId: string;
  /** An array. */
  positions: string;
}

/** What is written with search rows, as common table expressions, each after a comma. */
export interface WrittenAlong {
  /** `positions`: an array with the numbers of new events, for a node; else they are those of the table. */
  expressions(positions?: string): string;
  /** How many values it binds, from $3 on. */
  readonly values: number;
}

/** The values that are bound from $3 on, and how many events there may be. */
export interface AlongValues {
  readonly values?: readonly unknown[];
  readonly events?: number;
}

type WriteWithSearchRows = (
  db: Db,
  results: readonly PropertyResult[],
  along?: AlongValues,
) => Promise<unknown>;

/** Writes the search rows in the same statement as something else. */
export function withSearchRows({ expressions, values: count }: WrittenAlong): WriteWithSearchRows {
  const own = { moment: 'statement_timestamp()', transactionId: 'pg_current_xact_id()' };
  const statement = preparedSql(`with ${writeExpressions(own)} ${expressions()} select 1`);
  const bound = { moment: `$${count + 3}::timestamptz`, transactionId: `$${count + 4}::xid8` };
  const nodeStatement = preparedSql(
    `with ${writeExpressions(bound)} ${expressions(`$${count + 5}::bigint[]`)} select cardinality($${count + 5}::bigint[])`,
  );
  return async (db, results, { values = [], events = 0 } = {}) => {
    const rows = results.map((result) => buildSearchRow(result, ownDivisionsOnly));
    const given = results.map((result, index) => searchRowJson(result, rows[index] ?? []));
    if (!db.runsOnNode)
      return db.rows(statement(encodeJsonList(given), await loadLineages(db, rows), ...values));
    const read = await firstRow<NodeValues>(db, selectLineagesForNode(divisionIdsOf(rows), events));
    const ofCoordinator = [read?.moment, read?.transactionId, read?.positions];
    return db.rows(
      onNodeLater(nodeStatement(`[${given.join()}]`, read?.lineages ?? '[]', ...values, ...ofCoordinator)),
    );
  };
}

const writeSearchRowsOnly = withSearchRows({ expressions: () => '', values: 0 });

export async function writeSearchRows(db: Db, results: readonly PropertyResult[]): Promise<void> {
  if (results.length > 0) await writeSearchRowsOnly(db, results);
}

const deleteStatement = preparedSql(`
  with gone as (
    delete from property_search where property_id = any ($1::uuid[]) returning property_id, valid_from, ${list(keys)}
  ), unworded as (
    delete from property_search_words where property_id = any ($1::uuid[])
  ), logged as (
    insert into property_search_log (property_id, changed_in) select id, pg_current_xact_id() from unnest($1::uuid[]) as id
    on conflict (property_id) do update set changed_in = excluded.changed_in
  )
  insert into property_search_history (property_id, valid_from, valid_to, ${list(keys)})
  select property_id, valid_from, statement_timestamp(), ${list(keys)} from gone
  on conflict do nothing`);

/** A merged property is no longer found; readers of changes learn it from a log. Its last position stays: it may return before a scan ends. */
export async function deleteSearchRows(db: Db, propertyIds: readonly string[]): Promise<void> {
  if (propertyIds.length > 0) await db.rows(deleteStatement(propertyIds));
}

/** Past positions that no cursor scan needs any more. */
export const deletePastPositions = (db: Db, olderThanMs: number): Promise<unknown> =>
  db.rows(sql`
    delete from property_search_history
    where valid_to < statement_timestamp() - make_interval(secs => ${olderThanMs / 1000})`);
