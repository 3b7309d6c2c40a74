import { Type } from 'typebox';
import type { PropertyResult } from '../../catalogue/document.ts';
import { type JsonSchema, propertySchemas } from '../../catalogue/json-schema.ts';
import { describeKnownWords } from '../../lib/known-words.ts';
import type { RequestFault } from '../../lib/request-fault.ts';
import { faultsProblem } from '../../service/problem.ts';
import type { ResponseFormat } from '../negotiate.ts';
import type { LinkedResource } from '../resource.ts';
import { isOfListing, isOfPair, isOfPublisher, propertyResource } from '../routes/property-resource.ts';
import { buildMemberTree, type MemberTree, withMembers, withoutMembers } from './member-tree.ts';
import { parseSelection, type Selection, selectMembers } from './selection.ts';
import { type Fieldsets, sparseJsonApi } from './sparse-document.ts';

const schemas = propertySchemas() as Record<string, JsonSchema>;
const treeOf = (name: string): MemberTree => buildMemberTree(schemas[name] as JsonSchema, schemas);

const flatTree = treeOf('PropertyResult');

/** The fields of each type are its attributes and its relationships. */
const typeTrees: Readonly<Record<string, MemberTree>> = {
  Property: withMembers(treeOf('Property'), ['listings', 'publishers', 'propertyPublishers']),
  Listing: withMembers(
    withoutMembers(treeOf('Listing'), (name) => !isOfListing(name)),
    ['publisher', 'source'],
  ),
  Publisher: withoutMembers(treeOf('Publisher'), (name) => !isOfPublisher(name)),
  PropertyPublisher: withMembers(
    withoutMembers(treeOf('Publisher'), (name) => !isOfPair(name)),
    ['property', 'publisher'],
  ),
  Source: { members: new Map([['slug', { members: new Map() }]]) },
};

const typeParameter = (type: string): string => `fields[${type}]`;
const optionalText = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));

/** The query parameters of routes that answer with properties. */
export const fieldParameters = {
  fields: optionalText(
    'Flat JSON: the members to send, comma-separated, with dots for what is inside. The id is always sent; all others are absent, also those that the schema requires.',
    'property.pricing,property.location.city,listings.url',
  ),
  ...Object.fromEntries(
    Object.keys(typeTrees).map((type) => [
      typeParameter(type),
      optionalText(
        `JSON:API: the attributes and relationships of each ${type} to send, comma-separated. Without \`listings\` and \`publishers\` of a Property nothing is included.`,
        type === 'Property'
          ? 'pricing,location,listings'
          : ([...(typeTrees[type]?.members.keys() ?? [])][0] ?? ''),
      ),
    ]),
  ),
};

/** The property with the fields that the query asks for; the resource itself when it asks for none. */
export function propertyResourceFor(query: unknown, format: ResponseFormat): LinkedResource<PropertyResult> {
  const sent = Object.entries(query as Record<string, string | undefined>).filter(
    ([name]) => name in fieldParameters,
  );
  if (sent.length === 0) return propertyResource;
  const faults: RequestFault[] = [];
  const sets = new Map<string, Selection>();
  for (const [parameter, text = ''] of sent) {
    const tree = treeFor(parameter, format);
    const parsed =
      tree === undefined ? wrongFormat(parameter, format) : parseSelection(text, tree, parameter);
    if ('faults' in parsed) faults.push(...parsed.faults);
    else sets.set(typeOf(parameter), parsed.selection);
  }
  if (faults.length > 0) throw faultsProblem(faults);
  return sparseResource(sets);
}

const FLAT = 'fields';
const typeOf = (parameter: string): string =>
  parameter === FLAT ? FLAT : parameter.slice('fields['.length, -1);

const treeFor = (parameter: string, format: ResponseFormat): MemberTree | undefined =>
  format === 'flat' ? (parameter === FLAT ? flatTree : undefined) : typeTrees[typeOf(parameter)];

const wrongFormat = (parameter: string, format: ResponseFormat): { faults: RequestFault[] } => ({
  faults: [
    {
      propertyPath: parameter,
      message:
        format === 'flat'
          ? `Flat JSON takes fields. ${describeKnownWords('', [...flatTree.members.keys()])}`
          : `JSON:API takes fields[type]. ${describeKnownWords('', Object.keys(typeTrees).map(typeParameter))}`,
      code: 'wrong_format',
      understood: false,
    },
  ],
});

function sparseResource(sets: Fieldsets): LinkedResource<PropertyResult> {
  const flat = new Map([...(sets.get(FLAT) ?? []), ['id', 'whole'] as const]);
  return {
    ...propertyResource,
    toFlat: (value) => selectMembers(value, flat) as object,
    toJsonApi: (value) => sparseJsonApi(propertyResource.toJsonApi(value), sets),
  };
}
