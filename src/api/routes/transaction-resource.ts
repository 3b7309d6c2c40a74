import { type TSchema, Type } from 'typebox';
import { vocabularySchema } from '../../catalogue/json-schema.ts';
import { propertyVocabularies } from '../../catalogue/property-vocabularies.ts';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import type { Transaction } from '../../transactions/transaction.ts';
import { plainResource, type Resource } from '../resource.ts';

const closed = { additionalProperties: false };
const orNull = (schema: TSchema, description: string): TSchema =>
  Type.Union([schema, Type.Null()], { description });
const count = (description: string): TSchema => orNull(Type.Integer(), description);
const words = (description: string): TSchema => orNull(Type.String(), description);
const flag = (description: string): TSchema => orNull(Type.Boolean(), description);
const division = (description: string): TSchema => orNull(Type.String({ format: 'uuid' }), description);

const matched = Type.Object(
  {
    withTransactionId: Type.String({
      format: 'uuid',
      description: 'The duplicate, whose id answers with this transaction.',
    }),
    score: Type.Number({ minimum: 0, maximum: 1, description: 'How surely both are one.' }),
    mergedFields: Type.Array(Type.String(), { description: 'What was taken over from the duplicate.' }),
  },
  { ...closed, description: 'Present on a transaction that absorbed a duplicate of another source.' },
);

const flat = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    source: Type.Unsafe<string>(vocabularySchema(serviceVocabularies.transactionSource)),
    externalRef: Type.String({ description: 'The same in every release of the source.' }),
    dateMutation: Type.String({ format: 'date' }),
    nature: Type.Unsafe<string>(vocabularySchema(serviceVocabularies.transactionNature)),
    propertyType: Type.Unsafe<string>(vocabularySchema(propertyVocabularies.propertyType)),
    price: Type.Object(
      {
        amountCents: count('The price of the whole sale; null when the source does not give it.'),
        currency: Type.String(),
        pricePerSqmCents: count('For homes: the price by living area.'),
      },
      closed,
    ),
    areas: Type.Object(
      {
        livingAreaSqm: orNull(Type.Number(), 'The homes sold, together.'),
        landAreaSqm: orNull(Type.Number(), 'The land sold, together.'),
        roomsCount: count('Main rooms of the homes sold, together.'),
      },
      closed,
    ),
    location: Type.Object(
      {
        cityId: division('The municipality.'),
        districtId: division('The municipal district, in a city that has them.'),
        neighborhoodId: division('The neighbourhood, where its contour is known.'),
        geoPoint: orNull(
          Type.Object({ lon: Type.Number(), lat: Type.Number() }, closed),
          'Middle of the parcel.',
        ),
      },
      closed,
    ),
    address: Type.Object(
      { streetNumber: words('House number.'), streetName: words('Street, as the source writes it.') },
      closed,
    ),
    cadastralRef: words('The parcel, 14 characters.'),
    lots: Type.Array(
      Type.Object(
        {
          role: Type.Unsafe<string>({
            type: 'string',
            title: 'TransactionLotRole',
            enum: ['PRINCIPAL', 'SECONDARY'],
          }),
          kind: Type.Unsafe<string>({
            type: 'string',
            title: 'TransactionLotKind',
            enum: ['HOUSE', 'FLAT', 'COMMERCIAL_PREMISES', 'OUTBUILDING', 'LAND'],
          }),
        },
        closed,
      ),
      { description: 'What was sold for the price, the principal parts first.' },
    ),
    building: Type.Object(
      { constructionEra: words('When the building dates from.'), elevator: flag('Whether it has a lift.') },
      closed,
    ),
    amenities: Type.Object(
      { balcony: flag('Whether there is one.'), cellar: flag('Whether there is one.') },
      closed,
    ),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
    matched: Type.Optional(matched),
    sourcePayload: Type.Optional(
      Type.Object(
        { format: Type.String(), rows: Type.Array(Type.Record(Type.String(), Type.String())) },
        { ...closed, description: 'The record of the source as it came. On the item alone.' },
      ),
    ),
  },
  { ...closed, description: 'A closed sale.' },
);

export const transactionResource = plainResource(
  'Transaction',
  '/transactions/{id}',
  flat,
) as unknown as Resource<Transaction>;
