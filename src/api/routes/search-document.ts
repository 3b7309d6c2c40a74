import { type TSchema, Type } from 'typebox';
import type { PropertyResult } from '../../catalogue/document.ts';
import { vocabularySchema } from '../../catalogue/json-schema.ts';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { acquireBuffer, releaseBuffer } from '../../lib/buffer-pool.ts';
import type { PieceCoding } from '../../lib/coded-pieces.ts';
import type { CountedRelaxation } from '../../properties/search/relaxations.ts';
import type { SearchResults } from '../../properties/search.ts';
import { resourceListDocument } from '../render/json-api.ts';
import type { Resource } from '../resource.ts';
import type { RouteResponse } from '../route.ts';
import { noteSchema, type PlaceNote } from './place-notes.ts';
import { propertyResource } from './property-resource.ts';
import { renderPropertyList } from './property-text.ts';
import type { SearchBody } from './search-body.ts';
import { joinSearchDocument } from './search-coded.ts';

const closed = { additionalProperties: false };
const refer = (name: string): TSchema => Type.Unsafe({ $ref: `#/components/schemas/${name}` });
const orNull = (schema: TSchema, description: string): TSchema =>
  Type.Union([schema, Type.Null()], { description });

const relaxation = Type.Object(
  {
    path: Type.String({ description: 'The filter that was eased, where it stands in the criteria.' }),
    change: Type.String({
      examples: ['property.pricing.displayed.lte +5 %', 'property.unit.rooms orMissing'],
    }),
    totalItems: Type.Integer({ description: 'How many properties the eased criteria find, up to 10,000.' }),
    criteria: refer('Criteria'),
  },
  { ...closed, description: 'A small change of the criteria, and what it would find.' },
);

const pagination = Type.Object(
  {
    type: Type.Unsafe(vocabularySchema(serviceVocabularies.paginationType)),
    size: Type.Integer(),
    nextRequestBody: orNull(
      refer('PropertySearch'),
      'The next request, complete and sendable as it is; null at the end.',
    ),
  },
  closed,
);

/** The JSON:API document of a search. */
export const searchAnswerSchema = {
  name: 'PropertySearchAnswer',
  schema: Type.Object(
    {
      data: Type.Array(refer('PropertyResultResource')),
      meta: Type.Object(
        {
          totalItems: Type.Integer({
            minimum: 0,
            description: 'Matching properties: up to 10,000 in PAGE mode, exact in CURSOR mode.',
          }),
          hasNextPage: Type.Boolean(),
          cursor: orNull(Type.String(), 'In CURSOR mode: send it back unchanged for the next page.'),
          pagination,
          relaxations: Type.Optional(
            Type.Array(relaxation, { description: 'When asked for and fewer than 10 were found.' }),
          ),
          notes: Type.Optional(
            Type.Array(noteSchema, {
              description: 'What the question was taken for, where it can be read in two ways.',
            }),
          ),
        },
        closed,
      ),
      links: Type.Object({ self: Type.String() }, closed),
      included: Type.Array(Type.Union([...(propertyResource.included ?? [])])),
    },
    closed,
  ),
};

export interface SearchDocumentParts {
  resource: Resource<PropertyResult>;
  relaxations: readonly CountedRelaxation[] | undefined;
  notes: readonly PlaceNote[];
  coding: PieceCoding | undefined;
}

/**
 * The JSON of the document. Whole properties are copied as bytes: one character stands for each byte, since everything
 * around them is ASCII. The page must not be read afterwards.
 */
export function searchDocument(
  body: SearchBody,
  found: SearchResults,
  parts: SearchDocumentParts,
): Pick<RouteResponse, 'text' | 'coding'> {
  const meta = JSON.stringify(buildMeta(body, found, parts));
  const { resource, coding } = parts;
  const { page } = found;
  if (page.coded !== undefined && coding !== undefined)
    return { text: joinSearchDocument(coding, page.coded, { meta, self: SELF }), coding: coding.name };
  const list = typeof page.serialized === 'string' ? Buffer.from(page.serialized) : page.serialized;
  const rendered = resource === propertyResource ? renderPropertyList(list.toString('latin1')) : undefined;
  if (rendered === undefined)
    return {
      text: JSON.stringify(
        resourceListDocument(resource, page.results, { meta: JSON.parse(meta), self: SELF }),
      ),
    };
  releaseBuffer(list);
  const metaBytes = Buffer.from(meta).toString('latin1');
  const text = `{"data":[${rendered.data}],"meta":${metaBytes},"links":{"self":"${SELF}"},"included":[${rendered.included}]}`;
  const document = acquireBuffer(text.length);
  document.write(text, 'latin1');
  return { text: document };
}

const SELF = '/properties';

function buildMeta(
  body: SearchBody,
  found: SearchResults,
  { relaxations, notes }: SearchDocumentParts,
): object {
  const { size, paging } = body;
  return {
    totalItems: found.totalItems,
    hasNextPage: found.hasNextPage,
    cursor: found.cursor ?? null,
    pagination: {
      type: paging.type,
      size,
      nextRequestBody: found.hasNextPage ? nextRequestBody(body, found) : null,
    },
    ...(relaxations === undefined ? {} : { relaxations }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** The complete next request. */
function nextRequestBody({ size, paging, order, sent }: SearchBody, { cursor }: SearchResults): object {
  const on = paging.type === 'PAGE' ? { page: paging.page + 1 } : { cursor };
  return {
    paginationType: paging.type,
    ...on,
    size,
    ...(sent.sort ? { sort: order } : {}),
    criteria: sent.criteria ?? null,
  };
}
