import { type Static, Type } from 'typebox';
import type { PropertyResult } from '../../catalogue/document.ts';
import { closed } from '../tool.ts';
import { truncateLine } from '../tool-output.ts';

const MAX_TITLE_CHARS = 80;
const MAX_URL_CHARS = 200;
const SHORT_TEXT_CHARS = 30;

/** A property in one line; unknown values are left out. */
export const lineSchema = Type.Object(
  {
    id: Type.String({ description: 'What get_property and explain_match take.' }),
    type: Type.Optional(Type.String()),
    transaction: Type.Optional(Type.String()),
    price: Type.Optional(Type.Number()),
    currency: Type.Optional(Type.String()),
    area: Type.Optional(Type.Number()),
    areaUnit: Type.Optional(Type.String()),
    rooms: Type.Optional(Type.Number()),
    bedrooms: Type.Optional(Type.Number()),
    pricePerArea: Type.Optional(Type.Number()),
    energy: Type.Optional(Type.String()),
    place: Type.Optional(Type.String()),
    title: Type.Optional(Type.String({ description: 'As the advertiser wrote it.' })),
    listings: Type.Integer({ description: 'How many advertisements it has.' }),
    url: Type.Optional(Type.String({ description: 'The newest advertisement that may be shown.' })),
    updated: Type.String(),
  },
  closed,
);
export type PropertyLine = Static<typeof lineSchema>;

export function buildPropertyLine({ id, property, listings }: PropertyResult): PropertyLine {
  const { location, body, pricing, area, unit, transaction, propertyType } = property;
  // The first postal code of a city with twenty districts says nothing about where in it.
  const city = location?.district ?? location?.city;
  const url = listings.find((listing) => listing.url !== undefined)?.url;
  const found = {
    id,
    type: propertyType,
    transaction: transaction?.type,
    price: pricing?.displayed,
    currency: pricing?.currency,
    area: area?.displayed,
    areaUnit: area?.unit,
    rooms: unit?.rooms,
    bedrooms: unit?.bedrooms,
    pricePerArea: pricing?.pricePerArea === undefined ? undefined : Math.round(pricing.pricePerArea),
    energy: unit?.diagnostic?.scores?.ENERGY_CONSUMPTION?.rating,
    place: joinPlace(
      city?.name ?? location?.stated?.city,
      city?.postalCodes?.[0] ?? location?.stated?.postalCode,
    ),
    title: body?.title === undefined ? undefined : truncateLine(body.title, MAX_TITLE_CHARS),
    listings: listings.length,
    url: url === undefined || url.length > MAX_URL_CHARS ? undefined : url,
    updated: property.updatedAt.slice(0, 10),
  };
  return Object.fromEntries(
    Object.entries(found).filter(([, value]) => value !== undefined),
  ) as unknown as PropertyLine;
}

/** Only the short members; get_property shows the rest. */
export const briefLine = ({ title, url, place, ...line }: PropertyLine): PropertyLine => ({
  ...line,
  ...(place !== undefined && { place: truncateLine(place, SHORT_TEXT_CHARS) }),
});

const HEAD = 'id | what | price | area | rooms | energy | place | title';

/** The same lines as a text table. */
export const propertyTable = (lines: readonly PropertyLine[]): string => [HEAD, ...lines.map(row)].join('\n');

function row(line: PropertyLine): string {
  const what = [line.type, line.transaction].filter(Boolean).join(' ');
  const price = line.price === undefined ? '' : `${line.price} ${line.currency ?? ''}`.trim();
  const area = line.area === undefined ? '' : `${line.area} ${line.areaUnit ?? ''}`.trim();
  const cells = [
    line.id,
    what,
    price,
    area,
    line.rooms ?? '',
    line.energy ?? '',
    line.place ?? '',
    line.title ?? '',
  ];
  return cells.map((cell) => String(cell).replaceAll('|', '/')).join(' | ');
}

/** "Lyon 69003"; undefined when neither is known. */
const joinPlace = (...parts: (string | undefined)[]): string | undefined =>
  parts.filter((part) => part !== undefined).join(' ') || undefined;
