import { type Static, type TSchema, Type } from 'typebox';
import type { Position } from '../geo/division.ts';
import type { DivisionRegister } from '../geo/register.ts';
import { canonical } from '../lib/canonical.ts';
import { namedId } from '../lib/ids.ts';
import { type RequestFault, ruleFault } from '../lib/request-fault.ts';
import { isUuid } from '../lib/uuid.ts';
import { CITY_ACCURACY } from './home.ts';
import { type Market, markets, typeCode, valuedTypes } from './market.ts';
import { type Fact, type Facts, facts } from './model/facts.ts';
import type { ValuationQuery } from './valuation.ts';

const REQUEST_NAMESPACE = 'd1f4a0c2-6b1e-5f0a-9c77-2a1f7f3f5b10';
const CONDITION_CODES: Readonly<Record<string, number>> = { NEW: 1, TO_RENOVATE: 2, GOOD: 3 };
/** Facts given in words of their own, or never by a caller. */
const APART = ['propertyType', 'condition', 'equipment', 'exterior', 'pointAccuracy'];
const MAX_FACT = 1_000_000;

const factSchema = ({ kind }: Fact): TSchema =>
  Type.Optional(kind === 'flag' ? Type.Boolean() : Type.Number({ minimum: -10, maximum: MAX_FACT }));

const factSchemas = Object.fromEntries(
  facts.filter(({ name }) => !APART.includes(name)).map((fact) => [fact.name, factSchema(fact)]),
);

const choice = (title: string, values: readonly string[], description: string): TSchema =>
  Type.Unsafe<string>({ type: 'string', title, enum: [...values], description });

export const marketSchema = Type.Unsafe<Market>({
  type: 'string',
  title: 'ValuationMarket',
  enum: [...markets],
  description: 'SALE from closed sales, ASKING from adverts, RENT from adverts, by the month.',
});

/** A home in the caller's words. */
export const valuationRequestSchema = Type.Object(
  {
    market: Type.Optional(marketSchema),
    date: Type.Optional(
      Type.String({ format: 'date', description: 'The day to value for; today if absent.' }),
    ),
    propertyType: choice('ValuedPropertyType', valuedTypes, 'What kind of home it is.'),
    areaSqm: Type.Number({ exclusiveMinimum: 0, maximum: 10_000, description: 'Living area.' }),
    longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
    latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
    division: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 36,
        description:
          'Instead of a point: the code or id of a division. The home stands for one at its centre.',
      }),
    ),
    condition: Type.Optional(choice('Condition', Object.keys(CONDITION_CODES), 'The state of repair.')),
    askedPrice: Type.Optional(
      Type.Number({ exclusiveMinimum: 0, description: 'To compare with the value.' }),
    ),
    facts: Type.Optional(
      Type.Object(factSchemas, {
        additionalProperties: false,
        description: 'What else is known of the home; a fact that is absent is unknown.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const EXAMPLE_VALUATION = {
  market: 'ASKING',
  propertyType: 'FLAT',
  areaSqm: 62,
  longitude: 4.8357,
  latitude: 45.764,
  facts: { rooms: 3, floor: 2, elevator: true },
};

export type ValuationRequest = Static<typeof valuationRequestSchema> & {
  propertyType: string;
  condition?: string;
  facts?: Record<string, number | boolean>;
};

type Register = Pick<DivisionRegister, 'centreOf'>;

/** The point of a home: its own, or the centre of its division. */
function findPoint(request: ValuationRequest, register: Register): Position | RequestFault {
  const { longitude, latitude, division } = request;
  const hasPoint = longitude !== undefined && latitude !== undefined;
  if (division === undefined)
    return hasPoint
      ? [longitude, latitude]
      : ruleFault('', 'Give longitude and latitude, or a division.', 'point_missing');
  if (longitude !== undefined || latitude !== undefined)
    return ruleFault('division', 'Give a point or a division, not both.', 'point_and_division');
  const centre = register.centreOf(isUuid(division) ? { id: division } : { code: division });
  return centre ?? ruleFault('division', 'No division has this code or id.', 'unknown_division');
}

/** The id follows from the request: the same home has the same id. */
export function toValuationQuery(
  request: ValuationRequest,
  now: Date,
  register: Register,
): ValuationQuery | { faults: RequestFault[] } {
  const { facts: given = {}, areaSqm, division, propertyType, condition, askedPrice } = request;
  const point = findPoint(request, register);
  if ('code' in point) return { faults: [point] };
  const [longitude, latitude] = point;
  const numbers = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, Number(value)]),
  ) as Facts;
  const type = typeCode(propertyType);
  const state = condition === undefined ? undefined : CONDITION_CODES[condition];
  return {
    id: namedId(REQUEST_NAMESPACE, canonical(request)),
    market: request.market ?? 'ASKING',
    date: request.date === undefined ? now : new Date(request.date),
    home: {
      longitude,
      latitude,
      area: areaSqm,
      facts: {
        ...numbers,
        ...(type && { propertyType: type }),
        ...(state && { condition: state }),
        ...(division !== undefined && CITY_ACCURACY && { pointAccuracy: CITY_ACCURACY }),
      },
    },
    askedPrice,
  };
}
