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
  /** All rows, or those after a position, in parts that follow each other; an index has each in order, from any position on. */
  parts(last: SortPosition | undefined): readonly OrderPart[];
}

interface OrderPart {
  where(table: string, bind: Bind): string;
  orderBy(key: string, id: string): string;
}

/** Ties by id in the same direction, so that one index serves both directions. Missing values are last in both. */
export function buildOrderSql(order: SortOrder): OrderSql {
  const { field, direction } = order;
  const name = sortColumns[field];
  const column = (table: string): string => `${table}.${name}`;
  const [sqlDirection, operator] = direction === 'DESC' ? ['desc', '<'] : ['asc', '>'];
  const time = isTimeOrder(order);
  const nulls = time ? '' : ' nulls last';
  const byKey = (key: string, id: string): string => `${key} ${sqlDirection}, ${id} ${sqlDirection}`;
  const isAfter = (table: string, { key, id }: SortPosition, bind: Bind): string => {
    const bound = time ? timestampSql(key ?? 0, bind) : bind(key, 'double precision');
    return `(${column(table)}, ${table}.property_id) ${operator} (${bound}, ${bind(id, 'uuid')})`;
  };
  const isMissingAfter = (table: string, last: SortPosition | undefined, bind: Bind): string =>
    last?.key === null
      ? `${column(table)} is null and ${table}.property_id ${operator} ${bind(last.id, 'uuid')}`
      : `${column(table)} is null`;
  return {
    column,
    key: (table) => (time ? microsecondsSql(column(table)) : column(table)),
    orderBy: (key, id) => `${key} ${sqlDirection}${nulls}, ${id} ${sqlDirection}`,
    ...(!time &&
      direction === 'DESC' && {
        known: {
          where: (table) => `${column(table)} is not null`,
          orderBy: byKey,
        },
      }),
    after(table, last, bind) {
      if (time) return isAfter(table, last, bind);
      if (last.key === null) return `(${isMissingAfter(table, last, bind)})`;
      return `(${isAfter(table, last, bind)} or ${column(table)} is null)`;
    },
    parts(last) {
      const known: OrderPart = {
        where(table, bind) {
          if (last !== undefined) return isAfter(table, last, bind);
          return time ? 'true' : `${column(table)} is not null`;
        },
        orderBy: byKey,
      };
      if (time) return [known];
      const missing: OrderPart = {
        where: (table, bind) => isMissingAfter(table, last, bind),
        orderBy: (_, id) => `${id} ${sqlDirection}`,
      };
      return last?.key === null ? [missing] : [known, missing];
    },
  };
}
