import { type Static, type TSchema, Type } from 'typebox';
import type { PropertyResult } from '../../catalogue/document.ts';
import { vocabularySchema } from '../../catalogue/json-schema.ts';
import { serviceVocabularies } from '../../catalogue/service-vocabularies.ts';
import { joinNames } from '../../criteria/parse.ts';
import type { PlaceReference } from '../../criteria/parse-context.ts';
import { acquireBuffer, releaseBuffer } from '../../lib/buffer-pool.ts';
import { type CodedPiece, joinPieces, type PieceCoding } from '../../lib/coded-pieces.ts';
import type { CodedDocument, CodedForm, DocumentLayout } from '../../properties/search/coded-page.ts';
import type { CountedRelaxation } from '../../properties/search/relaxations.ts';
import type { SearchResults } from '../../properties/search.ts';
import type { Services } from '../../service/services.ts';
import type { ResponseFormat } from '../negotiate.ts';
import { resourceListDocument } from '../render/json-api.ts';
import type { Resource } from '../resource.ts';
import type { RouteResponse } from '../route.ts';
import { propertyResource } from './property-resource.ts';
import { renderPropertyList, renderPropertyText } from './property-text.ts';
import type { SearchBody } from './search-body.ts';

/** How an ambiguous question was understood. */
const noteSchema = Type.Object(
  {
    propertyPath: Type.String({ description: 'The member it speaks of.' }),
    message: Type.String(),
    code: Type.String({ title: 'SearchNoteCode', enum: ['also_postal_code'] }),
  },
  { additionalProperties: false },
);

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

const flatLayout: DocumentLayout = { name: 'flat', split: (document) => ({ own: [document] }) };

/** The resource object of a property, and what it alone includes. One character stands for each byte. */
const jsonApiLayout: DocumentLayout = {
  name: 'json-api',
  split(document) {
    const text = renderPropertyText(document.toString('latin1'));
    if (text === undefined) return undefined;
    return {
      own: [text.data, [...text.own.values()].join()].map((part) => Buffer.from(part, 'latin1')),
      keys: [...text.own.keys()],
      shared: text.shared,
    };
  },
};

/** The form in which a search may answer with pieces. Flat documents without compression are in the index as they are. */
export function codedForm(coding: PieceCoding | undefined, format: ResponseFormat): CodedForm | undefined {
  if (coding === undefined || (coding.name === 'identity' && format === 'flat')) return undefined;
  return { coding, layout: format === 'flat' ? flatLayout : jsonApiLayout };
}

export const joinFlatPage = (coding: PieceCoding, documents: readonly CodedDocument[]): Buffer =>
  joinPieces(coding, ['[', ...withCommas(documents.flatMap(({ pieces }) => pieces)), ']']);

/** The same document as from plain results. */
function joinSearchDocument(
  coding: PieceCoding,
  documents: readonly CodedDocument[],
  { meta, self }: { meta: string; self: string },
): Buffer {
  const shared = new Map(documents.flatMap(({ shared: own = [] }) => [...own]));
  const included = documents.flatMap(({ pieces }) => pieces.slice(1));
  const sharedPiece = coding.compress(Buffer.from([...shared.values()].join(), 'latin1'));
  return joinPieces(coding, [
    '{"data":[',
    ...withCommas(documents.flatMap(({ pieces }) => pieces.slice(0, 1))),
    '],"meta":',
    coding.compress(Buffer.from(meta)),
    `,"links":{"self":"${self}"},"included":[`,
    ...withCommas([...included, sharedPiece]),
    ']}',
  ]);
}

const withCommas = (pieces: readonly CodedPiece[]): (string | CodedPiece)[] =>
  pieces.filter(({ bytes }) => bytes > 0).flatMap((piece, at) => (at === 0 ? [piece] : [',', piece]));
type PlaceNote = Static<typeof noteSchema>;

/** A question may name 10,000 codes: notes on the first ones are enough. */
const MAX_MENTIONS_NOTED = 100;

/** INSEE and postal codes share digits: 69001 is the INSEE code of Affoux and a postal code of Lyon. */
export async function buildPlaceNotes(
  { places }: Pick<Services, 'places'>,
  mentions: readonly PlaceReference[],
): Promise<PlaceNote[]> {
  if (mentions.length === 0) return [];
  const register = await places.register();
  return mentions.slice(0, MAX_MENTIONS_NOTED).flatMap((mention): PlaceNote[] => {
    if (mention.code === undefined) return [];
    const others = register.postalPlacesOf(mention);
    const own = register.namesOf(mention);
    // A town whose INSEE code is also its own postal code means the same in both readings.
    if (own.length === 0 || others.length === 0) return [];
    return [
      {
        propertyPath: mention.path,
        message: `"${mention.code}" is taken for ${joinNames(own)}. It is also the postal code of ${joinNames(others)}, which \`postalCodes\` takes.`,
        code: 'also_postal_code',
      },
    ];
  });
}

/** Headers are ASCII: other characters are escaped as JSON allows. */
export function noteHeaders(notes: readonly PlaceNote[]): { headers?: Record<string, string> } {
  if (notes.length === 0) return {};
  const text = JSON.stringify(notes.slice(0, MAX_NOTES_IN_HEADER));
  return {
    headers: {
      'x-notes': text.replace(
        /[\u0080-\uffff]/g,
        (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    },
  };
}

/** Some 200 bytes each: far below what proxies allow for all headers. */
const MAX_NOTES_IN_HEADER = 10;
