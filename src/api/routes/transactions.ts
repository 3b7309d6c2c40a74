import { Type } from 'typebox';
import { faultsProblem } from '../../service/problem.ts';
import {
  documentedTransactionSearch,
  parseTransactionSearch,
  type TransactionSearchRequest,
  transactionSearchSchema,
} from '../../transactions/search-request.ts';
import { searchTransactions } from '../../transactions/search-transactions.ts';
import { findTransaction } from '../../transactions/transaction.ts';
import { resourceListDocument } from '../render/json-api.ts';
import type { Resource } from '../resource.ts';
import { type Route, readOne } from '../route.ts';
import { transactionResource } from './transaction-resource.ts';

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

/** The page in flat JSON: the contract gives data and meta in both formats. */
const transactionPage: Resource = {
  type: 'TransactionSearch',
  flat: Type.Object(
    { data: Type.Array(Type.Unsafe({ $ref: '#/components/schemas/Transaction' })), meta },
    { ...closed, description: 'A page of transactions, newest first.' },
  ),
  attributes: Type.Object({}, closed),
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

export const transactionRoutes: Route[] = [
  {
    method: 'POST',
    isReadOnly: true,
    path: '/transactions/search',
    operationId: 'searchTransactions',
    tag,
    summary: 'Search closed sales',
    description:
      'Newest first, a page at a time by cursor. A sale of two sources is answered once, by the land registry’s record, which then carries `matched`.',
    routeType: 'read',
    query: Type.Object({}, closed),
    body: {
      schema: transactionSearchSchema,
      documented: documentedTransactionSearch,
      resource: transactionPage,
      read: parseTransactionSearch,
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
      const found = await searchTransactions(call, call.body as TransactionSearchRequest);
      if ('faults' in found) throw faultsProblem(found.faults);
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
    summary: 'Get a closed sale',
    description:
      'With the record of its source as it came. The id of a duplicate answers with the transaction that absorbed it, whose own id stands in the body.',
    routeType: 'read',
    resource: transactionResource,
    find: ({ reads, params }) => findTransaction(reads, params['id'] ?? ''),
  }),
];
