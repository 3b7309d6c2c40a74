import { Type } from 'typebox';
import { loadDroppedMembers } from '../../ingest/dropped-members.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { namedId } from '../../lib/ids.ts';
import { PAGE_SIZE, pageOffset } from '../../lib/page.ts';
import { resourceNotFound } from '../../service/problem.ts';
import { findSource } from '../../sources/sources.ts';
import { listedResource } from '../resource.ts';
import { type Route, readPage } from '../route.ts';

const DEFAULT_DAYS = 30;
/** Counts are stored as long as observations are. */
const MAX_DAYS = 90;

const droppedMember = listedResource(
  'DroppedMember',
  Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      member: Type.String({ description: 'Its path in what the source sends.' }),
      why: Type.String({ description: 'Why it did not go in: unknown, impossible, contradicted, …' }),
      count: Type.Integer({ minimum: 1, description: 'How often.' }),
      example: Type.String({ description: 'The beginning of what the source said last.' }),
    },
    { additionalProperties: false, description: 'Something a source says that is not used.' },
  ),
);

export const droppedMemberRoutes: Route[] = [
  readPage({
    path: '/operator/sources/{id}/dropped-members',
    operationId: 'listDroppedMembers',
    tag: 'Operator',
    summary: 'List dropped members of a source',
    description:
      'The most frequent first, at most 500: the first place to look when a source changes its words.',
    routeType: 'other',
    right: 'operator',
    problems: ['not-found'],
    resource: droppedMember,
    query: Type.Object({
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_DAYS,
          default: DEFAULT_DAYS,
          description: 'How many days back.',
        }),
      ),
    }),
    async list({ db, clock, params, query: { page, days = DEFAULT_DAYS } }) {
      const source = await findSource(db, params['id'] ?? '');
      if (source === undefined) throw resourceNotFound();
      const since = new Date(clock.now().getTime() - (days - 1) * DAY_MS);
      const all = await loadDroppedMembers(db, source.id, since);
      const rows = all.slice(pageOffset(page), pageOffset(page) + PAGE_SIZE).map((one) => ({
        id: namedId(source.id, `${one.member} ${one.why}`),
        ...one,
        count: Number(one.count),
      }));
      return { rows, total: all.length };
    },
  }),
];
