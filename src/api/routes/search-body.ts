import { type TSchema, Type } from 'typebox';
import { vocabularySchema } from '../../catalogue/json-schema.ts';
import {
  type SortDirection,
  type SortField,
  serviceVocabularies,
} from '../../catalogue/service-vocabularies.ts';
import { EXAMPLE_CRITERIA } from '../../criteria/example.ts';
import { parseCriteria } from '../../criteria/parse.ts';
import type { PlaceReference } from '../../criteria/parse-context.ts';
import type { Tree } from '../../criteria/tree.ts';
import { type RequestFault, ruleFault } from '../../lib/request-fault.ts';
import { NEWEST_FIRST, type SortOrder } from '../../properties/search/order.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, type SearchRequest } from '../../properties/search.ts';
import { faultsProblem } from '../../service/problem.ts';
import type { Resource } from '../resource.ts';
import type { BodyReadResult } from '../route.ts';

const MOMENT = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,9})?)?(Z|[+-]\\d\\d:\\d\\d)$';

/** A moment of the past, for reading what was shown then. */
export const asOfParameter = (description: string) =>
  Type.Optional(Type.String({ pattern: MOMENT, description, examples: ['2026-11-01T00:00:00Z'] }));

const closed = { additionalProperties: false };
const { paginationType, sortField, sortDirection } = serviceVocabularies;

const members = (criteria: TSchema) => ({
  paginationType: Type.Optional(
    Type.Unsafe<'PAGE' | 'CURSOR'>({ ...vocabularySchema(paginationType), default: 'PAGE' }),
  ),
  page: Type.Optional(
    Type.Integer({
      default: 1,
      description:
        'From 1 on, in PAGE mode; ignored in CURSOR mode. Pages reach the first 10,000 properties.',
    }),
  ),
  size: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_PAGE_SIZE,
      default: DEFAULT_PAGE_SIZE,
      description: 'Properties a page; 0 asks for the count alone.',
    }),
  ),
  cursor: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      examples: [null],
      description:
        'In CURSOR mode: left out or null at first, then `meta.cursor` unchanged. Ignored in PAGE mode.',
    }),
  ),
  sort: Type.Optional(
    Type.Object(
      {
        field: Type.Unsafe<SortField>(vocabularySchema(sortField)),
        direction: Type.Optional(
          Type.Unsafe<SortDirection>({ ...vocabularySchema(sortDirection), default: 'DESC' }),
        ),
      },
      {
        ...closed,
        examples: [{ field: 'PRICE', direction: 'ASC' }],
        description: 'Newest content first by default. Unknown values come last in both directions.',
      },
    ),
  ),
  meta: Type.Optional(
    Type.Array(
      Type.Unsafe<'relaxations'>({ type: 'string', title: 'SearchMetaMember', enum: ['relaxations'] }),
      {
        maxItems: 1,
        description:
          'What to add to `meta`: `relaxations`, small changes of criteria that find fewer than 10.',
      },
    ),
  ),
  asOf: asOfParameter(
    'What the search would have found then, from the recorded changes. In PAGE mode only; reads every property.',
  ),
  criteria: Type.Optional(criteria),
});

/** The tree has its own parser, whose faults say more than those of a schema. */
export const searchBodySchema = Type.Object(
  members(Type.Unsafe({ examples: [EXAMPLE_CRITERIA, {}, null] })),
  closed,
);

export const documentedSearchBody: TSchema = Type.Object(
  members(
    Type.Unsafe({
      anyOf: [{ $ref: '#/components/schemas/Criteria' }, { type: 'null' }],
      examples: [EXAMPLE_CRITERIA],
    }),
  ),
  { ...closed, description: 'A search. `{}` asks for everything.' },
);

/** A query has no resource of its own; this one names it when it is wrapped as JSON:API. */
export const searchRequestResource: Resource = {
  type: 'PropertySearch',
  flat: Type.Object({}),
  attributes: Type.Object({}),
  toJsonApi: ({ id }) => ({ resource: { type: 'PropertySearch', id }, included: [] }),
};

interface RawSearchBody {
  paginationType?: 'PAGE' | 'CURSOR';
  page?: number;
  size?: number;
  cursor?: string | null;
  sort?: { field: SortField; direction?: SortDirection };
  meta?: string[];
  criteria?: unknown;
  asOf?: string;
}

/** A parsed search body. */
export interface SearchBody {
  criteria: Tree;
  order: SortOrder;
  size: number;
  paging: SearchRequest['paging'];
  relaxations: boolean;
  /** Search what was shown then. */
  asOf: Date | undefined;
  /** The places that the criteria refer to. */
  mentions: readonly PlaceReference[];
  sent: RawSearchBody;
}

/** Parses what a schema cannot check: the tree, and a page number, which counts in PAGE mode only. */
export function readSearchBody(value: object): BodyReadResult {
  const sent = value as RawSearchBody;
  const parsed = parseCriteria(sent.criteria);
  const faults: RequestFault[] = 'faults' in parsed ? [...parsed.faults] : [];
  const inPages = sent.paginationType !== 'CURSOR';
  if (inPages && Number.isInteger(sent.page) && (sent.page ?? 1) < 1) faults.push(pageBelowOne);
  faults.push(...asOfFaults(sent.asOf));
  if (!inPages && sent.asOf !== undefined) faults.push(asOfByCursor);
  if (faults.length > 0 || 'faults' in parsed) return { faults };
  const { size = DEFAULT_PAGE_SIZE, page = 1, cursor, sort } = sent;
  const body: SearchBody = {
    criteria: parsed.tree,
    order:
      sort?.field === undefined ? NEWEST_FIRST : { field: sort.field, direction: sort.direction ?? 'DESC' },
    size,
    paging: inPages ? { type: 'PAGE', page } : { type: 'CURSOR', cursor: cursor ?? undefined },
    relaxations: Array.isArray(sent.meta) && sent.meta.includes('relaxations'),
    asOf: sent.asOf === undefined ? undefined : new Date(sent.asOf),
    mentions: parsed.mentions,
    sent,
  };
  return { value: body };
}

const asOfByCursor: RequestFault = {
  propertyPath: 'asOf',
  message: 'Is for PAGE mode only.',
  code: 'not_allowed',
  understood: true,
};

const pageBelowOne: RequestFault = {
  propertyPath: 'page',
  message: 'Must be >= 1.',
  code: 'out_of_range',
  understood: true,
};

/** The schema accepts days that no month has. */
const asOfFaults = (asOf: unknown): RequestFault[] =>
  typeof asOf !== 'string' || !Number.isNaN(Date.parse(asOf))
    ? []
    : [ruleFault('asOf', 'There is no such moment.', 'out_of_range')];

export function requireMoment(asOf: string): Date {
  const faults = asOfFaults(asOf);
  if (faults.length > 0) throw faultsProblem(faults);
  return new Date(asOf);
}
