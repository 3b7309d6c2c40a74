import type { PayloadDraft } from '../payload.ts';
import { htmlToText } from '../reading/html.ts';
import { scanJsonRecords } from '../reading/json.ts';
import type { JsonObject } from '../reading/json-object.ts';
import { featureFlags, joinNonEmpty } from './draft.ts';
import {
  type FeedFormat,
  type FeedParseContext,
  type FeedRecord,
  isObjectWith,
  toFeedRecord,
} from './format.ts';
import { objectsAt, textAt, textsAt, valueAt } from './json-members.ts';
import { readGraphNodes, typesOf } from './schema-org-graph.ts';

/** JSON-LD of web pages: a RealEstateListing, an Offer, or the home itself. */
export const schemaOrg: FeedFormat = {
  description: 'schema.org RealEstateListing (JSON-LD)',

  recognises: (head) =>
    /"@context"\s*:\s*(?:\[\s*|\{\s*"@vocab"\s*:\s*)?"https?:\/\/(?:www\.)?schema\.org/.test(head),

  async *read(text, feed): AsyncGenerator<FeedRecord> {
    for await (const found of readGraphNodes(scanJsonRecords(text, ['@graph', 'itemListElement']))) {
      if ('fault' in found) yield found;
      else {
        const node = objectsAt(found.node, 'item')[0] ?? found.node;
        if (!isNotListing(node)) yield parseListing(node, found.line, feed);
      }
    }
  },

  readRecord: (record) => (isObjectWith(record, ['@type']) ? parsePayload(splitParts(record)) : undefined),
};

/** Other nodes of pages. A ListItem with only a URL has no content. */
const NON_LISTING_TYPES =
  /^(?:WebSite|WebPage|Organization|LocalBusiness|RealEstateAgent|Person|BreadcrumbList|ImageObject|SearchAction|FAQPage|ListItem|CollectionPage|ItemPage|SearchResultsPage)$/;

const isNotListing = (node: JsonObject): boolean =>
  typesOf(node).length > 0 && typesOf(node).every((type) => NON_LISTING_TYPES.test(type));

/** A listing with its home and offer. One node may have several of these roles. */
interface Parts {
  readonly listing: JsonObject;
  readonly home: JsonObject;
  readonly offer: JsonObject | undefined;
}

function splitParts(listing: JsonObject): Parts {
  const home =
    ['mainEntity', 'about', 'itemOffered'].map((name) => objectsAt(listing, name)[0]).find(Boolean) ??
    listing;
  const isOffer = typesOf(listing).some((type) => type.startsWith('Offer'));
  const offer = isOffer ? listing : (objectsAt(listing, 'offers')[0] ?? objectsAt(home, 'offers')[0]);
  const offered = objectsAt(offer, 'itemOffered')[0];
  return { listing, home: home === listing && offered !== undefined && !isOffer ? offered : home, offer };
}

function parseListing(node: JsonObject, line: number, feed: FeedParseContext): FeedRecord {
  const parts = splitParts(node);
  const { listing, home, offer } = parts;
  const field = (path: string) => textAt(listing, path) ?? textAt(home, path) ?? textAt(offer, path);
  const id = field('@id');
  const url = field('url') ?? (id?.startsWith('http') ? id : undefined);
  const key =
    id ??
    field('identifier') ??
    field('identifier.value') ??
    joinNonEmpty('-', field('address.postalCode'), field('name'));
  return toFeedRecord({ line, raw: node, url, key, payload: parsePayload(parts) }, feed);
}

function parsePayload({ listing, home, offer }: Parts): PayloadDraft {
  const field = (path: string) => textAt(listing, path) ?? textAt(home, path);
  return {
    ...parseOffer({ listing, home, offer }),
    ...parseHome(home),
    publishedAt: field('datePosted') ?? field('datePublished'),
    title: field('name'),
    description: htmlToText(field('description') ?? ''),
    location: parseLocation(home),
    publisher: parsePublisher({ listing, home, offer }),
    pictures: parsePictures(listing).concat(home === listing ? [] : parsePictures(home)),
  };
}

const RENTAL_PERIODS: Readonly<Record<string, string>> = { WEE: 'WEEKLY', MON: 'MONTHLY', ANN: 'YEARLY' };

function parseOffer({ listing, offer }: Parts): PayloadDraft {
  const field = (path: string) => textAt(offer, path);
  const price = field('price') ?? field('priceSpecification.price') ?? field('lowPrice');
  const currency = field('priceCurrency') ?? field('priceSpecification.priceCurrency');
  const unit = field('priceSpecification.unitCode') ?? field('priceSpecification.unitText');
  const period = RENTAL_PERIODS[unit ?? ''] ?? unit;
  const how = [...typesOf(offer), field('businessFunction')?.split(/[#/]/).at(-1) ?? ''];
  const isRent =
    how.some((word) => /lease|rent/i.test(word)) ||
    period !== undefined ||
    valueAt(listing, 'leaseLength') !== undefined;
  const isSale = how.some((word) => /purchase|sell/i.test(word));
  return {
    transactionType: isRent ? 'RENT' : isSale ? 'SELL' : undefined,
    transactionStatus: /(?:SoldOut|OutOfStock|Discontinued)$/.test(field('availability') ?? '')
      ? isRent
        ? 'RENTED'
        : 'SOLD'
      : undefined,
    availableAt: field('availabilityStarts'),
    displayedPrice: price,
    currency,
    rent: isRent ? { amount: price, currency, frequency: period ?? 'MONTHLY' } : undefined,
  };
}

/** A figure may be a number, a QuantitativeValue with a unit, or a text with both. */
const figureOf = (block: JsonObject, name: string): unknown =>
  valueAt(block, `${name}.value`) ?? valueAt(block, name);
const unitOf = (block: JsonObject, name: string): string | undefined =>
  textAt(block, `${name}.unitCode`) ?? textAt(block, `${name}.unitText`);

function parseHome(home: JsonObject): PayloadDraft {
  return {
    ...featureFlags([
      ...textsAt(home, 'amenityFeature'),
      ...objectsAt(home, 'amenityFeature').flatMap(namedFeature),
    ]),
    propertyType: typesOf(home).find((type) => type !== 'RealEstateListing' && type !== 'Product'),
    area: {
      displayed: figureOf(home, 'floorSize'),
      unit: unitOf(home, 'floorSize'),
      land: { value: figureOf(home, 'lotSize'), unit: unitOf(home, 'lotSize') },
    },
    rooms: figureOf(home, 'numberOfRooms'),
    bedrooms: figureOf(home, 'numberOfBedrooms'),
    bathrooms: figureOf(home, 'numberOfBathroomsTotal') ?? figureOf(home, 'numberOfFullBathrooms'),
    floor: textAt(home, 'floorLevel'),
    constructionYear: figureOf(home, 'yearBuilt'),
  };
}

const namedFeature = (feature: JsonObject): string[] => {
  const name = textAt(feature, 'name');
  return name === undefined || feature['value'] === false ? [] : [name];
};

function parseLocation(home: JsonObject): PayloadDraft['location'] {
  const field = (name: string) => textAt(home, `address.${name}`);
  return {
    countryCode: field('addressCountry') ?? field('addressCountry.name'),
    city: field('addressLocality'),
    postalCode: field('postalCode'),
    address: field('streetAddress') ?? textAt(home, 'address'),
    coordinates: {
      longitude: valueAt(home, 'geo.longitude') ?? valueAt(home, 'longitude'),
      latitude: valueAt(home, 'geo.latitude') ?? valueAt(home, 'latitude'),
    },
  };
}

function parsePublisher({ listing, home, offer }: Parts): PayloadDraft['publisher'] {
  const from = (block: JsonObject | undefined) =>
    ['seller', 'offeredBy', 'broker', 'provider'].map((role) => objectsAt(block, role)[0]).find(Boolean);
  const publisher = from(offer) ?? from(listing);
  const [type] = typesOf(publisher);
  return {
    publisherType: type === 'Organization' || type === 'LocalBusiness' ? 'PROFESSIONAL_UNKNOWN' : type,
    agencyName: type === 'Person' ? undefined : textAt(publisher, 'name'),
    website: textAt(publisher, 'url'),
    contact: {
      email: textAt(publisher, 'email'),
      phone: textAt(publisher, 'telephone') ?? textAt(home, 'telephone'),
    },
  };
}

const parsePictures = (block: JsonObject): unknown[] =>
  ['image', 'photo'].flatMap((name) => [
    ...textsAt(block, name),
    ...objectsAt(block, name).map((image) => textAt(image, 'contentUrl') ?? textAt(image, 'url')),
  ]);
