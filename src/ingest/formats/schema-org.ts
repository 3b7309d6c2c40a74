import type { PayloadDraft } from '../payload.ts';
import { textOfHtml } from '../reading/html.ts';
import { objectsIn } from '../reading/json.ts';
import type { Block } from '../reading/json-object.ts';
import { flagsIn, joined } from './draft.ts';
import { type Feed, type FeedFormat, type Found, isObjectWith, visitOf } from './format.ts';
import { blocksAt, textAt, textsAt, valueAt } from './json-members.ts';
import { typesOf, wholeNodes } from './schema-org-graph.ts';

/** Listings as pages describe them to search engines: a RealEstateListing, an Offer, or the home itself. */
export const schemaOrg: FeedFormat = {
  description: 'schema.org RealEstateListing (JSON-LD)',

  recognises: (head) =>
    /"@context"\s*:\s*(?:\[\s*|\{\s*"@vocab"\s*:\s*)?"https?:\/\/(?:www\.)?schema\.org/.test(head),

  async *read(text, feed): AsyncGenerator<Found> {
    for await (const found of wholeNodes(objectsIn(text, ['@graph', 'itemListElement']))) {
      if ('fault' in found) yield found;
      else {
        const node = blocksAt(found.node, 'item')[0] ?? found.node;
        if (!isAside(node)) yield listingOf(node, found.line, feed);
      }
    }
  },

  readRecord: (record) => (isObjectWith(record, ['@type']) ? payloadOf(partsOf(record)) : undefined),
};

/** What pages describe beside their listings; an entry of a list that is only an address says nothing of what is there. */
const ASIDE =
  /^(?:WebSite|WebPage|Organization|LocalBusiness|RealEstateAgent|Person|BreadcrumbList|ImageObject|SearchAction|FAQPage|ListItem|CollectionPage|ItemPage|SearchResultsPage)$/;

const isAside = (node: Block): boolean =>
  typesOf(node).length > 0 && typesOf(node).every((type) => ASIDE.test(type));

/** A listing, the home it is about and the offer made for it; each may stand for the others. */
interface Parts {
  readonly listing: Block;
  readonly home: Block;
  readonly offer: Block | undefined;
}

function partsOf(listing: Block): Parts {
  const home =
    ['mainEntity', 'about', 'itemOffered'].map((name) => blocksAt(listing, name)[0]).find(Boolean) ?? listing;
  const isOffer = typesOf(listing).some((type) => type.startsWith('Offer'));
  const offer = isOffer ? listing : (blocksAt(listing, 'offers')[0] ?? blocksAt(home, 'offers')[0]);
  const offered = blocksAt(offer, 'itemOffered')[0];
  return { listing, home: home === listing && offered !== undefined && !isOffer ? offered : home, offer };
}

function listingOf(node: Block, line: number, feed: Feed): Found {
  const parts = partsOf(node);
  const { listing, home, offer } = parts;
  const said = (path: string) => textAt(listing, path) ?? textAt(home, path) ?? textAt(offer, path);
  const id = said('@id');
  const url = said('url') ?? (id?.startsWith('http') ? id : undefined);
  const key =
    id ??
    said('identifier') ??
    said('identifier.value') ??
    joined('-', said('address.postalCode'), said('name'));
  return visitOf({ line, raw: node, url, key, payload: payloadOf(parts) }, feed);
}

function payloadOf({ listing, home, offer }: Parts): PayloadDraft {
  const said = (path: string) => textAt(listing, path) ?? textAt(home, path);
  return {
    ...offerOf({ listing, home, offer }),
    ...homeOf(home),
    publishedAt: said('datePosted') ?? said('datePublished'),
    title: said('name'),
    description: textOfHtml(said('description') ?? ''),
    location: locationOf(home),
    publisher: publisherOf({ listing, home, offer }),
    pictures: picturesOf(listing).concat(home === listing ? [] : picturesOf(home)),
  };
}

const RENTAL_PERIODS: Readonly<Record<string, string>> = { WEE: 'WEEKLY', MON: 'MONTHLY', ANN: 'YEARLY' };

function offerOf({ listing, offer }: Parts): PayloadDraft {
  const said = (path: string) => textAt(offer, path);
  const price = said('price') ?? said('priceSpecification.price') ?? said('lowPrice');
  const currency = said('priceCurrency') ?? said('priceSpecification.priceCurrency');
  const unit = said('priceSpecification.unitCode') ?? said('priceSpecification.unitText');
  const period = RENTAL_PERIODS[unit ?? ''] ?? unit;
  const how = [...typesOf(offer), said('businessFunction')?.split(/[#/]/).at(-1) ?? ''];
  const isRent =
    how.some((word) => /lease|rent/i.test(word)) ||
    period !== undefined ||
    valueAt(listing, 'leaseLength') !== undefined;
  const isSale = how.some((word) => /purchase|sell/i.test(word));
  return {
    transactionType: isRent ? 'RENT' : isSale ? 'SELL' : undefined,
    transactionStatus: /(?:SoldOut|OutOfStock|Discontinued)$/.test(said('availability') ?? '')
      ? isRent
        ? 'RENTED'
        : 'SOLD'
      : undefined,
    availableAt: said('availabilityStarts'),
    displayedPrice: price,
    currency,
    rent: isRent ? { amount: price, currency, frequency: period ?? 'MONTHLY' } : undefined,
  };
}

/** A figure may stand alone, as a quantity with its unit, or as text that says both. */
const figureOf = (block: Block, name: string): unknown =>
  valueAt(block, `${name}.value`) ?? valueAt(block, name);
const unitOf = (block: Block, name: string): string | undefined =>
  textAt(block, `${name}.unitCode`) ?? textAt(block, `${name}.unitText`);

function homeOf(home: Block): PayloadDraft {
  return {
    ...flagsIn([
      ...textsAt(home, 'amenityFeature'),
      ...blocksAt(home, 'amenityFeature').flatMap(namedFeature),
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

const namedFeature = (feature: Block): string[] => {
  const name = textAt(feature, 'name');
  return name === undefined || feature['value'] === false ? [] : [name];
};

function locationOf(home: Block): PayloadDraft['location'] {
  const said = (name: string) => textAt(home, `address.${name}`);
  return {
    countryCode: said('addressCountry') ?? said('addressCountry.name'),
    city: said('addressLocality'),
    postalCode: said('postalCode'),
    address: said('streetAddress') ?? textAt(home, 'address'),
    coordinates: {
      longitude: valueAt(home, 'geo.longitude') ?? valueAt(home, 'longitude'),
      latitude: valueAt(home, 'geo.latitude') ?? valueAt(home, 'latitude'),
    },
  };
}

function publisherOf({ listing, home, offer }: Parts): PayloadDraft['publisher'] {
  const from = (block: Block | undefined) =>
    ['seller', 'offeredBy', 'broker', 'provider'].map((role) => blocksAt(block, role)[0]).find(Boolean);
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

const picturesOf = (block: Block): unknown[] =>
  ['image', 'photo'].flatMap((name) => [
    ...textsAt(block, name),
    ...blocksAt(block, name).map((image) => textAt(image, 'contentUrl') ?? textAt(image, 'url')),
  ]);
