import { type TSchema, Type } from 'typebox';
import { vocabularySchema } from '../catalogue/json-schema.ts';
import { propertyVocabularies } from '../catalogue/property-vocabularies.ts';
import { serviceVocabularies } from '../catalogue/service-vocabularies.ts';
import { parseGeoShape } from '../lib/parse-geo-shape.ts';
import { buildContour, type Contour } from '../lib/polygon.ts';
import { type RequestFault, ruleFault } from '../lib/request-fault.ts';
import { isUuid } from '../lib/uuid.ts';
import type { DivisionLevel } from './requested-places.ts';
import type { SaleQuery } from './sale-query.ts';

const closed = { additionalProperties: false };
const DEFAULT_PAGE_ROWS = 20;
const MAX_PAGE_ROWS = 100;
const MAX_DIVISION_IDS = 1_000;
const MAX_CENTS = Number.MAX_SAFE_INTEGER;

const day = (description: string) => Type.Optional(Type.String({ format: 'date', description }));
const range = (description: string, bounds: object, kind = 'number') =>
  Type.Optional(
    Type.Object(
      {
        gte: Type.Optional(Type.Unsafe<number>({ type: kind, ...bounds })),
        lte: Type.Optional(Type.Unsafe<number>({ type: kind, ...bounds })),
      },
      { ...closed, description },
    ),
  );
/** One id or several. Parsed below: a schema with both would report the faults of both. */
const oneOrMore = (description: string, one: TSchema) => Type.Optional({ ...one, description } as TSchema);
const anything = Type.Unsafe<unknown>({ examples: ['0190d7a8-6a5e-7c3b-9b1e-2f1f3c4d5e6f'] });
const documentedIds = Type.Union([
  Type.String({ format: 'uuid' }),
  Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: MAX_DIVISION_IDS }),
]);

const searchSchema = (ids: TSchema) =>
  Type.Object(
    {
      dateMutation: Type.Optional(
        Type.Object({ after: day('This day or later.'), before: day('This day or earlier.') }, closed),
      ),
      propertyType: Type.Optional(
        Type.Array(Type.Unsafe<string>(vocabularySchema(propertyVocabularies.propertyType)), {
          minItems: 1,
          maxItems: 20,
        }),
      ),
      nature: Type.Optional(
        Type.Array(Type.Unsafe<string>(vocabularySchema(serviceVocabularies.transactionNature)), {
          minItems: 1,
          maxItems: 20,
        }),
      ),
      priceAmount: range(
        'The price of the whole sale, in cents.',
        { minimum: 0, maximum: MAX_CENTS },
        'integer',
      ),
      livingArea: range('Square metres.', { minimum: 0, maximum: 1e9 }),
      city: oneOrMore('Municipalities, by id.', ids),
      district: oneOrMore('Municipal districts, by id.', ids),
      neighborhood: oneOrMore('Neighbourhoods, by id: sales inside their contours.', ids),
      geoshape: Type.Optional(
        Type.Unsafe<unknown>({
          type: 'object',
          description: 'A GeoJSON Polygon or MultiPolygon, holes included, of at most 10,000 positions.',
          examples: [
            {
              type: 'Polygon',
              coordinates: [
                [
                  [2.25, 48.81],
                  [2.42, 48.81],
                  [2.42, 48.9],
                  [2.25, 48.9],
                  [2.25, 48.81],
                ],
              ],
            },
          ],
        }),
      ),
      page: Type.Optional(
        Type.Object(
          {
            cursor: Type.Optional(
              Type.Unsafe<string | null>({
                type: ['string', 'null'],
                examples: [null],
                description: 'Left out or null at first, then `meta.nextCursor` unchanged.',
              }),
            ),
            size: Type.Optional(
              Type.Integer({ minimum: 1, maximum: MAX_PAGE_ROWS, default: DEFAULT_PAGE_ROWS }),
            ),
          },
          closed,
        ),
      ),
    },
    { ...closed, description: 'Filters, all optional. `{}` asks for everything.' },
  );

export const transactionSearchSchema = searchSchema(anything);
export const documentedTransactionSearch = searchSchema(documentedIds);

interface Range {
  gte?: number;
  lte?: number;
}

interface RawTransactionSearch {
  dateMutation?: { after?: string; before?: string };
  propertyType?: string[];
  nature?: string[];
  priceAmount?: Range;
  livingArea?: Range;
  city?: unknown;
  district?: unknown;
  neighborhood?: unknown;
  geoshape?: unknown;
  page?: { cursor?: string | null; size?: number };
}

export interface TransactionSearchRequest {
  query: Omit<SaleQuery, 'cityCodes' | 'within'>;
  shape: Contour | undefined;
  places: Partial<Record<DivisionLevel, readonly string[]>>;
  size: number;
  cursor: string | undefined;
  /** What a cursor is bound to. */
  filters: unknown;
}

const LEVELS: readonly DivisionLevel[] = ['city', 'district', 'neighborhood'];

function idFaults(level: DivisionLevel, sent: unknown): RequestFault[] {
  if (sent === undefined) return [];
  const ids: unknown[] = Array.isArray(sent) ? sent : [sent];
  if (ids.length === 0) return [ruleFault(level, 'Must name at least one.', 'too_few')];
  if (ids.length > MAX_DIVISION_IDS)
    return [ruleFault(level, `Must name at most ${MAX_DIVISION_IDS}.`, 'too_many')];
  return ids.flatMap((id, at): RequestFault[] => {
    const path = Array.isArray(sent) ? `${level}[${at}]` : level;
    if (typeof id !== 'string')
      return [
        {
          propertyPath: path,
          message: 'Must be an id or a list of ids.',
          code: 'wrong_type',
          understood: false,
        },
      ];
    return isUuid(id) ? [] : [ruleFault(path, 'Must be a valid uuid.', 'wrong_format')];
  });
}

/** Checks that a schema cannot express: empty ranges and invalid shapes. */
export function parseTransactionSearch(
  value: object,
): { value: TransactionSearchRequest } | { faults: RequestFault[] } {
  const { page, ...filters } = value as RawTransactionSearch;
  const faults: RequestFault[] = [];
  for (const name of ['priceAmount', 'livingArea'] as const) {
    const { gte, lte } = filters[name] ?? {};
    if (typeof gte === 'number' && typeof lte === 'number' && gte > lte)
      faults.push(ruleFault(`${name}.gte`, 'Must not be greater than lte.', 'out_of_range'));
  }
  const { after, before } = filters.dateMutation ?? {};
  if (typeof after === 'string' && typeof before === 'string' && after > before)
    faults.push(ruleFault('dateMutation.after', 'Must not be later than before.', 'out_of_range'));
  for (const level of LEVELS) faults.push(...idFaults(level, filters[level]));
  const shape = filters.geoshape === undefined ? undefined : parseGeoShape(filters.geoshape, 'geoshape');
  if (shape !== undefined && 'faults' in shape)
    faults.push(...shape.faults.map(({ path, message, code }) => ruleFault(path, message, code)));
  if (faults.length > 0 || (shape !== undefined && 'faults' in shape)) return { faults };
  const body: TransactionSearchRequest = {
    query: {
      dates: filters.dateMutation,
      types: filters.propertyType,
      natures: filters.nature,
      price: filters.priceAmount,
      livingArea: filters.livingArea,
    },
    shape: shape && buildContour(shape.geometry),
    places: Object.fromEntries(
      LEVELS.flatMap((level) =>
        filters[level] === undefined ? [] : [[level, [filters[level]].flat() as string[]]],
      ),
    ),
    size: page?.size ?? DEFAULT_PAGE_ROWS,
    cursor: page?.cursor ?? undefined,
    filters,
  };
  return { value: body };
}
