import type { PayloadDraft } from '../payload.ts';
import { Element } from '../reading/element.ts';
import { htmlToText } from '../reading/html.ts';
import { readXmlRecords } from '../reading/xml.ts';
import { translateWord } from '../translate.ts';
import { convertAreaUnit } from '../units.ts';
import { type FeedFormat, type FeedRecord, toFeedRecord } from './format.ts';

/** Trovit, and Mitula, which uses the same format. */
export const trovit: FeedFormat = {
  description: 'Trovit and Mitula (XML)',

  recognises: (head) => /<(?:trovit|mitula)[\s>]/i.test(head),

  async *read(text, feed): AsyncGenerator<FeedRecord> {
    const selection = { root: ['trovit', 'mitula', 'Mitula', 'ads'], elements: ['ad'] };
    for await (const { element: ad, line, fault } of readXmlRecords(text, selection)) {
      if (fault !== undefined) yield { line, fault };
      else
        yield toFeedRecord(
          { line, raw: ad.raw(), url: ad.textAt('url'), key: ad.textAt('id'), payload: parsePayload(ad) },
          feed,
        );
    }
  },

  readRecord(record) {
    const ad = Element.fromRaw(record, 'ad');
    return ad && parsePayload(ad);
  },
};

function parsePayload(ad: Element): PayloadDraft {
  const field = (path: string) => ad.textAt(path);
  const isRent = translateWord('transactionType', field('type') ?? '') === 'RENT';
  return {
    publishedAt: field('date'),
    title: field('title'),
    description: htmlToText(field('content') ?? ''),
    propertyType: field('property_type') ?? field('type')?.replace(/(?<!\s)\s+for\s+(?:sale|rent)$/i, ''),
    transactionType: field('type'),
    constructionStatus: field('is_new') === '1' ? 'NEW' : undefined,
    displayedPrice: field('price'),
    currency: field('currency'),
    rent: isRent
      ? { amount: field('price'), frequency: ad.attributeAt('price', 'period') ?? 'MONTHLY' }
      : undefined,
    area: parseAreas(ad),
    // `rooms` are bedrooms: so states the schema, and its example calls 4 of them "4 br".
    bedrooms: field('rooms'),
    bathrooms: field('bathrooms'),
    floor: field('floor_number'),
    furnished: field('is_furnished'),
    orientation: field('orientation'),
    condition: field('condition'),
    constructionYear: field('year'),
    parking: field('parking')
      ?.replace(/^(?:yes|si|true)$/i, '1')
      .replace(/^(?:no|false)$/i, '0'),
    location: {
      countryCode: field('country'),
      city: field('city'),
      postalCode: field('postcode'),
      neighborhood: field('city_area'),
      address: field('address'),
      coordinates: { longitude: field('longitude'), latitude: field('latitude') },
    },
    publisher: {
      publisherType:
        field('by_owner') === '1' ? 'PRIVATE_INDIVIDUAL' : field('agency') && 'REAL_ESTATE_AGENCY',
      agencyName: field('agency'),
      reference: field('id'),
    },
    pictures: ad.all('pictures/picture').map((picture) => picture.textAt('picture_url')),
  };
}

/** A missing unit of the floor area is inferred from that of the plot; the default is square metres. */
function parseAreas(ad: Element): PayloadDraft['area'] {
  const plotUnit = ad.attributeAt('plot_area', 'unit');
  const isImperial = ['SQFT', 'ACRE'].includes(convertAreaUnit(1, plotUnit ?? '')?.unit ?? '');
  return {
    displayed: ad.textAt('floor_area'),
    unit: ad.attributeAt('floor_area', 'unit') ?? (isImperial ? 'SQFT' : 'SQM'),
    land: { value: ad.textAt('plot_area'), unit: plotUnit ?? 'SQM' },
  };
}
