import { Type } from 'typebox';
import { levelWeights, loadMemberships } from '../../identity/review.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { findSurvivingPropertyId } from '../../properties/lookup.ts';
import { resourceNotFound } from '../../service/problem.ts';
import { listedResource } from '../resource.ts';
import { type Route, readPage } from '../route.ts';
import { consoleRouteBase } from './action-route.ts';
import { pairSimilaritySchema } from './pair-similarity.ts';
import { slicePage } from './people-routes.ts';

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
      ...pairSimilaritySchema,
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
    ...consoleRouteBase,
    path: '/console/api/properties/{id}/grouping',
    operationId: 'listJoinings',
    tag: 'Properties',
    summary: 'Explain the grouping of a property',
    problems: ['not-found'],
    resource: joining,
    async list({ db, params, query }) {
      const propertyId = await findSurvivingPropertyId(db, params['id'] ?? '');
      if (propertyId === undefined) throw resourceNotFound();
      const rows = (await loadMemberships(db, propertyId)).map(
        ({ listingId, joinedAt, evidence, ...row }) => ({
          id: listingId,
          ...row,
          joinedAt: formatTimestamp(joinedAt),
          nearestListingId: evidence.best?.listingId ?? null,
          score: evidence.best?.score ?? null,
          levels: (evidence.best?.levels ?? {}) as Record<string, string>,
          bits: levelWeights(evidence.best?.levels ?? {}),
          vetoes: evidence.vetoes ?? [],
        }),
      );
      return slicePage(rows, query.page);
    },
  }),
];
