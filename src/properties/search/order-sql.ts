import { sortColumns } from './layout.ts';
import { isTimeOrder, type SortOrder, type SortPosition } from './order.ts';

type Bind = (value: unknown, type: string) => string;

export const microsecondsSql = (moment: string): string =>
  `(extract(epoch from ${moment}) * 1000000)::bigint`;

export const timestampSql = (microseconds: number, bind: Bind): string =>
  `(timestamptz 'epoch' + ${bind(microseconds, 'float8')} * interval '1 microsecond')`;

/** An order as SQL. */
export interface OrderSql {
  column(table: string): string;
  /** The sort key as a number: moments in microseconds, so that it goes through JSON and back unchanged. */
  key(table: string): string;
  orderBy(key: string, id: string): string;
  /** Rows that come after a place. */
  after(table: string, last: SortPosition, bind: Bind): string;
}

/** Of equals by id, in the same direction: one index then serves both ways. What is not known comes last either way. */
export function buildOrderSql(order: SortOrder): OrderSql {
  const { field, direction } = order;
  const name = sortColumns[field];
  const column = (table: string): string => `${table}.${name}`;
  const [way, beyond] = direction === 'DESC' ? ['desc', '<'] : ['asc', '>'];
  const time = isTimeOrder(order);
  const nulls = time ? '' : ' nulls last';
  return {
    column,
    key: (table) => (time ? microsecondsSql(column(table)) : column(table)),
    orderBy: (key, id) => `${key} ${way}${nulls}, ${id} ${way}`,
    after(table, { key, id }, bind) {
      const rowId = `${table}.property_id`;
      if (time) {
        return `(${column(table)}, ${rowId}) ${beyond} (${timestampSql(key ?? 0, bind)}, ${bind(id, 'uuid')})`;
      }
      if (key === null) return `(${column(table)} is null and ${rowId} ${beyond} ${bind(id, 'uuid')})`;
      const figure = bind(key, 'double precision');
      return `((${column(table)}, ${rowId}) ${beyond} (${figure}, ${bind(id, 'uuid')}) or ${column(table)} is null)`;
    },
  };
}
