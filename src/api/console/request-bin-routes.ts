import { Type } from 'typebox';
import { findDestinationByTarget } from '../../delivery/destinations/destinations.ts';
import {
  BIN_PATH,
  type BinRequestRow,
  emptyRequestBin,
  findRequestBin,
  listBinRequests,
  MAX_BIN_BODY_BYTES,
  MAX_BIN_REQUESTS,
  openRequestBin,
} from '../../delivery/request-bin/request-bin.ts';
import type { RequestBinRow } from '../../delivery/request-bin/store.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { validationProblem } from '../../service/problem.ts';
import { listedResource, plainResource } from '../resource.ts';
import { type Route, readOne, readPage, remove } from '../route.ts';
import { actionRoute, consoleRouteBase } from './action-route.ts';
import type { ConsoleParts } from './parts.ts';

const PATH = '/console/api/request-bin';
const moment = (description: string) => Type.String({ format: 'date-time', description });

const requestBin = plainResource(
  'RequestBin',
  PATH,
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      url: Type.String({ description: 'The URL of its destination, and of the screen that shows it.' }),
      destinationId: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'uuid',
        description: 'Null when the destination was deleted: open the bin again.',
      }),
      createdAt: moment('When it was first opened.'),
      expiresAt: moment('From then on it receives nothing, and what it received is deleted.'),
      maxRequests: Type.Integer({ description: 'The newest requests are kept, so many at most.' }),
      signingKey: Type.Optional(
        Type.String({ description: "Only in the answer that creates the account's first webhook." }),
      ),
    },
    { additionalProperties: false, description: 'A webhook receiver inside the service.' },
  ),
);

const binRequest = listedResource(
  'RequestBinRequest',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      receivedAt: moment('When it arrived.'),
      headers: Type.Record(Type.String(), Type.String(), { description: 'As they were sent.' }),
      body: Type.String({ description: `The raw body, its first ${MAX_BIN_BODY_BYTES} bytes.` }),
      bodyBytes: Type.Integer({ description: 'The size of the whole body.' }),
      truncated: Type.Boolean({ description: 'Whether the body is longer than what is shown.' }),
      keyHint: Type.String({ description: 'Names the signing key that the check used.' }),
      expectedSignature: Type.String({ description: 'Computed on arrival from the headers and the body.' }),
    },
    { additionalProperties: false, description: 'A request that the bin received.' },
  ),
);

const flatBin = (row: RequestBinRow, destinationId: string | null, signingKey?: string) => ({
  ...{ id: row.id, url: row.url, destinationId, maxRequests: MAX_BIN_REQUESTS },
  createdAt: formatTimestamp(row.createdAt),
  expiresAt: formatTimestamp(row.expiresAt),
  ...(signingKey === undefined ? {} : { signingKey }),
});

const flatRequest = ({ receivedAt, body, ...row }: BinRequestRow) => ({
  ...row,
  receivedAt: formatTimestamp(receivedAt),
  body: body.toString('utf8'),
  truncated: body.length < row.bodyBytes,
});

const base = { ...consoleRouteBase, tag: 'Request bin' };

export const requestBinRoutes = ({ origins }: Pick<ConsoleParts, 'origins'>): Route[] => [
  readOne({
    ...base,
    path: PATH,
    operationId: 'getRequestBin',
    summary: 'Get the request bin',
    description: '404 until it is opened.',
    resource: requestBin,
    async find({ db, accountId }) {
      const row = await findRequestBin(db, accountId);
      if (row === undefined) return undefined;
      const destination = await findDestinationByTarget(db, accountId, { url: row.url, email: null });
      return flatBin(row, destination?.id ?? null);
    },
  }),
  actionRoute({
    ...base,
    path: `${PATH}/open`,
    operationId: 'openRequestBin',
    summary: 'Open the request bin',
    description: 'Creates it with its destination, or opens it for another week.',
    resource: requestBin,
    problems: ['validation'],
    async act({ db, clock, delivery, accountId, from }) {
      const origin = origins.originFor(from?.headers.host) ?? 'http://localhost';
      const parts = { clock, keyring: delivery.keyring };
      const opened = await openRequestBin(db, parts, accountId, (id) => `${origin}${BIN_PATH}${id}`);
      if (opened.outcome === 'too-many')
        throw validationProblem('', 'The account has too many destinations: delete one first.', 'too_many');
      return flatBin(opened.bin, opened.bin.destinationId, opened.signingKey);
    },
  }),
  readPage({
    ...base,
    path: `${PATH}/requests`,
    operationId: 'listBinRequests',
    summary: 'List received requests',
    resource: binRequest,
    async list({ db, accountId, query }) {
      const { rows, total } = await listBinRequests(db, accountId, query.page);
      return { rows: rows.map(flatRequest), total };
    },
  }),
  remove({
    ...base,
    path: `${PATH}/requests`,
    operationId: 'emptyRequestBin',
    summary: 'Delete received requests',
    drop: ({ db, accountId }) => emptyRequestBin(db, accountId),
  }),
];
