import { Type } from 'typebox';
import { readSaleCursor, signSaleCursor } from '../../transactions/cursor.ts';
import { resolveRequestedPlaces } from '../../transactions/requested-places.ts';
import type { SaleCursorPosition } from '../../transactions/sale-query.ts';
import { searchSales, TOO_WIDE } from '../../transactions/search.ts';
import { buildTransactions, findTransaction, type Transaction } from '../../transactions/transaction.ts';
import { faultsProblem, validationProblem } from '../problem.ts';
import { resourceListDocument } from '../render/json-api.ts';
import type { Resource } from '../resource.ts';
import { type Route, type RouteCall, readOne } from '../route.ts';
import { transactionResource } from './transaction-resource.ts';
import {
  documentedTransactionSearch,
  readTransactionSearch,
  type TransactionSearchBody,
  transactionSearchSchema,
} from './transaction-search-body.ts';

const tag = 'Transactions';
const closed = { additionalProperties: false };
const meta = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'Transactions on this page.' }),
    nextCursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it back as `page.cursor`; null at the end. A page may be short before the end.',
    }),
  },
  closed,
);

/** The page as flat JSON has it: here the contract gives data and meta in both formats. */
const transactionPage: Resource = {
  type: 'TransactionSearch',
  flat: Type.Object(
    { data: Type.Array(Type.Unsafe({ $ref: '#/components/schemas/Transaction' })), meta },
    { ...closed, description: 'A page of transactions, newest first.' },
  ),
  attributes: Type.Object({}, closed),
  hasPath: false,
  self: () => '/transactions/search',
  toJsonApi: ({ id }) => ({ resource: { type: 'TransactionSearch', id }, included: [] }),
};

const pageDocument = {
  name: 'TransactionSearchAnswer',
  schema: Type.Object(
    {
      data: Type.Array(Type.Unsafe({ $ref: '#/components/schemas/TransactionResource' })),
      meta,
      links: Type.Object({ self: Type.String() }, closed),
      included: Type.Array(Type.Object({}, closed), { maxItems: 0 }),
    },
    closed,
  ),
};

export interface TransactionSearchResult {
  data: Transaction[];
  meta: { count: number; nextCursor: string | null };
}

/** One page of a search whose body was read. */
export async function searchTransactions({
  db,
  reads,
  accountId,
  body,
}: Pick<
  RouteCall<unknown, TransactionSearchBody>,
  'db' | 'reads' | 'accountId' | 'body'
>): Promise<TransactionSearchResult> {
  const binding = { accountId, filters: body.filters };
  const after = body.cursor === undefined ? undefined : await readCursorPosition(db, binding, body.cursor);
  const { cityCodes, shapes, unknown } = await resolveRequestedPlaces(reads, body.places);
  if (unknown.length > 0)
    throw faultsProblem(
      unknown.map(({ level, id }) => ({
        propertyPath: level,
        message: `There is no ${level} with the id ${id}.`,
        code: 'unknown_division',
        understood: true,
      })),
    );
  const within = [
    ...(body.shape === undefined ? [] : [[body.shape]]),
    ...(shapes === undefined ? [] : [shapes]),
  ];
  const page = await searchSales(reads, { ...body.question, cityCodes, within }, { size: body.size, after });
  if (page === TOO_WIDE)
    throw validationProblem(
      'geoshape',
      'The shape covers too much of the world to be searched.',
      'too_large',
    );
  const data = await buildTransactions(reads, page.sales);
  const nextCursor = page.next === undefined ? null : await signSaleCursor(db, binding, page.next);
  return { data, meta: { count: data.length, nextCursor } };
}

async function readCursorPosition(
  db: RouteCall['db'],
  binding: { accountId: string; filters: unknown },
  cursor: string,
): Promise<SaleCursorPosition> {
  const position = await readSaleCursor(db, binding, cursor);
  if (position !== undefined) return position;
  const message = 'This cursor was not given out for this account and these filters; begin without one.';
  throw faultsProblem([{ propertyPath: 'page.cursor', message, code: 'foreign_cursor', understood: false }]);
}

export const transactionRoutes: Route[] = [
  {
    method: 'POST',
    path: '/transactions/search',
    operationId: 'searchTransactions',
    tag,
    summary: 'Search closed sales',
    description:
      'Newest first, a page at a time by cursor. A sale that two sources tell is answered once, by the land registry’s record, which then carries `matched`.',
    routeType: 'read',
    query: Type.Object({}, closed),
    body: {
      schema: transactionSearchSchema,
      documented: documentedTransactionSearch,
      resource: transactionPage,
      read: readTransactionSearch,
      bare: true,
    },
    answers: [
      {
        status: 200,
        description: 'One page of transactions.',
        resource: transactionPage,
        document: pageDocument,
      },
    ],
    isQuery: true,
    problems: ['validation'],
    async run(call) {
      const found = await searchTransactions(call as RouteCall<unknown, TransactionSearchBody>);
      return {
        status: 200,
        results: 0,
        document: (format) =>
          format === 'flat'
            ? found
            : resourceListDocument(transactionResource, found.data, {
                meta: found.meta,
                self: '/transactions/search',
              }),
      };
    },
  },
  readOne({
    path: '/transactions/{id}',
    operationId: 'getTransaction',
    tag,
    summary: 'Read one closed sale',
    description:
      'With the record of its source as it came. The id of a duplicate answers with the transaction that absorbed it, whose own id stands in the body.',
    routeType: 'read',
    resource: transactionResource,
    find: ({ reads, params }) => findTransaction(reads, params['id'] ?? ''),
  }),
];
