import { sortColumns } from './layout.ts';
import { isTimeOrder, type SortOrder, type SortPosition } from './order.ts';

type Bind = (value: unknown, type: string) => string;

export const microsecondsSql = (moment: string): string =>
  `(extract(epoch from ${moment}) * 1000000)::bigint`;

export const timestampSql = (microseconds: number, bind: Bind): string =>
  `(timestamptz 'epoch' + ${bind(microseconds, 'float8')} * interval '1 microsecond')`;

/** A sort order as SQL. */
export interface OrderSql {
  column(table: string): string;
  /** The sort key as a number, times in microseconds, so that JSON preserves it exactly. */
  key(table: string): string;
  orderBy(key: string, id: string): string;
  /** The order among known keys, as an index has it; absent when `orderBy` has it already. */
  readonly known?: { where(table: string): string; orderBy(key: string, id: string): string };
  /** Rows after a position. */
  after(table: string, last: SortPosition, bind: Bind): string;
}

/** Ties by id in the same direction, so that one index serves both directions. Missing values are last in both. */
export function buildOrderSql(order: SortOrder): OrderSql {
  const { field, direction } = order;
  const name = sortColumns[field];
  const column = (table: string): string => `${table}.${name}`;
  const [sqlDirection, operator] = direction === 'DESC' ? ['desc', '<'] : ['asc', '>'];
  const time = isTimeOrder(order);
  const nulls = time ? '' : ' nulls last';
  return {
    column,
    key: (table) => (time ? microsecondsSql(column(table)) : column(table)),
    orderBy: (key, id) => `${key} ${sqlDirection}${nulls}, ${id} ${sqlDirection}`,
    ...(!time &&
      direction === 'DESC' && {
        known: {
          where: (table) => `${column(table)} is not null`,
          orderBy: (key, id) => `${key} desc, ${id} desc`,
        },
      }),
    after(table, { key, id }, bind) {
      const rowId = `${table}.property_id`;
      if (time) {
        return `(${column(table)}, ${rowId}) ${operator} (${timestampSql(key ?? 0, bind)}, ${bind(id, 'uuid')})`;
      }
      if (key === null) return `(${column(table)} is null and ${rowId} ${operator} ${bind(id, 'uuid')})`;
      const number = bind(key, 'double precision');
      return `((${column(table)}, ${rowId}) ${operator} (${number}, ${bind(id, 'uuid')}) or ${column(table)} is null)`;
    },
  };
}
