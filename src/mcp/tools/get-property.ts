import { Type } from 'typebox';
import type { PropertyResult } from '../../catalogue/document.ts';
import { isObject } from '../../lib/is-object.ts';
import { findPropertyIdReplicaFirst, findPropertyReplicaFirst } from '../../properties/lookup.ts';
import { resourceNotFound, validationProblem } from '../../service/problem.ts';
import { closed, defineTool, maxTokens, objectSchema, READ_ONLY_HINTS } from '../tool.ts';
import { budgetOf, firstThatFits, type ToolOutput, truncateLine } from '../tool-output.ts';
import { briefLine, buildPropertyLine, propertyTable } from './property-line.ts';

export const getPropertyTool = defineTool({
  name: 'get_property',
  title: 'Get a property',
  description:
    'Everything known of one property: facts, price and its changes, energy, publishers, listings. By its id or the URL of one of its listings. Costs one credit; an unknown URL nothing.',
  hints: READ_ONLY_HINTS,
  routeType: 'read',
  brief: ['propertyId', 'url', 'maxTokens'],
  input: Type.Object(
    {
      propertyId: Type.Optional(Type.String({ format: 'uuid', description: 'From search_properties.' })),
      url: Type.Optional(
        Type.String({ minLength: 1, maxLength: 8_192, description: 'The URL of a listing.' }),
      ),
      maxTokens,
    },
    closed,
  ),
  output: Type.Object(
    {
      credits: Type.Integer(),
      property: objectSchema(
        'The property as GET /properties/{id} answers it, with long parts cut to the budget.',
      ),
      cut: Type.Array(Type.String(), { description: 'What was shortened or left out.' }),
    },
    closed,
  ),
  async run(call, args) {
    const { propertyId, url } = args;
    if ((propertyId === undefined) === (url === undefined))
      throw validationProblem('propertyId', 'Give either `propertyId` or `url`.', 'required');
    const id = propertyId ?? (await findPropertyIdReplicaFirst(call, url ?? ''));
    const found = id === undefined ? undefined : await findPropertyReplicaFirst(call, id);
    if (found === undefined) throw resourceNotFound();
    return firstThatFits(budgetOf(args), buildShortenings(found));
  },
});

/** From everything to a single line. Texts are cut first: they are long and say the least. */
function buildShortenings(whole: PropertyResult): (() => ToolOutput)[] {
  const line = buildPropertyLine(whole);
  const render = (property: object, cut: string[], shown = line): ToolOutput => ({
    text: [
      propertyTable([shown]),
      ...renderFacts(property),
      ...(cut.length === 0 ? [] : [`Cut: ${cut.join(', ')}. A greater maxTokens shows more.`]),
    ].join('\n'),
    structured: { credits: 1, property, cut },
    results: 1,
  });
  const texts = (maxChars: number): PropertyResult => ({
    ...whole,
    property: { ...whole.property, body: truncateTexts(whole.property.body, maxChars) },
    listings: whole.listings.map((listing) => ({ ...listing, ...truncateTexts(listing, maxChars) })),
  });
  const bare = (maxChars: number, listings: number): object => {
    const { property, ...rest } = texts(maxChars);
    const { pictures, changes, ...facts } = property;
    return {
      ...rest,
      property: { ...facts, changes: changes.slice(-MAX_SHOWN_CHANGES) },
      listings: whole.listings
        .slice(0, listings)
        .map(({ id, url, publishedAt, lastSeenAt }) => ({ id, url, publishedAt, lastSeenAt })),
      publishers: whole.publishers.slice(0, listings),
    };
  };
  const cutTexts = ['descriptions'];
  const cutMore = [...cutTexts, 'pictures', 'older changes', 'variants of listings'];
  return [
    () => render(whole, []),
    () => render(texts(1_000), cutTexts),
    () => render(bare(1_000, 20), cutMore),
    () => render(bare(300, 5), [...cutMore, 'further listings']),
    () => render(bare(120, 1), [...cutMore, 'further listings']),
    () => render(line, ['everything but the main facts']),
    () => render(briefLine(line), ['everything but the main facts'], briefLine(line)),
  ];
}

/** Members for programs only, or already in the line above. */
const OMITTED_MEMBERS = new Set([
  'id',
  'iri',
  'pictures',
  'geometry',
  'postalCodes',
  'createdAt',
  'updatedAt',
]);

/** The facts as text, one a line: some clients pass on only the text. */
function renderFacts(document: object): string[] {
  const { property, listings = [] } = document as Partial<PropertyResult>;
  if (property === undefined) return [];
  const { changes, ...facts } = property;
  return [
    ...renderLines(facts, ''),
    ...changes.slice(-MAX_SHOWN_CHANGES).map((change) => `change: ${JSON.stringify(change)}`),
    ...listings.flatMap(({ url }) => (url === undefined ? [] : [`listing: ${url}`])),
  ];
}
const MAX_SHOWN_CHANGES = 5;

function renderLines(facts: object, path: string): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (OMITTED_MEMBERS.has(name) || value === undefined) return [];
    if (isObject(value)) return renderLines(value, `${path}${name}.`);
    return [`${path}${name}: ${Array.isArray(value) ? JSON.stringify(value) : value}`];
  });
}

function truncateTexts<Texts extends { title?: string; description?: string }>(
  texts: Texts | undefined,
  maxChars: number,
): Texts {
  const brief: { title?: string; description?: string } = { ...texts };
  if (brief.title !== undefined) brief.title = truncateLine(brief.title, maxChars);
  if (brief.description !== undefined) brief.description = truncateLine(brief.description, maxChars);
  return brief as Texts;
}
