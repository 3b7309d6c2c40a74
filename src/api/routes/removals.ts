import { Type } from 'typebox';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { findRemoval, type Removal } from '../../removals/removals.ts';
import { removeListingByUrl } from '../../removals/remove-url.ts';
import { validationProblem } from '../../service/problem.ts';
import { plainResource } from '../resource.ts';
import { create, type Route, readOne } from '../route.ts';

const moment = Type.String({ format: 'date-time' });
const MAX_REASON_CHARS = 500;

const removalResource = plainResource(
  'Removal',
  '/operator/removals/{id}',
  Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'The id of the listing: a digest of its URL.' }),
      removedAt: moment,
      erasedAt: Type.Union([moment, Type.Null()], {
        description: 'When the last byte was erased; null while that is under way.',
      }),
      reason: Type.Union([Type.String(), Type.Null()]),
    },
    { additionalProperties: false, description: 'A listing that was removed for good.' },
  ),
);

const toFlat = ({ listingId, removedAt, erasedAt, reason }: Removal) => ({
  id: listingId,
  removedAt: formatTimestamp(removedAt),
  erasedAt: erasedAt && formatTimestamp(erasedAt),
  reason,
});

const tag = 'Operator';

export const removalRoutes: Route[] = [
  create({
    path: '/operator/removals',
    operationId: 'removeListing',
    tag,
    summary: 'Remove a listing for good',
    description:
      'For a takedown, or an erasure by law. The advert, its observations, the hashes of its photos and its events are deleted; the property is consolidated from its other adverts, or removed with its last one. The URL is never imported again. A worker erases the rest from files within a minute; `erasedAt` says when.',
    routeType: 'other',
    right: 'operator',
    alwaysNew: true,
    resource: removalResource,
    body: Type.Object(
      {
        url: Type.String({ description: 'The URL of the listing, in any spelling.' }),
        reason: Type.Optional(Type.String({ maxLength: MAX_REASON_CHARS })),
      },
      { additionalProperties: false },
    ),
    async make({ pipeline, body }) {
      const removed = await removeListingByUrl(pipeline, { url: body.url, reason: body.reason ?? null });
      if (removed === undefined) throw validationProblem('url', 'This is not a URL.', 'wrong_format');
      return { flat: toFlat(removed), created: true };
    },
  }),
  readOne({
    path: '/operator/removals/{id}',
    operationId: 'getRemoval',
    tag,
    summary: 'Get a removal',
    routeType: 'other',
    right: 'operator',
    resource: removalResource,
    async find({ db, params }) {
      const removed = await findRemoval(db, params['id'] ?? '');
      return removed && toFlat(removed);
    },
  }),
];
