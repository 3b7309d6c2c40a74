import { Type } from 'typebox';
import { vocabularySchema } from '../../catalogue/json-schema.ts';
import { type ExportFormat, serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { readChanges } from '../../changes/read-changes.ts';
import { parseCriteria } from '../../criteria/parse.ts';
import {
  createExport,
  findExport,
  listExports,
  MAX_OPEN_EXPORTS,
  type PropertyExport,
  removeExport,
} from '../../exports/exports.ts';
import { findUnknownPlaces } from '../../properties/search.ts';
import { faultsProblem, Problem, requireNoFaults } from '../../service/problem.ts';
import { plainResource } from '../resource.ts';
import { create, type Route, type RouteCall, readOne, readPage, remove } from '../route.ts';
import { streamRefusalFault } from './stream-refusal.ts';

const closed = { additionalProperties: false };
const moment = Type.String({ format: 'date-time' });
const orNull = <Schema extends ReturnType<typeof Type.String | typeof Type.Integer>>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);
const { exportFormat, exportStatus } = serviceVocabularies;

const criteria = Type.Unsafe<object | null>({
  anyOf: [{ $ref: '#/components/schemas/Criteria' }, { type: 'null' }],
  description: 'What to export, as in a search. Null: every property, on the market or not.',
});
const since = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description:
    'A cursor of the change stream: only what changed since. What is gone or no longer matches is a line `{"id", "removed": true}`.',
});

const exportResource = plainResource(
  'Export',
  '/exports/{id}',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      status: Type.Unsafe<PropertyExport['status']>(vocabularySchema(exportStatus)),
      format: Type.Unsafe<ExportFormat>(vocabularySchema(exportFormat)),
      criteria,
      since,
      progress: Type.Object(
        { rows: Type.Integer({ minimum: 0 }), total: orNull(Type.Integer({ minimum: 0 })) },
        { ...closed, description: 'Properties written, and to be written as counted at the start.' },
      ),
      bytes: Type.Integer({ minimum: 0, description: 'The size of the file, once it is ready.' }),
      cursor: orNull(
        Type.String({
          description:
            'Continues in the change stream what this export began, or in the next export as `since`.',
        }),
      ),
      link: orNull(
        Type.String({
          description: 'The path of the file, signed: it needs no key. It answers ranges of bytes.',
        }),
      ),
      error: orNull(Type.String()),
      createdAt: moment,
      finishedAt: orNull(moment),
      expiresAt: moment,
    },
    { ...closed, description: 'A file of properties, made in the background.' },
  ),
);

const body = Type.Object(
  {
    criteria: Type.Optional(Type.Unsafe<object | null>({ examples: [{}, null] })),
    format: Type.Optional(
      Type.Unsafe<ExportFormat>({ ...vocabularySchema(exportFormat), default: 'NDJSON' }),
    ),
    since: Type.Optional(since),
  },
  closed,
);

const tag = 'Exports';

async function checkCriteria(call: RouteCall, sent: object | null): Promise<void> {
  if (sent === null) return;
  const parsed = parseCriteria(sent);
  if ('faults' in parsed) throw faultsProblem(parsed.faults);
  requireNoFaults(await findUnknownPlaces(call.places, parsed.mentions));
}

async function checkCursor(call: RouteCall, cursor: string | null): Promise<void> {
  if (cursor === null) return;
  const page = await readChanges(call.changes, { accountId: call.accountId, cursor, limit: 1 });
  if ('refused' in page)
    throw faultsProblem([{ ...streamRefusalFault(page.refused), propertyPath: 'since' }]);
}

const RETRY_SECONDS = 10;

export const exportRoutes: Route[] = [
  readPage({
    path: '/exports',
    operationId: 'listExports',
    tag,
    summary: 'List exports',
    routeType: 'read',
    resource: exportResource,
    list: ({ exports, accountId, query }) => listExports(exports, accountId, query.page),
  }),
  create({
    path: '/exports',
    operationId: 'createExport',
    tag,
    summary: 'Export properties',
    description:
      'Writes every property that matches to one file, as NDJSON or Parquet, in the background. Follow `progress`, then fetch `link`. Each property counts as one result.',
    routeType: 'read',
    resource: exportResource,
    body,
    alwaysNew: true,
    async make(call) {
      const { criteria: sent = null, format = 'NDJSON', since: cursor = null } = call.body;
      await checkCriteria(call, sent);
      await checkCursor(call, cursor);
      const { accountId, apiKeyId } = call;
      const request = { accountId, apiKeyId, criteria: sent, format, since: cursor };
      const made = await createExport(call.exports, request);
      if (made !== undefined) return { flat: made, created: true };
      const retryAt = Math.ceil(call.clock.now().getTime() / 1_000) + RETRY_SECONDS;
      throw new Problem(
        'too-many-requests',
        `An account has at most ${MAX_OPEN_EXPORTS} exports at once. Wait for one of them, or delete it.`,
        { headers: { 'retry-after': String(RETRY_SECONDS), 'x-ratelimit-retry-after': String(retryAt) } },
      );
    },
  }),
  readOne({
    path: '/exports/{id}',
    operationId: 'getExport',
    tag,
    summary: 'Get export',
    routeType: 'read',
    resource: exportResource,
    find: ({ exports, accountId, params }) => findExport(exports, accountId, params['id'] ?? ''),
  }),
  remove({
    path: '/exports/{id}',
    operationId: 'deleteExport',
    tag,
    summary: 'Delete export',
    description: 'With its file. An export that is still written ends.',
    routeType: 'read',
    drop: ({ exports, accountId, params }) => removeExport(exports, accountId, params['id'] ?? ''),
  }),
];
