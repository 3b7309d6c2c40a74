import { Type } from 'typebox';
import { brokenRule } from '../../api/problem.ts';
import { noSuch } from '../../api/route.ts';
import type { PropertyResult } from '../../catalogue/document.ts';
import { findProperty, propertyIdByUrl } from '../../properties/lookup.ts';
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
  async run({ db }, args) {
    const { propertyId, url } = args;
    if ((propertyId === undefined) === (url === undefined))
      throw brokenRule('propertyId', 'Give either `propertyId` or `url`.', 'required');
    const id = propertyId ?? (await propertyIdByUrl(db, url ?? ''));
    const found = id === undefined ? undefined : await findProperty(db, id);
    if (found === undefined) throw noSuch();
    return fullest(budgetOf(args), cuts(found));
  },
});

/** From everything to a single line; texts go first, as they are long and say the least. */
function cuts(whole: PropertyResult): (() => Told)[] {
  const tell = (property: object, cut: string[], line = lineOf(whole)): Told => ({
    text: `${tableOf([line])}\n${cut.length === 0 ? '' : `Cut: ${cut.join(', ')}. A greater maxTokens shows more.\n`}Everything is in the structured answer.`,
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
      property: { ...facts, changes: changes.slice(-5) },
      listings: whole.listings
        .slice(0, listings)
        .map(({ id, url, publishedAt, lastSeenAt }) => ({ id, url, publishedAt, lastSeenAt })),
      publishers: whole.publishers.slice(0, listings),
    };
  };
  const brief = briefLine(lineOf(whole));
  const cutTexts = ['descriptions'];
  const cutMore = [...cutTexts, 'pictures', 'older changes', 'variants of listings'];
  return [
    () => tell(whole, []),
    () => tell(texts(1_000), cutTexts),
    () => tell(bare(1_000, 20), cutMore),
    () => tell(bare(300, 5), [...cutMore, 'further listings']),
    () => tell(lineOf(whole), ['everything but the main facts']),
    () => tell(brief, ['everything but the main facts'], brief),
  ];
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
