import { Type } from 'typebox';
import { askedPlaces } from '../../transactions/asked-places.ts';
import { readSaleCursor, signSaleCursor } from '../../transactions/cursor.ts';
import type { SalePlace } from '../../transactions/question.ts';
import { searchSales, TOO_WIDE } from '../../transactions/search.ts';
import { findTransaction, type Transaction, transactionsOf } from '../../transactions/transaction.ts';
import { brokenRule, faultsProblem } from '../problem.ts';
import { collectedDocument } from '../render/json-api.ts';
import type { Resource } from '../resource.ts';
import { type Call, type Route, readOne } from '../route.ts';
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
  addressed: false,
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

export interface FoundTransactions {
  data: Transaction[];
  meta: { count: number; nextCursor: string | null };
}

/** One page of a search whose body was read. */
export async function findTransactions({
  db,
  reads,
  accountId,
  body,
}: Pick<
  Call<unknown, TransactionSearchBody>,
  'db' | 'reads' | 'accountId' | 'body'
>): Promise<FoundTransactions> {
  const binding = { accountId, filters: body.filters };
  const after = body.cursor === undefined ? undefined : await placeIn(db, binding, body.cursor);
  const { cityCodes, shapes, unknown } = await askedPlaces(reads, body.places);
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
    throw brokenRule('geoshape', 'The shape covers too much of the world to be searched.', 'too_large');
  const data = await transactionsOf(reads, page.sales);
  const nextCursor = page.next === undefined ? null : await signSaleCursor(db, binding, page.next);
  return { data, meta: { count: data.length, nextCursor } };
}

async function placeIn(
  db: Call['db'],
  binding: { accountId: string; filters: unknown },
  cursor: string,
): Promise<SalePlace> {
  const place = await readSaleCursor(db, binding, cursor);
  if (place !== undefined) return place;
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
      const found = await findTransactions(call as Call<unknown, TransactionSearchBody>);
      return {
        status: 200,
        results: 0,
        document: (format) =>
          format === 'flat'
            ? found
            : collectedDocument(transactionResource, found.data, {
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
