import type { ComponentChildren } from 'preact';
import type { LoadState } from '../api/query.ts';
import { replaceQuery, useCurrentRoute } from '../state/route.ts';
import { AsyncContent, EmptyNotice } from './feedback.tsx';
import { Pagination } from './pagination.tsx';
import { ScrollArea } from './scroll-area.tsx';

/** Rows of a page of the API's lists. */
export const PAGE_SIZE = 30;

/** The page number of the URL. */
export const usePage = (): number =>
  Math.max(1, Math.floor(Number(useCurrentRoute().query.get('page'))) || 1);

interface ListProps<Row> {
  of: LoadState<readonly Row[]>;
  /** Shown when the list is empty. */
  none: string;
  noneText?: string;
  action?: ComponentChildren;
  /** Present when the list has pages. */
  page?: number;
  /** Absent: the page is in the URL. A second list of a screen keeps its own. */
  onPage?: (page: number) => void;
  children: (rows: readonly Row[]) => ComponentChildren;
}

const pageInUrl = (next: number): void => replaceQuery({ page: next === 1 ? undefined : String(next) });

/** A list with its loading, error and empty states, and pagination. */
export function PagedList<Row>(props: ListProps<Row>) {
  const { of, none, noneText, action, page, onPage = pageInUrl, children } = props;
  return (
    <AsyncContent of={of}>
      {(rows) => (
        <div class="stack">
          {rows.length === 0 ? (
            <EmptyNotice title={none}>
              {noneText && <p>{noneText}</p>}
              {action}
            </EmptyNotice>
          ) : (
            children(rows)
          )}
          {page !== undefined && (
            <Pagination page={page} hasNext={rows.length === PAGE_SIZE} onPage={onPage} />
          )}
        </div>
      )}
    </AsyncContent>
  );
}

export interface TableColumn<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** `name` is the header of its row, `number` is right-aligned, `actions` has a title for screen readers only. */
  readonly as?: 'name' | 'number' | 'actions' | 'soft' | 'mono';
}

interface TableProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly TableColumn<Row>[];
}

export function Table<Row extends { readonly id: string }>({ label, rows, columns }: TableProps<Row>) {
  return (
    <ScrollArea class="table stacks" label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, as }) => (
              <th key={title} scope="col" class={as === 'number' ? 'number' : undefined}>
                {as === 'actions' ? <span class="hidden">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column) => (
                <Cell key={column.title} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** On a phone a row is a card, and each cell has the title of its column. */
function Cell<Row>({ column: { title, as, cell }, row }: { column: TableColumn<Row>; row: Row }) {
  if (as === 'name') return <th scope="row">{cell(row)}</th>;
  return (
    <td class={as === 'actions' ? 'number' : as} data-title={as === 'actions' ? undefined : title}>
      {cell(row)}
    </td>
  );
}

type TableListProps<Row> = Omit<ListProps<Row>, 'children'> & Omit<TableProps<Row>, 'rows'>;

export const TableList = <Row extends { readonly id: string }>({
  label,
  columns,
  ...list
}: TableListProps<Row>) => (
  <PagedList {...list}>{(rows) => <Table label={label} rows={rows} columns={columns} />}</PagedList>
);
