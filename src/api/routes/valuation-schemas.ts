import { type TSchema, Type } from 'typebox';
import { markets, noValueReasons } from '../../valuation/market.ts';

const closed = { additionalProperties: false };
export const orNull = (schema: TSchema, description: string): TSchema =>
  Type.Union([schema, Type.Null()], { description });
const words = (title: string, values: readonly string[]): TSchema =>
  Type.Unsafe<string>({ type: 'string', title, enum: [...values] });
const uuid = Type.String({ format: 'uuid' });
const month = Type.String({ pattern: '^\\d{4}-\\d{2}$' });
const share = (description: string): TSchema =>
  Type.Number({ description: `${description} A share of one.` });

const comparable = Type.Object(
  {
    id: uuid,
    longitude: Type.Number(),
    latitude: Type.Number(),
    distanceMetres: Type.Integer(),
    month,
    areaSqm: Type.Number(),
    rooms: orNull(Type.Number(), 'Where they are known.'),
    price: Type.Number(),
    weight: share('Its part among the comparables shown.'),
    adjustedPrice: Type.Number({ description: 'Its price with the facts, area and month of the subject.' }),
    adjustments: Type.Array(Type.Object({ fact: Type.String(), percent: Type.Number() }, closed), {
      description: 'What each difference is worth, the largest first.',
    }),
  },
  { ...closed, description: 'A property, or a closed sale in the market SALE.' },
);

const placeMembers = {
  place: Type.String({ description: 'The code of the place, or * for the whole market.' }),
  countryCode: orNull(Type.String(), 'The country of the code; null for the whole market.'),
};

const index = Type.Object(
  {
    ...placeMembers,
    homes: Type.Integer({ description: 'The prices behind it.' }),
    months: Type.Array(
      Type.Object({ month, level: Type.Number({ description: 'The latest month is 100.' }) }, closed),
    ),
  },
  closed,
);

const paceMembers = {
  ...placeMembers,
  propertyType: Type.String(),
  medianDaysOnMarket: orNull(Type.Integer(), 'From the first advert to the end of the last one.'),
  homes: Type.Integer({ description: 'Homes that left the market within two years.' }),
  soldAgainstAskedPercent: orNull(
    Type.Number(),
    'The sold price against the asked one; null below ten sales.',
  ),
  sales: Type.Integer({ description: 'Homes that a recorded sale was matched with.' }),
};
const pace = Type.Object(paceMembers, closed);
export const listedPaceSchema = Type.Object(
  { id: Type.String({ description: 'Place and type.' }), ...paceMembers },
  {
    ...closed,
    description:
      'How long homes of a place and type stay on the market, and what they sell for against what was asked.',
  },
);

const model = Type.Object(
  {
    id: uuid,
    fittedAt: Type.String({ format: 'date-time' }),
    windowFrom: Type.String({ format: 'date' }),
    windowTo: Type.String({ format: 'date' }),
    prices: Type.Integer(),
    medianAbsoluteError: share('On homes it had not seen.'),
  },
  closed,
);

export const valuationSchema = Type.Object(
  {
    id: uuid,
    market: words('ValuationMarket', markets),
    date: Type.String({ format: 'date' }),
    value: orNull(Type.Number(), 'The estimate; null with a reason.'),
    low: orNull(Type.Number(), 'Four of five prices lie between low and high.'),
    high: orNull(Type.Number(), 'Four of five prices lie between low and high.'),
    reason: orNull(words('NoValueReason', noValueReasons), 'Why there is no value.'),
    confidence: orNull(
      Type.Object(
        {
          class: words('ValuationClass', ['A', 'B', 'C', 'D']),
          medianError: share('Half of the estimates of the class are closer.'),
        },
        closed,
      ),
      'The class of confidence and what it means.',
    ),
    askedPrice: orNull(Type.Number(), 'The price to compare with.'),
    deviationPercent: orNull(Type.Number(), 'The asked price against the value; below it is negative.'),
    comparables: Type.Array(comparable, { description: 'The homes that count most, up to 12.' }),
    index: orNull(index, 'The price index of the finest place with enough prices.'),
    pace: orNull(pace, 'How fast homes like it leave the market.'),
    model: orNull(model, 'The model that valued.'),
  },
  { ...closed, description: 'What a home is worth, with its evidence.' },
);

const measured = {
  name: Type.String(),
  medianAbsoluteError: share('Half of the estimates are closer.'),
  within10: share('Estimates within 10 % of the price.'),
  within20: share('Estimates within 20 % of the price.'),
  bias: share('The median of the signed errors.'),
  forecastStandardDeviation: share('The standard deviation of the errors.'),
  coverage80: share('Prices inside the 80 % interval.'),
  n: Type.Integer(),
};
const measures = Type.Object(measured, closed);
const placeMeasures = Type.Object(
  {
    ...measured,
    countryCode: orNull(Type.String(), 'The country of the code; null in models of an older release.'),
    label: orNull(Type.String(), 'The name of the place; null where its code is not known.'),
  },
  closed,
);

export const accuracySchema = Type.Object(
  {
    id: words('ValuationMarket', markets),
    fittedAt: orNull(Type.String({ format: 'date-time' }), 'When the model in use was fitted.'),
    windowFrom: orNull(Type.String({ format: 'date' }), 'The first day of its prices.'),
    windowTo: orNull(Type.String({ format: 'date' }), 'The last day of its prices.'),
    latestFit: words('ValuationFitStatus', ['NONE', 'DUE', 'FITTING', 'FITTED', 'FAILED', 'TOO_FEW_PRICES']),
    failure: orNull(Type.String(), 'Why the latest fit failed; the model in use is then an older one.'),
    all: orNull(measures, 'Over all homes; null without a model.'),
    classes: Type.Array(measures),
    types: Type.Array(measures),
    places: Type.Array(placeMeasures, {
      description: 'By the code of the place, the largest first, up to 100.',
    }),
  },
  {
    ...closed,
    description: 'How wrong the valuations of a market are, on homes that the model had not seen.',
  },
);
