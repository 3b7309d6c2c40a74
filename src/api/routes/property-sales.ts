import { type TSchema, Type } from 'typebox';
import { vocabularySchema } from '../../catalogue/json-schema.ts';
import { propertyVocabularies } from '../../catalogue/property-vocabularies.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { findPropertyReplicaFirst } from '../../properties/lookup.ts';
import { validationProblem } from '../../service/problem.ts';
import { buildLifeline, type Lifeline } from '../../transactions/lifeline.ts';
import { findSalesNearby, type SalesNearby } from '../../transactions/sales-nearby.ts';
import { plainResource, type Resource } from '../resource.ts';
import { type Route, readOne } from '../route.ts';

const closed = { additionalProperties: false };
const orNull = (schema: TSchema, description: string): TSchema =>
  Type.Union([schema, Type.Null()], { description });
const cents = (description: string): TSchema => orNull(Type.Integer(), description);
const uuid = Type.String({ format: 'uuid' });
const day = Type.String({ format: 'date' });
const type = Type.Unsafe<string>(vocabularySchema(propertyVocabularies.propertyType));
const tag = 'Properties';

const DEFAULT_RADIUS_M = 500;
const MAX_RADIUS_M = 5_000;
const DEFAULT_PERIOD_MS = 730 * DAY_MS;

/** A view of a property, at a path below that of the property. */
const propertyViewResource = <Flat extends { id: string }>(
  name: string,
  part: string,
  flat: TSchema,
): Resource<Flat> =>
  plainResource(name, `/properties/{id}/${part}`, flat as never) as unknown as Resource<Flat>;

const salesNearbyResource = propertyViewResource<SalesNearby>(
  'SalesNearby',
  'sales-nearby',
  Type.Object(
    {
      id: uuid,
      radius: Type.Integer({ description: 'Metres.' }),
      from: day,
      to: day,
      propertyType: orNull(type, 'The type asked for.'),
      count: Type.Integer({
        minimum: 0,
        description: 'Sales within the radius and the period, up to 5,000.',
      }),
      medianPricePerSqmCents: cents('Half of the homes sold cost less by the square metre.'),
      sales: Type.Array(
        Type.Object(
          {
            transactionId: uuid,
            dateMutation: day,
            propertyType: type,
            priceCents: cents('The price.'),
            pricePerSqmCents: cents('For homes.'),
            livingAreaSqm: orNull(Type.Number(), 'Living area.'),
            distanceMetres: Type.Integer(),
          },
          closed,
        ),
        { description: 'The nearest 30.' },
      ),
    },
    { ...closed, description: 'What was sold around a property.' },
  ),
);

const lifelineResource = propertyViewResource<Lifeline>(
  'Lifeline',
  'lifeline',
  Type.Object(
    {
      id: uuid,
      events: Type.Array(
        Type.Object(
          {
            kind: Type.Unsafe<string>({
              type: 'string',
              title: 'LifelineEventKind',
              enum: ['LISTED', 'RELISTED', 'PRICE_CHANGED', 'EXPIRED', 'SOLD'],
            }),
            occurredAt: Type.String({ format: 'date-time' }),
            listingId: orNull(uuid, 'The listing that showed it.'),
            oldPrice: orNull(Type.Number(), 'Before a change of price.'),
            newPrice: orNull(Type.Number(), 'After it, or the price of the sale.'),
            variationPercent: orNull(Type.Number(), 'A drop is negative.'),
            transactionId: orNull(uuid, 'The recorded sale.'),
          },
          closed,
        ),
        { description: 'Oldest first.' },
      ),
      sale: orNull(
        Type.Object(
          {
            transactionId: uuid,
            dateMutation: day,
            priceCents: cents('The price.'),
            confidence: Type.Number({
              minimum: 0,
              maximum: 1,
              description: 'The chance that it is this one.',
            }),
            distanceMetres: Type.Integer(),
          },
          closed,
        ),
        'The recorded sale that probably ended it; null when none stands out.',
      ),
    },
    { ...closed, description: 'What became of a property.' },
  ),
);

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const propertySalesRoutes: Route[] = [
  readOne({
    path: '/properties/{id}/sales-nearby',
    operationId: 'listSalesNearby',
    tag,
    summary: 'List sales near a property',
    description:
      'Their count and the median price by the square metre. Without a period: the two years up to today.',
    routeType: 'read',
    problems: ['validation'],
    resource: salesNearbyResource,
    query: Type.Object({
      radius: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_RADIUS_M,
          default: DEFAULT_RADIUS_M,
          description: 'Metres.',
        }),
      ),
      from: Type.Optional(Type.String({ format: 'date', description: 'This day or later.' })),
      to: Type.Optional(Type.String({ format: 'date', description: 'This day or earlier.' })),
      type: Type.Optional(type),
    }),
    results: 1,
    async find({ db, reads, clock, params, query }) {
      const property = await findPropertyReplicaFirst({ db, reads }, params['id'] ?? '');
      if (property === undefined) return undefined;
      const to = query.to ?? isoDay(clock.now().getTime());
      const from = query.from ?? isoDay(Date.parse(to) - DEFAULT_PERIOD_MS);
      if (from > to) throw validationProblem('from', 'Must not be later than to.', 'out_of_range');
      return findSalesNearby(reads, property, {
        radius: query.radius ?? DEFAULT_RADIUS_M,
        from,
        to,
        propertyType: query.type,
      });
    },
  }),
  readOne({
    path: '/properties/{id}/lifeline',
    operationId: 'getPropertyLifeline',
    tag,
    summary: 'Property timeline',
    description:
      'Its listings, price steps, expiries and returns, and the recorded sale that probably ended it.',
    routeType: 'read',
    resource: lifelineResource,
    results: 1,
    async find({ db, reads, params }) {
      const property = await findPropertyReplicaFirst({ db, reads }, params['id'] ?? '');
      return property && buildLifeline(reads, property);
    },
  }),
];
