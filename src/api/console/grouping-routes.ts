import { Type } from 'typebox';
import type { AssignmentEvidence } from '../../identity/decide.ts';
import { levelWeights, loadMemberships } from '../../identity/review.ts';
import { formatTimestamp } from '../../lib/timestamp.ts';
import { priceReasons } from '../../market/coherence.ts';
import {
  type AreaReason,
  areaReasons,
  type ExplainedListing,
  explainListings,
} from '../../properties/explain-prices.ts';
import type { Claims } from '../../properties/listing-state.ts';
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

/** A listing that another one brought may be the one that is most like its bringer. */
const nearestListing = (listingId: string, { best, broughtBy }: AssignmentEvidence): string | null =>
  (best?.listingId === listingId ? broughtBy : best?.listingId) ?? null;

const orNull = <T>(schema: object, description: string) =>
  Type.Unsafe<T | null>({ ...schema, type: [(schema as { type: string }).type, 'null'], description });
const moment = { type: 'string', format: 'date-time' };

const statedListing = listedResource(
  'StatedListing',
  Type.Object(
    {
      id: Type.String({ format: 'uuid', description: 'Of the listing.' }),
      url: orNull<string>({ type: 'string' }, 'Null for a protected source.'),
      source: orNull<string>({ type: 'string' }, 'The slug of its source; null for a protected one.'),
      states: Type.Unsafe<Claims>({
        type: 'object',
        description:
          'What this listing states itself, in the shape of the property. A silent member is absent.',
      }),
      pictures: Type.Array(Type.String(), { description: 'URLs of its own photos.' }),
      publisher: orNull<string>({ type: 'string' }, 'Its advertiser as it names it.'),
      prices: Type.Array(
        Type.Object(
          { price: Type.Number(), currency: Type.String(), since: Type.String({ format: 'date-time' }) },
          { additionalProperties: false },
        ),
        { description: 'Every price it has shown, the first one first.' },
      ),
      absences: Type.Array(
        Type.Object(
          { from: Type.String({ format: 'date-time' }), to: Type.String({ format: 'date-time' }) },
          { additionalProperties: false },
        ),
        { description: 'When it was offline in between.' },
      ),
      firstSeenAt: Type.String({ format: 'date-time' }),
      publishedAt: orNull<string>(moment, 'When its source says it was published.'),
      lastSeenAt: Type.String({ format: 'date-time' }),
      expiredAt: orNull<string>(moment, 'When it left.'),
      priceCoherent: orNull<boolean>({ type: 'boolean' }, 'The verdict on its price; null when unknown.'),
      priceReason: Type.String({
        title: 'PriceReason',
        enum: [...priceReasons],
        description: 'Why its price is shown, hidden or not assessed.',
      }),
      areaReason: Type.Unsafe<AreaReason | null>({
        type: ['string', 'null'],
        enum: [...areaReasons, null],
        description: 'What contradicts its area; null when nothing does.',
      }),
    },
    { additionalProperties: false, description: 'A listing as its source publishes it.' },
  ),
);

function flatStatedListing({ record, priceCoherent, reason, area }: ExplainedListing, isOperator: boolean) {
  const { state } = record;
  const isHidden = !isOperator && (state.protected || state.source.protected === true);
  return {
    id: state.id,
    url: isHidden ? null : state.url,
    source: isHidden ? null : state.source.slug,
    states: state.claims,
    pictures: state.pictures.map(({ url }) => url),
    publisher: state.publisher?.agencyName ?? null,
    prices: state.prices.map(({ price, currency = 'EUR', at }) => ({
      price,
      currency,
      since: formatTimestamp(at),
    })),
    absences: (state.absences ?? []).map(({ from, to }) => ({
      from: formatTimestamp(from),
      to: formatTimestamp(to),
    })),
    firstSeenAt: formatTimestamp(state.createdAt),
    publishedAt: state.publishedAt ? formatTimestamp(state.publishedAt) : null,
    lastSeenAt: formatTimestamp(state.lastSeenAt),
    expiredAt: state.expiredAt ? formatTimestamp(state.expiredAt) : null,
    priceCoherent: priceCoherent ?? null,
    priceReason: reason,
    areaReason: area ?? null,
  };
}

export const groupingRoutes: Route[] = [
  readPage({
    ...consoleRouteBase,
    path: '/console/api/properties/{id}/listings',
    operationId: 'listStatedListings',
    tag: 'Properties',
    summary: 'List what each listing of a property states',
    description: 'Its own facts, photos and prices, none of them completed from the property.',
    problems: ['not-found'],
    query: Type.Object({
      listing: Type.Optional(Type.String({ format: 'uuid', description: 'Only this one.' })),
    }),
    resource: statedListing,
    async list({ db, params, query, operator = false }) {
      const propertyId = await findSurvivingPropertyId(db, params['id'] ?? '');
      if (propertyId === undefined) throw resourceNotFound();
      const isAsked = (id: string) => query.listing === undefined || query.listing.toLowerCase() === id;
      const rows = (await explainListings(db, propertyId)).filter(({ record }) => isAsked(record.state.id));
      return slicePage(
        rows.map((row) => flatStatedListing(row, operator)),
        query.page,
      );
    },
  }),
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
          nearestListingId: nearestListing(listingId, evidence),
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
