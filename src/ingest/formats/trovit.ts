import type { PayloadDraft } from '../payload.ts';
import { Element } from '../reading/element.ts';
import { textOfHtml } from '../reading/html.ts';
import { elementsIn } from '../reading/xml.ts';
import { ourWord } from '../translate.ts';
import { areaIn } from '../units.ts';
import { type FeedFormat, type Found, visitOf } from './format.ts';

/** Trovit, and Mitula which took it over. */
export const trovit: FeedFormat = {
  description: 'Trovit and Mitula (XML)',

  recognises: (head) => /<(?:trovit|mitula)[\s>]/i.test(head),

  async *read(text, feed): AsyncGenerator<Found> {
    const wanted = { root: ['trovit', 'mitula', 'Mitula', 'ads'], elements: ['ad'] };
    for await (const { element: ad, line, fault } of elementsIn(text, wanted)) {
      if (fault !== undefined) yield { line, fault };
      else
        yield visitOf(
          { line, raw: ad.raw(), url: ad.said('url'), key: ad.said('id'), payload: payloadOf(ad) },
          feed,
        );
    }
  },

  readRecord(record) {
    const ad = Element.fromRaw(record, 'ad');
    return ad && payloadOf(ad);
  },
};

function payloadOf(ad: Element): PayloadDraft {
  const said = (path: string) => ad.said(path);
  const isRent = ourWord('transactionType', said('type') ?? '') === 'RENT';
  return {
    publishedAt: said('date'),
    title: said('title'),
    description: textOfHtml(said('content') ?? ''),
    propertyType: said('property_type') ?? said('type')?.replace(/(?<!\s)\s+for\s+(?:sale|rent)$/i, ''),
    transactionType: said('type'),
    constructionStatus: said('is_new') === '1' ? 'NEW' : undefined,
    displayedPrice: said('price'),
    currency: said('currency'),
    rent: isRent
      ? { amount: said('price'), frequency: ad.marked('price', 'period') ?? 'MONTHLY' }
      : undefined,
    area: areasOf(ad),
    // The format's rooms are bedrooms: its schema says so, and its own example calls 4 of them "4 br".
    bedrooms: said('rooms'),
    bathrooms: said('bathrooms'),
    floor: said('floor_number'),
    furnished: said('is_furnished'),
    orientation: said('orientation'),
    condition: said('condition'),
    constructionYear: said('year'),
    parking: said('parking')
      ?.replace(/^(?:yes|si|true)$/i, '1')
      .replace(/^(?:no|false)$/i, '0'),
    location: {
      countryCode: said('country'),
      city: said('city'),
      postalCode: said('postcode'),
      neighborhood: said('city_area'),
      address: said('address'),
      coordinates: { longitude: said('longitude'), latitude: said('latitude') },
    },
    publisher: {
      publisherType: said('by_owner') === '1' ? 'PRIVATE_INDIVIDUAL' : said('agency') && 'REAL_ESTATE_AGENCY',
      agencyName: said('agency'),
      reference: said('id'),
    },
    pictures: ad.all('pictures/picture').map((picture) => picture.said('picture_url')),
  };
}

/** The unit of a floor may be left out: then it is that of the plot's system, and without one the metre. */
function areasOf(ad: Element): PayloadDraft['area'] {
  const plotUnit = ad.marked('plot_area', 'unit');
  const isImperial = ['SQFT', 'ACRE'].includes(areaIn(1, plotUnit ?? '')?.unit ?? '');
  return {
    displayed: ad.said('floor_area'),
    unit: ad.marked('floor_area', 'unit') ?? (isImperial ? 'SQFT' : 'SQM'),
    land: { value: ad.said('plot_area'), unit: plotUnit ?? 'SQM' },
  };
}
