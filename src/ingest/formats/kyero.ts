import { parseCountryCode } from '../observation.ts';
import type { PayloadDraft } from '../payload.ts';
import { Element } from '../reading/element.ts';
import { readXmlRecords } from '../reading/xml.ts';
import { featureFlags, firstNonEmpty, positive } from './draft.ts';
import { type FeedFormat, type FeedParseContext, type FeedRecord, toFeedRecord } from './format.ts';

/**
 * Kyero v3 and v2.1: Spanish, Portuguese, French and Italian homes for foreign buyers. A file is an agent's
 * complete stock.
 */
export const kyero: FeedFormat = {
  description: 'Kyero version 3 and 2.1 (XML)',

  recognises: (head) => /<kyero>\s*<feed_version>/.test(head),

  async *read(text, feed): AsyncGenerator<FeedRecord> {
    let agent: Element | undefined;
    for await (const { element, line, fault } of readXmlRecords(text, {
      root: ['root'],
      elements: ['property', 'agent'],
    })) {
      if (fault !== undefined) yield { line, fault };
      else if (element.name === 'agent') agent = element;
      else yield parseListing(element, { line, agent, feed });
    }
  },

  readRecord(record) {
    const property = Element.fromRaw(record, 'property');
    return property && parsePayload(property, parseCountry(property));
  },
};

/** The preferred language of texts by country; others follow. */
const LANGUAGES: Readonly<Record<string, string>> = { ES: 'es', FR: 'fr', PT: 'pt', IT: 'it', DE: 'de' };

function inBestLanguage(texts: Element | undefined, country: string | undefined): string | undefined {
  const languages = [LANGUAGES[country ?? ''] ?? 'en', 'en', 'fr', 'es'];
  return firstNonEmpty(
    ...languages.map((language) => texts?.textAt(language)),
    ...(texts?.children ?? []).map(({ text }) => text),
  );
}

const parseCountry = (property: Element): string | undefined =>
  parseCountryCode(property.textAt('country') ?? '');

function parseListing(
  property: Element,
  { line, agent, feed }: { line: number; agent: Element | undefined; feed: FeedParseContext },
): FeedRecord {
  const country = parseCountry(property);
  const url = inBestLanguage(property.at('url'), country) ?? property.textAt('url');
  const payload = { ...parsePayload(property, country), publisher: parsePublisher(property, agent) };
  return toFeedRecord({ line, raw: property.raw(), url, key: property.textAt('id'), payload }, feed);
}

/** Values of `price_freq`. Version 2.1 has `new_build` where version 3 has `sale` and a separate element. */
const FREQUENCIES = ['week', 'month'];
const SALES = ['sale', 'new_build'];

/** Undefined for other values: none is guessed. */
function parseTransaction(frequency: string | undefined): 'SELL' | 'RENT' | undefined {
  if (frequency === undefined) return undefined;
  if (SALES.includes(frequency)) return 'SELL';
  return FREQUENCIES.includes(frequency) ? 'RENT' : undefined;
}

/** Version 2.1 has the type in several languages. */
const parseType = (property: Element): string | undefined =>
  property.textAt('type') ?? inBestLanguage(property.at('type'), undefined);

function parsePayload(property: Element, country: string | undefined): PayloadDraft {
  const field = (path: string) => property.textAt(path);
  const price = field('price') === 'x' ? undefined : field('price');
  const frequency = field('price_freq')?.toLowerCase();
  const transactionType = parseTransaction(frequency);
  const isRent = transactionType === 'RENT';
  return {
    propertyType: parseType(property),
    transactionType,
    constructionStatus: field('new_build') === '1' || frequency === 'new_build' ? 'NEW' : undefined,
    description: inBestLanguage(property.at('desc'), country) ?? field('desc'),
    displayedPrice: price,
    currency: field('currency') ?? 'EUR',
    rent: isRent ? { amount: price, currency: field('currency') ?? 'EUR', frequency } : undefined,
    area: {
      displayed: positive(field('surface_area/built')),
      total: positive(field('surface_area/built')),
      unit: 'SQM',
      land: { value: positive(field('surface_area/plot')), unit: 'SQM' },
    },
    bedrooms: field('beds'),
    bathrooms: field('baths'),
    ...featureFlags(property.all('features/feature').map(({ text }) => text)),
    swimmingPool: field('pool'),
    diagnostic: { scores: parseScores(property) },
    location: {
      countryCode: country,
      city: field('town'),
      neighborhood: field('location_detail'),
      coordinates: { longitude: field('location/longitude'), latitude: field('location/latitude') },
    },
    pictures: property.all('images/image').map((image) => image.textAt('url')),
  };
}

/** X means that a certificate is pending. */
function parseScores(property: Element) {
  const rating = (of: string) => {
    const letter = property.textAt(`energy_rating/${of}`);
    return letter?.toUpperCase() === 'X' ? undefined : letter;
  };
  return {
    ENERGY_CONSUMPTION: { rating: rating('consumption') },
    CARBON_EMISSIONS: { rating: rating('emissions') },
  };
}

const parsePublisher = (property: Element, agent: Element | undefined): PayloadDraft['publisher'] => ({
  publisherType: 'REAL_ESTATE_AGENCY',
  agencyName: agent?.textAt('name'),
  reference: property.textAt('ref'),
  contact: { email: agent?.textAt('email'), phone: agent?.textAt('tel') },
});
