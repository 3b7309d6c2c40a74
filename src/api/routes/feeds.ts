import { Type } from 'typebox';
import {
  DEFAULT_INTERVAL_SECONDS,
  DEFAULT_MAX_FEED_BYTES,
  type Feed,
  type FeedRun,
  MAX_FEED_BYTES,
  MAX_INTERVAL_SECONDS,
  MIN_INTERVAL_SECONDS,
  RUN_STATUSES,
  validateFeed,
} from '../../feeds/feed.ts';
import { addFeed, findFeed, listFeedRuns, listFeeds, removeFeed } from '../../feeds/feeds.ts';
import { formatNames } from '../../ingest/format-names.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { faultsProblem, resourceNotFound } from '../../service/problem.ts';
import { listedResource, plainResource } from '../resource.ts';
import { create, type Route, readOne, readPage, remove } from '../route.ts';

const moment = (description: string) => Type.String({ format: 'date-time', description });
const momentOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const countOrNull = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 0, description });
const textOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const source = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Slug of the source; one that is new is created.',
});
const address = Type.String({
  description: 'Where the file is: HTTPS, on a public host. Redirects are not followed.',
  examples: ['https://feeds.portal.example/all.xml.gz'],
});
const format = Type.String({
  title: 'FeedFormat',
  enum: [...formatNames],
  description: 'The format of the file, plain or packed; left out where a mapping says how it is read.',
});
const mapping = Type.Object(
  {},
  {
    title: 'FeedMapping',
    additionalProperties: true,
    description:
      'Instead of a format: our paths and the columns or JSON pointers of any CSV or JSON file, as in a mapping file of `gable ingest --mapping`.',
  },
);
const intervalSeconds = Type.Integer({
  minimum: MIN_INTERVAL_SECONDS,
  maximum: MAX_INTERVAL_SECONDS,
  description: 'From the beginning of one pull to that of the next.',
});
const full = Type.Boolean({
  description: 'The file names every live listing of the source: those absent from it have expired.',
});
const maxBytes = Type.Integer({
  minimum: 1,
  maximum: MAX_FEED_BYTES,
  description: 'A larger file is refused.',
});
const enabled = Type.Boolean({ description: 'False: pulled by hand only.' });

const feed = plainResource(
  'Feed',
  '/operator/feeds/{id}',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      ...{ source, address },
      format: Type.Unsafe<Feed['format']>({
        type: ['string', 'null'],
        title: 'FeedFormat',
        enum: [...formatNames, null],
        description: 'The format of the file; null where a mapping says how it is read.',
      }),
      mapping: Type.Unsafe<Feed['mapping']>({
        type: ['object', 'null'],
        additionalProperties: true,
        description: 'How a foreign file is read; null where it has a format of ours.',
      }),
      ...{ intervalSeconds, full, maxBytes, enabled },
      createdAt: moment('When the source was given a feed.'),
      dueAt: moment('When it is pulled next.'),
      failures: count('Failed pulls in a row; each makes the next wait longer.'),
      running: Type.Boolean({ description: 'A worker is at it.' }),
      pullRequested: Type.Boolean({ description: 'An operator asked for a pull that has not begun.' }),
      lastFound: countOrNull('Listings that the last finished pull found; 0: it took nothing from its file.'),
      lastStatus: Type.Unsafe<Feed['lastStatus']>({
        type: ['string', 'null'],
        title: 'FeedRunStatus',
        enum: [...RUN_STATUSES, null],
        description: 'How the last pull ended.',
      }),
      lastFinishedAt: momentOrNull('When it ended.'),
    },
    { additionalProperties: false, description: 'Where the listings of a source are pulled from.' },
  ),
);

const flatFeed = (row: Feed) => ({
  ...row,
  createdAt: formatTimestamp(row.createdAt),
  dueAt: formatTimestamp(row.dueAt),
  lastFinishedAt: row.lastFinishedAt && formatTimestamp(row.lastFinishedAt),
});

const feedRun = listedResource(
  'FeedRun',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      startedAt: moment('When the pull began.'),
      finishedAt: momentOrNull('When it ended; null while it runs.'),
      status: Type.String({
        title: 'FeedRunStatus',
        enum: [...RUN_STATUSES],
        description:
          'UNCHANGED: the file is the one taken last. FAILED: see error; what could be taken went in.',
      }),
      bytes: countOrNull('Of the file as it was sent.'),
      sha256: textOrNull('Of the same.'),
      accepted: count('Listings that were new or changed.'),
      unchanged: count('Listings found as they were known.'),
      expired: count('Listings that a full file no longer names.'),
      rejected: count('Records that could not be taken.'),
      rejections: Type.Array(
        Type.Object({ line: Type.Integer(), reason: Type.String() }, { additionalProperties: false }),
        { description: 'The first of them.' },
      ),
      rejectionReasons: Type.Array(
        Type.Object(
          {
            reason: Type.String({ description: 'Of the first such record.' }),
            count: count('Records rejected for it.'),
            examples: Type.Array(
              Type.Object(
                {
                  line: Type.Integer(),
                  reason: Type.String(),
                  record: textOrNull('The record as received, shortened; null where it could not be read.'),
                },
                { additionalProperties: false },
              ),
            ),
          },
          { additionalProperties: false },
        ),
        {
          description:
            'Grouped: reasons that differ in figures or quotations only are one. The most frequent first.',
        },
      ),
      error: textOrNull('Why it failed.'),
    },
    { additionalProperties: false, description: 'One pull of a feed.' },
  ),
);

const flatRun = (row: FeedRun) => ({
  ...row,
  startedAt: formatTimestamp(row.startedAt),
  finishedAt: row.finishedAt && formatTimestamp(row.finishedAt),
});

const common = { tag: 'Operator', routeType: 'other', right: 'operator' } as const;

export const feedRoutes: Route[] = [
  readPage({
    ...common,
    path: '/operator/feeds',
    operationId: 'listFeeds',
    summary: 'List feeds',
    resource: feed,
    async list({ db, query }) {
      const { rows, total } = await listFeeds(db, query.page);
      return { rows: rows.map(flatFeed), total };
    },
  }),
  create({
    ...common,
    path: '/operator/feeds',
    operationId: 'createFeed',
    summary: 'Create a feed',
    description:
      'A source has one feed: creating another replaces its settings, answered with status 200. It is due at once.',
    resource: feed,
    body: Type.Object(
      {
        ...{ source, address },
        format: Type.Optional(format),
        mapping: Type.Optional(mapping),
        intervalSeconds: Type.Optional(
          Type.Integer({ ...intervalSeconds, default: DEFAULT_INTERVAL_SECONDS }),
        ),
        full: Type.Optional(Type.Boolean({ ...full, default: false })),
        maxBytes: Type.Optional(Type.Integer({ ...maxBytes, default: DEFAULT_MAX_FEED_BYTES })),
        enabled: Type.Optional(Type.Boolean({ ...enabled, default: true })),
      },
      { additionalProperties: false },
    ),
    async make({ db, clock, delivery, body }) {
      const judged = validateFeed(body, delivery.policy);
      if ('faults' in judged) {
        throw faultsProblem(
          judged.faults.map(({ member, message }) => ({
            propertyPath: member,
            message: `The ${member} ${message}.`,
            code: member === 'address' ? 'address_not_allowed' : 'invalid',
            understood: true,
          })),
        );
      }
      const { feed: added, created } = await addFeed(db, clock, judged.settings);
      return { flat: flatFeed(added), created };
    },
  }),
  readOne({
    ...common,
    path: '/operator/feeds/{id}',
    operationId: 'getFeed',
    summary: 'Get a feed',
    resource: feed,
    async find({ db, params }) {
      const found = await findFeed(db, params['id'] ?? '');
      return found && flatFeed(found);
    },
  }),
  readPage({
    ...common,
    path: '/operator/feeds/{id}/runs',
    operationId: 'listFeedRuns',
    summary: 'List feed runs',
    description: 'The newest first; the last 120 are kept.',
    problems: ['not-found'],
    resource: feedRun,
    async list({ db, params, query }) {
      const id = params['id'] ?? '';
      if ((await findFeed(db, id)) === undefined) throw resourceNotFound();
      const { rows, total } = await listFeedRuns(db, id, query.page);
      return { rows: rows.map(flatRun), total };
    },
  }),
  remove({
    ...common,
    path: '/operator/feeds/{id}',
    operationId: 'deleteFeed',
    summary: 'Delete a feed',
    description: 'Its runs go with it; its listings stay.',
    drop: ({ db, params }) => removeFeed(db, params['id'] ?? ''),
  }),
];
