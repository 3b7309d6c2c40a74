import { Type } from 'typebox';
import { brokenRule } from '../../api/problem.ts';
import { noSuch } from '../../api/route.ts';
import type { PropertyResult } from '../../catalogue/document.ts';
import { readProperty, readPropertyIdByUrl } from '../../properties/lookup.ts';
import { budgetOf, fullest, shortened, type Told } from '../told.ts';
import { anObject, closed, maxTokens, READS, tool } from '../tool.ts';
import { briefLine, lineOf, tableOf } from './property-line.ts';

export const getPropertyTool = tool({
  name: 'get_property',
  title: 'Read one property',
  description:
    'Everything known of one property: facts, price and its changes, energy, publishers and each listing. By its id, or by the address of any of its listings on a portal. Costs one credit; an unknown address costs nothing.',
  hints: READS,
  routeType: 'read',
  input: Type.Object(
    {
      propertyId: Type.Optional(Type.String({ format: 'uuid', description: 'From search_properties.' })),
      url: Type.Optional(
        Type.String({ minLength: 1, maxLength: 8_192, description: 'The address of a listing.' }),
      ),
      maxTokens,
    },
    closed,
  ),
  output: Type.Object(
    {
      credits: Type.Integer(),
      property: anObject(
        'The property as GET /properties/{id} answers it, with long parts cut to the budget.',
      ),
      cut: Type.Array(Type.String(), { description: 'What was shortened or left out.' }),
    },
    closed,
  ),
  async run(call, args) {
    const { propertyId, url } = args;
    if ((propertyId === undefined) === (url === undefined))
      throw brokenRule('propertyId', 'Give either `propertyId` or `url`.', 'required');
    const id = propertyId ?? (await readPropertyIdByUrl(call, url ?? ''));
    const found = id === undefined ? undefined : await readProperty(call, id);
    if (found === undefined) throw noSuch();
    return fullest(budgetOf(args), cuts(found));
  },
});

/** From everything to a single line; texts go first, as they are long and say the least. */
function cuts(whole: PropertyResult): (() => Told)[] {
  const line = lineOf(whole);
  const tell = (property: object, cut: string[], shown = line): Told => ({
    text: [
      tableOf([shown]),
      ...factsOf(property),
      ...(cut.length === 0 ? [] : [`Cut: ${cut.join(', ')}. A greater maxTokens shows more.`]),
    ].join('\n'),
    structured: { credits: 1, property, cut },
    results: 1,
  });
  const texts = (most: number): PropertyResult => ({
    ...whole,
    property: { ...whole.property, body: briefTexts(whole.property.body, most) },
    listings: whole.listings.map((listing) => ({ ...listing, ...briefTexts(listing, most) })),
  });
  const bare = (most: number, listings: number): object => {
    const { property, ...rest } = texts(most);
    const { pictures, changes, ...facts } = property;
    return {
      ...rest,
      property: { ...facts, changes: changes.slice(-LAST_CHANGES) },
      listings: whole.listings
        .slice(0, listings)
        .map(({ id, url, publishedAt, lastSeenAt }) => ({ id, url, publishedAt, lastSeenAt })),
      publishers: whole.publishers.slice(0, listings),
    };
  };
  const cutTexts = ['descriptions'];
  const cutMore = [...cutTexts, 'pictures', 'older changes', 'variants of listings'];
  return [
    () => tell(whole, []),
    () => tell(texts(1_000), cutTexts),
    () => tell(bare(1_000, 20), cutMore),
    () => tell(bare(300, 5), [...cutMore, 'further listings']),
    () => tell(bare(120, 1), [...cutMore, 'further listings']),
    () => tell(line, ['everything but the main facts']),
    () => tell(briefLine(line), ['everything but the main facts'], briefLine(line)),
  ];
}

/** Drawn, or told by the line above, or of use to programs only. */
const UNTOLD = new Set(['id', 'iri', 'pictures', 'geometry', 'postalCodes', 'createdAt', 'updatedAt']);

/** The facts for reading, one a line, as some clients hand on no more than the text. */
function factsOf(told: object): string[] {
  const { property, listings = [] } = told as Partial<PropertyResult>;
  if (property === undefined) return [];
  const { changes, ...facts } = property;
  return [
    ...linesOf(facts, ''),
    ...changes.slice(-LAST_CHANGES).map((change) => `change: ${JSON.stringify(change)}`),
    ...listings.flatMap(({ url }) => (url === undefined ? [] : [`listing: ${url}`])),
  ];
}
const LAST_CHANGES = 5;

function linesOf(facts: object, path: string): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (UNTOLD.has(name) || value === undefined) return [];
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return linesOf(value, `${path}${name}.`);
    return [`${path}${name}: ${Array.isArray(value) ? JSON.stringify(value) : value}`];
  });
}

function briefTexts<Texts extends { title?: string; description?: string }>(
  texts: Texts | undefined,
  most: number,
): Texts {
  const brief: { title?: string; description?: string } = { ...texts };
  if (brief.title !== undefined) brief.title = shortened(brief.title, most);
  if (brief.description !== undefined) brief.description = shortened(brief.description, most);
  return brief as Texts;
}
