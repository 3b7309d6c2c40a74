import { countryCodeOf } from '../country.ts';
import type { PayloadDraft } from '../payload.ts';
import { Element } from '../reading/element.ts';
import { elementsIn } from '../reading/xml.ts';
import { firstSaid, flagsIn, positive } from './draft.ts';
import { type Feed, type FeedFormat, type Found, visitOf } from './format.ts';

/** Kyero v3, and v2.1 before it: Spanish, Portuguese, French and Italian homes for foreign buyers. Each file is the whole stock of an agent. */
export const kyero: FeedFormat = {
  description: 'Kyero version 3 and 2.1 (XML)',

  recognises: (head) => /<kyero>\s*<feed_version>/.test(head),

  async *read(text, feed): AsyncGenerator<Found> {
    let agent: Element | undefined;
    for await (const { element, line, fault } of elementsIn(text, {
      root: ['root'],
      elements: ['property', 'agent'],
    })) {
      if (fault !== undefined) yield { line, fault };
      else if (element.name === 'agent') agent = element;
      else yield listingOf(element, { line, agent, feed });
    }
  },

  readRecord(record) {
    const property = Element.fromRaw(record, 'property');
    return property && payloadOf(property, countryOf(property));
  },
};

/** In which language a text is taken: the country's own, else one that most readers know. */
const LANGUAGES: Readonly<Record<string, string>> = { ES: 'es', FR: 'fr', PT: 'pt', IT: 'it', DE: 'de' };

function inBestLanguage(texts: Element | undefined, country: string | undefined): string | undefined {
  const languages = [LANGUAGES[country ?? ''] ?? 'en', 'en', 'fr', 'es'];
  return firstSaid(
    ...languages.map((language) => texts?.said(language)),
    ...(texts?.children ?? []).map(({ text }) => text),
  );
}

const countryOf = (property: Element): string | undefined => countryCodeOf(property.said('country') ?? '');

function listingOf(
  property: Element,
  { line, agent, feed }: { line: number; agent: Element | undefined; feed: Feed },
): Found {
  const country = countryOf(property);
  const url = inBestLanguage(property.at('url'), country) ?? property.said('url');
  const payload = { ...payloadOf(property, country), publisher: publisherOf(property, agent) };
  return visitOf({ line, raw: property.raw(), url, key: property.said('id'), payload }, feed);
}

/** How a price is asked: version 2.1 says `new_build` where version 3 says `sale` and has a member of its own. */
const FREQUENCIES = ['week', 'month'];
const SALES = ['sale', 'new_build'];

/** Sold, let, or nothing that can be relied on. */
function transactionOf(frequency: string | undefined): 'SELL' | 'RENT' | undefined {
  if (frequency === undefined) return undefined;
  if (SALES.includes(frequency)) return 'SELL';
  return FREQUENCIES.includes(frequency) ? 'RENT' : undefined;
}

/** Version 2.1 gives the type in languages. */
const typeOf = (property: Element): string | undefined =>
  property.said('type') ?? inBestLanguage(property.at('type'), undefined);

function payloadOf(property: Element, country: string | undefined): PayloadDraft {
  const said = (path: string) => property.said(path);
  const price = said('price') === 'x' ? undefined : said('price');
  const frequency = said('price_freq')?.toLowerCase();
  const transactionType = transactionOf(frequency);
  const isRent = transactionType === 'RENT';
  return {
    propertyType: typeOf(property),
    transactionType,
    constructionStatus: said('new_build') === '1' || frequency === 'new_build' ? 'NEW' : undefined,
    description: inBestLanguage(property.at('desc'), country) ?? said('desc'),
    displayedPrice: price,
    currency: said('currency') ?? 'EUR',
    rent: isRent ? { amount: price, currency: said('currency') ?? 'EUR', frequency } : undefined,
    area: {
      displayed: positive(said('surface_area/built')),
      total: positive(said('surface_area/built')),
      unit: 'SQM',
      land: { value: positive(said('surface_area/plot')), unit: 'SQM' },
    },
    bedrooms: said('beds'),
    bathrooms: said('baths'),
    ...flagsIn(property.all('features/feature').map(({ text }) => text)),
    swimmingPool: said('pool'),
    diagnostic: { scores: scoresOf(property) },
    location: {
      countryCode: country,
      city: said('town'),
      neighborhood: said('location_detail'),
      coordinates: { longitude: said('location/longitude'), latitude: said('location/latitude') },
    },
    pictures: property.all('images/image').map((image) => image.said('url')),
  };
}

/** X is how the format says that a certificate is on its way. */
function scoresOf(property: Element) {
  const rating = (of: string) => {
    const letter = property.said(`energy_rating/${of}`);
    return letter?.toUpperCase() === 'X' ? undefined : letter;
  };
  return {
    ENERGY_CONSUMPTION: { rating: rating('consumption') },
    CARBON_EMISSIONS: { rating: rating('emissions') },
  };
}

const publisherOf = (property: Element, agent: Element | undefined): PayloadDraft['publisher'] => ({
  publisherType: 'REAL_ESTATE_AGENCY',
  agencyName: agent?.said('name'),
  reference: property.said('ref'),
  contact: { email: agent?.said('email'), phone: agent?.said('tel') },
});
