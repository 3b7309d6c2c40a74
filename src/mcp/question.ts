import { type Static, Type } from 'typebox';
import { featureVocabularies } from '../catalogue/feature-vocabularies.ts';
import { propertyVocabularies } from '../catalogue/property-vocabularies.ts';
import { isObject } from '../lib/is-object.ts';
import { criteriaSchema } from './criteria-schema.ts';

const { propertyType, transactionType, scoreRating } = propertyVocabularies;
const { unitFeature, amenityFeature } = featureVocabularies;
const MAX_ARGUMENT_VALUES = 50;

const oneOf = (values: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: [...values] });
const bound = (description?: string) =>
  Type.Optional(Type.Number({ minimum: 0, ...(description === undefined ? {} : { description }) }));

/** The plain arguments, for questions that need no tree. */
export const plainMembers = {
  city: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: MAX_ARGUMENT_VALUES,
      description:
        'Any of these places: names ("Paris 15", "Rhône"), postal codes, or codes of resolve_location.',
    }),
  ),
  type: Type.Optional(
    Type.Array(oneOf(propertyType.values), {
      minItems: 1,
      maxItems: MAX_ARGUMENT_VALUES,
    }),
  ),
  transaction: Type.Optional(oneOf(transactionType.values)),
  priceMin: bound('Of the sale, or the rent a month.'),
  priceMax: bound(),
  areaMin: bound('m²'),
  areaMax: bound(),
  roomsMin: bound('Main rooms.'),
  roomsMax: bound(),
  bedroomsMin: bound(),
  features: Type.Optional(
    Type.Array(oneOf([...new Set([...unitFeature.values, ...amenityFeature.values])]), {
      minItems: 1,
      maxItems: MAX_ARGUMENT_VALUES,
      description: 'All of these.',
    }),
  ),
  energy: Type.Optional(
    Type.Array(oneOf(scoreRating.values), {
      minItems: 1,
      maxItems: MAX_ARGUMENT_VALUES,
      description: 'Any of these ratings.',
    }),
  ),
  words: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 10,
      description: 'Each stands in title or description, in the language of the listing.',
    }),
  ),
};

/** The plain arguments and the tree. */
export const questionMembers = { ...plainMembers, criteria: Type.Optional(criteriaSchema) };
/** Described once, by search_properties. */
export const QUESTION_NAMES: readonly string[] = Object.keys(questionMembers);

const plain = Type.Object(plainMembers);
export type PlainArguments = Static<typeof plain>;
export type Question = PlainArguments & { criteria?: object | null };

export const hasPlainArguments = (question: Question): boolean =>
  Object.keys(plainMembers).some((member) => member in question);

const range = (gte: number | undefined, lte: number | undefined): object | undefined =>
  gte === undefined && lte === undefined
    ? undefined
    : { ...(gte !== undefined && { gte }), ...(lte !== undefined && { lte }) };

/** Removes undefined members and empty branches. */
function pruneEmpty(tree: Record<string, unknown>): Record<string, unknown> | undefined {
  const members = Object.entries(tree).flatMap(([name, value]) => {
    const inner = isObject(value) ? pruneEmpty(value) : value;
    return inner === undefined ? [] : [[name, inner] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

const inFilter = (requested: readonly string[] | undefined, known: readonly string[]): object | undefined => {
  const values = requested?.filter((value) => known.includes(value));
  return values === undefined || values.length === 0 ? undefined : { in: values };
};

/** The criteria tree with the same meaning as the plain arguments. */
export function buildCriteria(
  args: PlainArguments,
  places: { countryCode?: string; uniqueCodes: string[] },
): object {
  // BALCONY describes the home only, DISABLED_ACCESS also the building: the home comes first.
  const ofBuilding = amenityFeature.values.filter((value) => !unitFeature.values.includes(value as never));
  const leaf =
    pruneEmpty({
      property: {
        transaction: { type: args.transaction },
        type: args.type && { in: args.type },
        locations: places.uniqueCodes.length === 0 ? undefined : placesMember(places),
        pricing: { displayed: range(args.priceMin, args.priceMax) },
        areas: { displayed: range(args.areaMin, args.areaMax) },
        unit: {
          rooms: range(args.roomsMin, args.roomsMax),
          bedrooms: range(args.bedroomsMin, undefined),
          features: inFilter(args.features, unitFeature.values),
          diagnostic: { scores: args.energy && [{ type: 'ENERGY_CONSUMPTION', rating: args.energy }] },
        },
        amenities: { features: inFilter(args.features, ofBuilding) },
      },
    }) ?? {};
  const wordFilters = (args.words ?? []).map((word) => ({
    or: [
      { property: { body: { title: { in: [word] } } } },
      { property: { body: { description: { in: [word] } } } },
    ],
  }));
  if (wordFilters.length === 0) return leaf;
  return { and: [...(Object.keys(leaf).length === 0 ? [] : [leaf]), ...wordFilters] };
}

const placesMember = ({ countryCode, uniqueCodes }: { countryCode?: string; uniqueCodes: string[] }) => ({
  countryCode,
  in: { uniqueCodes },
});
