import { type Static, type TSchema, Type } from 'typebox';
import { serviceVocabularies as words } from '../../catalogue/service-vocabularies.ts';
import { faultsProblem, Problem } from '../../service/problem.ts';
import { reportUsage, type UsageQuery, type UsageReport } from '../../usage/report.ts';
import { exportRows } from '../../warehouse/table-file.ts';
import { FLAT_JSON, JSON_API } from '../negotiate.ts';
import type { Route, RouteCall, RouteResponse } from '../route.ts';
import { formatParameter, tableContent } from './downloads.ts';

const closed = { additionalProperties: false };
const PATH = '/account/api-usage';

const day = { maxLength: 40, examples: ['2026-01-31', '2026-01-31T10:00:00Z'] };
const word = (values: readonly string[], description: string, more: object = {}): TSchema =>
  Type.Optional(Type.String({ enum: [...values], description, ...more }));

const parameters = {
  startDate: Type.Optional(
    Type.String({
      ...day,
      description:
        'The first moment, included; a bare date is the start of that day in UTC. 30 days before the end when left out.',
    }),
  ),
  endDate: Type.Optional(
    Type.String({
      ...day,
      description:
        'The end, excluded; a bare date covers that whole day in UTC. Never later than now, the default.',
    }),
  ),
  apiKeyId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only calls made with this key of yours.' }),
  ),
  granularity: word(words.usageGranularity.values, words.usageGranularity.description, { default: 'DAY' }),
  groupBy: word(words.usageGroupBy.values, words.usageGroupBy.description),
  channel: word(words.usageChannel.values, words.usageChannel.description),
};

const count = Type.Integer({ minimum: 0 });
const counted = {
  calls: count,
  results: count,
  credits: Type.Optional(Type.Integer({ minimum: 0, description: 'When the account is billed in credits.' })),
};
const key = { apiKeyId: Type.String({ format: 'uuid' }), apiKeyName: Type.String() };
const route = { route: Type.String(), routeType: Type.String({ enum: [...words.usageRouteType.values] }) };
const channel = { channel: Type.String({ enum: [...words.usageChannel.values] }) };
const listOf = (members: Record<string, TSchema>, description: string): TSchema =>
  Type.Array(Type.Object({ ...members, ...counted }, closed), { description });
const optional = (members: Record<string, TSchema>): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)]));

const moment = Type.String({ format: 'date-time' });
const usage = Type.Object(
  {
    period: Type.Object(
      { start: moment, end: moment, granularity: Type.String({ enum: [...words.usageGranularity.values] }) },
      { ...closed, description: 'The window that is really covered.' },
    ),
    totals: Type.Object(counted, closed),
    timeSeries: listOf(
      { date: Type.String({ format: 'date' }), ...optional({ ...key, ...route, ...channel }) },
      'One point a bucket, by its first day; with `groupBy` one for each part of it that was used.',
    ),
    byApiKey: listOf(key, 'By key, the busiest first.'),
    byRoute: listOf(route, 'By route, the busiest first.'),
    byChannel: listOf(channel, 'By channel, the busiest first.'),
  },
  { ...closed, description: 'Billable usage of the account.' },
);

const document = Type.Object(
  {
    data: Type.Object(
      {
        type: Type.Literal('ApiUsage'),
        id: Type.String({ description: 'The id of the account.' }),
        attributes: usage,
        links: Type.Object({ self: Type.String() }, closed),
      },
      closed,
    ),
    links: Type.Object({ self: Type.String() }, closed),
  },
  closed,
);

const query = Type.Object(parameters, closed);

async function loadReport({
  db,
  clock,
  accountId,
  billedInCredits,
  query: parameters,
}: RouteCall): Promise<UsageReport> {
  const caller = { accountId, billedInCredits };
  const reported = await reportUsage(
    db,
    caller,
    parameters as Static<typeof query> as UsageQuery,
    clock.now(),
  );
  if ('faults' in reported) throw faultsProblem(reported.faults);
  if ('report' in reported) return reported.report;
  throw reported.refused === 'foreign-key'
    ? new Problem('forbidden', 'The key of apiKeyId belongs to another account.')
    : new Problem('not-found', 'There is no key with the id given in apiKeyId.');
}

async function respondWithUsage(call: RouteCall): Promise<RouteResponse> {
  const report = await loadReport(call);
  const { path, query: text } = call.target;
  const self = text === '' ? path : `${path}?${text}`;
  const links = { self };
  return {
    status: 200,
    results: 0,
    document: (format) =>
      format === 'flat'
        ? report
        : { data: { type: 'ApiUsage', id: call.accountId, attributes: report, links }, links },
  };
}

async function download(call: RouteCall): Promise<RouteResponse> {
  const { format = 'csv', ...parameters } = call.query as { format?: 'csv' | 'parquet' } & UsageQuery;
  const { timeSeries } = await loadReport({ ...call, query: parameters });
  const columns = {
    date: 'DATE',
    ...(parameters.groupBy === 'API_KEY' ? { apiKeyId: 'VARCHAR', apiKeyName: 'VARCHAR' } : {}),
    ...(parameters.groupBy === 'ROUTE' ? { route: 'VARCHAR', routeType: 'VARCHAR' } : {}),
    ...(parameters.groupBy === 'CHANNEL' ? { channel: 'VARCHAR' } : {}),
    calls: 'BIGINT',
    results: 'BIGINT',
    ...(call.billedInCredits ? { credits: 'BIGINT' } : {}),
  };
  const table = await exportRows(call.analytics.engine, { columns, rows: timeSeries }, format);
  return { status: 200, results: 0, download: { ...table, name: 'api-usage' } };
}

const tag = 'Account';
const description = 'Calls, results and credits of the account, by time, key, route and channel.';

export const usageRoutes: Route[] = [
  {
    method: 'GET',
    path: PATH,
    operationId: 'getApiUsage',
    tag,
    summary: 'Get API usage',
    description,
    routeType: 'account',
    query,
    answers: [
      { status: 200, description: 'The usage.', content: { [JSON_API]: document, [FLAT_JSON]: usage } },
    ],
    problems: ['validation', 'forbidden', 'not-found'],
    run: respondWithUsage,
  },
  {
    method: 'GET',
    path: `${PATH}/export`,
    operationId: 'exportApiUsage',
    tag,
    summary: 'Export API usage',
    description: `${description} The time series as a file; the Accept header is not read.`,
    routeType: 'account',
    download: true,
    query: Type.Object({ format: formatParameter, ...parameters }, closed),
    answers: [{ status: 200, description: 'The table.', content: tableContent }],
    problems: ['validation', 'forbidden', 'not-found'],
    run: download,
  },
];
