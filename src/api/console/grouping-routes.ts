import { Type } from 'typebox';
import { bitsOf, joiningsOf } from '../../identity/review.ts';
import { timestamp } from '../../lib/timestamp.ts';
import { survivingPropertyId } from '../../properties/lookup.ts';
import { listedResource } from '../resource.ts';
import { noSuch, type Route, readPage } from '../route.ts';
import { likeness } from './likeness.ts';
import { pageIn } from './people-routes.ts';
import { ownRoute } from './perform.ts';

const joining = listedResource(
  'Joining',
  Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'Of the listing.' }),
      url: Type.String(),
      joinedAt: Type.String({ format: 'date-time', description: 'When it was found to belong here.' }),
      decision: Type.String({ description: 'new, attach, merge, detach, split or stay.' }),
      nearestListingId: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'uuid',
        description: 'The listing of the property it is most like; null when it came alone.',
      }),
      score: Type.Unsafe<number | null>({
        type: ['number', 'null'],
        description: 'Bits for the two being one home; they are linked from 2 on.',
      }),
      ...likeness,
      vetoes: Type.Array(
        Type.Object(
          { listingId: Type.String({ format: 'uuid' }), veto: Type.String() },
          { additionalProperties: false },
        ),
        { description: 'Look-alikes that one fact kept apart from it.' },
      ),
    },
    { additionalProperties: false, description: 'Why a listing is one of a property.' },
  ),
);

export const groupingRoutes: Route[] = [
  readPage({
    ...ownRoute,
    path: '/console/api/properties/{id}/grouping',
    operationId: 'listJoinings',
    tag: 'Properties',
    summary: 'Read why the listings of a property were grouped',
    problems: ['not-found'],
    resource: joining,
    async list({ db, params, query }) {
      const propertyId = await survivingPropertyId(db, params['id'] ?? '');
      if (propertyId === undefined) throw noSuch();
      const rows = (await joiningsOf(db, propertyId)).map(({ listingId, joinedAt, evidence, ...row }) => ({
        id: listingId,
        ...row,
        joinedAt: timestamp(joinedAt),
        nearestListingId: evidence.best?.listingId ?? null,
        score: evidence.best?.score ?? null,
        levels: (evidence.best?.levels ?? {}) as Record<string, string>,
        bits: bitsOf(evidence.best?.levels ?? {}),
        vetoes: evidence.vetoes ?? [],
      }));
      return pageIn(rows, query.page);
    },
  }),
];
