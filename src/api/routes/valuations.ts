import { Type } from 'typebox';
import { findPropertyReplicaFirst } from '../../properties/lookup.ts';
import { faultsProblem } from '../../service/problem.ts';
import { type NamedAccuracy, readAccuracy } from '../../valuation/accuracy.ts';
import type { Valuation } from '../../valuation/valuation.ts';
import {
  marketSchema,
  toValuationQuery,
  type ValuationRequest,
  valuationRequestSchema,
} from '../../valuation/valuation-request.ts';
import { valueHome, valueProperty } from '../../valuation/value-over-regions.ts';
import { queryRoute } from '../query-route.ts';
import { listedResource, plainResource, type Resource } from '../resource.ts';
import { type Route, readOne } from '../route.ts';
import { accuracySchema, valuationSchema } from './valuation-schemas.ts';

const tag = 'Valuations';

const propertyValuation = plainResource(
  'PropertyValuationReport',
  '/properties/{id}/valuation',
  valuationSchema,
) as unknown as Resource<Valuation>;
const homeValuation = listedResource('Valuation', valuationSchema) as unknown as Resource<Valuation>;
const accuracyResource = listedResource(
  'ValuationAccuracy',
  accuracySchema,
) as unknown as Resource<NamedAccuracy>;

export const valuationRoutes: Route[] = [
  queryRoute({
    path: '/valuations',
    operationId: 'valueHome',
    tag,
    summary: 'Value a home',
    description:
      'The value of a home by its facts and its point or division, with an interval that holds four of five prices, the comparables and the price index. Without a value it gives the reason.',
    routeType: 'read',
    resource: homeValuation,
    body: valuationRequestSchema,
    results: 1,
    async find({ reads, clock, places, body }) {
      const query = toValuationQuery(body as ValuationRequest, clock.now(), await places.register());
      if ('faults' in query) throw faultsProblem(query.faults);
      return valueHome({ db: reads, clock }, query);
    },
  }),
  readOne({
    path: '/valuations/accuracy',
    operationId: 'getValuationAccuracy',
    tag,
    summary: 'Accuracy of valuations',
    description:
      'The measures of the European standard for statistical valuation, by class, type and place, on homes that the model had not seen.',
    routeType: 'read',
    problems: ['validation'],
    resource: accuracyResource,
    query: Type.Object({ market: Type.Optional(marketSchema) }),
    find: ({ reads, query }) => readAccuracy(reads, query.market ?? 'ASKING'),
  }),
  readOne({
    path: '/properties/{id}/valuation',
    operationId: 'getPropertyValuation',
    tag,
    summary: 'Value a property',
    description:
      'What the asked price of the property should be by its comparables, and how far the asked price is from it. With market SALE: what it would sell for.',
    routeType: 'read',
    problems: ['validation'],
    resource: propertyValuation,
    query: Type.Object({
      market: Type.Optional(marketSchema),
      date: Type.Optional(
        Type.String({ format: 'date', description: 'The day to value for; today if absent.' }),
      ),
    }),
    results: 1,
    async find({ db, reads, clock, params, query }) {
      const property = await findPropertyReplicaFirst({ db, reads }, params['id'] ?? '');
      if (property === undefined) return undefined;
      const date = query.date === undefined ? undefined : new Date(query.date);
      return valueProperty({ db: reads, clock }, property, { market: query.market, date });
    },
  }),
];
