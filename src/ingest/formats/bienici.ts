import type { PayloadDraft } from '../payload.ts';
import { readCsvRows } from '../reading/csv.ts';
import { scanJsonRecords } from '../reading/json.ts';
import type { JsonObject } from '../reading/json-object.ts';
import { peekText } from '../reading/peek.ts';
import { translateWord } from '../translate.ts';
import { euros, frenchScores, joinNonEmpty, positive } from './draft.ts';
import {
  type FeedFormat,
  type FeedParseContext,
  type FeedRecord,
  isObjectWith,
  toFeedRecord,
} from './format.ts';
import { objectsAt, textAt, textsAt, valueAt } from './json-members.ts';

/** Bien'ici adverts in the JSON of its search responses, or as CSV with the same fields. */
export const bienici: FeedFormat = {
  description: "Bien'ici (JSON, or CSV with the same fields)",

  recognises: (head) =>
    /"realEstateAds"\s*:|"(?:surfaceArea|roomsQuantity|adType)"\s*:|^[\w,]*\bad_type\b[\w,]*\r?\n/.test(head),

  async *read(text, feed): AsyncGenerator<FeedRecord> {
    const { head, whole } = await peekText(text);
    const adverts = /^\s*[[{]/.test(head)
      ? scanJsonRecords(whole, ['realEstateAds', 'ads'])
      : rowsAsObjects(whole);
    for await (const { value, fault, line } of adverts) {
      if (value === undefined) yield { line, fault: fault ?? 'not an object' };
      else yield parseListing(value, line, feed);
    }
  },

  readRecord: (record) =>
    isObjectWith(record, ['adType', 'surfaceArea', 'roomsQuantity']) ? parsePayload(record) : undefined,
};

interface Advert {
  readonly value: JsonObject | undefined;
  readonly fault: string | undefined;
  readonly line: number;
}

const camelCase = (column: string): string =>
  column.trim().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

async function* rowsAsObjects(text: AsyncIterable<string>): AsyncGenerator<Advert> {
  let columns: readonly string[] | undefined;
  for await (const { cells, fault, line } of readCsvRows(text, ',')) {
    if (cells === undefined) yield { value: undefined, fault, line };
    else if (columns === undefined) columns = cells.map(camelCase);
    else if (cells.length !== columns.length)
      yield { value: undefined, fault: `${cells.length} cells under ${columns.length} columns`, line };
    else yield { value: asObject(columns, cells), fault: undefined, line };
  }
}

/** The photo URLs are in one cell, separated by a comma and a space. */
function asObject(columns: readonly string[], cells: readonly string[]): JsonObject {
  const row = Object.fromEntries(columns.map((column, at) => [column, cells[at]]));
  return { ...row, photos: row['photos']?.split(/,\s+/) };
}

function parseListing(advert: JsonObject, line: number, feed: FeedParseContext): FeedRecord {
  const field = (path: string) => textAt(advert, path);
  const id = field('id');
  const url =
    field('url') ??
    (id === undefined ? undefined : `https://www.bienici.com/annonce/${encodeURIComponent(id)}`);
  const key = joinNonEmpty('-', field('reference'), field('postalCode'));
  return toFeedRecord({ line, raw: advert, url, key, payload: parsePayload(advert) }, feed);
}

/** The portal writes the Unix epoch for an unknown date. */
const parseDay = (text: string | undefined): string | undefined =>
  text?.startsWith('1970-01-01') ? undefined : text;

/** A development has ranges of prices and areas, which are no figures of one home. */
const figure = (value: unknown): unknown => (Array.isArray(value) ? undefined : value);

function parsePayload(advert: JsonObject): PayloadDraft {
  const field = (path: string) => textAt(advert, path);
  const at = (path: string) => valueAt(advert, path);
  const isNew = at('newProperty') === true || field('newProperty')?.toLowerCase() === 'true';
  return {
    ...parseOffer(advert),
    ...parseHome(advert),
    publishedAt: parseDay(field('publicationDate')),
    title: field('title'),
    description: field('description'),
    propertyType: field('propertyType'),
    constructionStatus: isNew ? 'NEW' : undefined,
    diagnostic: parseDiagnostic(advert),
    location: {
      countryCode: 'FR',
      city: field('city'),
      postalCode: field('postalCode'),
      inseeCode: field('district.insee_code') ?? field('inseeCode'),
      neighborhood: field('district.libelle') ?? field('district.name'),
      address: field('address') ?? field('street'),
      coordinates: at('blurInfo.position') ?? at('position'),
      accuracy: BLUR[field('blurInfo.type') ?? ''],
    },
    publisher: {
      publisherType: field('accountType'),
      agencyName: field('accountDisplayName') ?? field('agencyName'),
      reference: field('reference'),
      mandate: at('isExclusiveSaleMandate') === true ? 'EXCLUSIVE' : undefined,
      contact: { phone: field('phone') },
    },
    pictures: [
      ...textsAt(advert, 'photos'),
      ...objectsAt(advert, 'photos').map((photo) => photo['url'] ?? photo['url_photo']),
    ],
  };
}

/** The accuracy of a point by how the portal blurs it. */
const BLUR: Readonly<Record<string, string>> = {
  exact: 'PRECISE',
  street: 'STREET',
  disk: 'NEIGHBORHOOD',
  polygon: 'NEIGHBORHOOD',
};

function parseOffer(advert: JsonObject): PayloadDraft {
  const field = (path: string) => textAt(advert, path);
  const price = figure(valueAt(advert, 'price'));
  const offer = field('adType');
  const common = {
    transactionType: offer,
    displayedPrice: price,
    currency: 'EUR',
    availableAt: parseDay(field('availableDate')),
  };
  if (translateWord('transactionType', offer ?? '') === 'RENT')
    return {
      ...common,
      rent: euros(price, { frequency: 'MONTHLY', includesCharges: valueAt(advert, 'chargesIncluded') }),
      fees: {
        agency: euros(field('agencyRentalFee'), { paidBy: 'TENANT' }),
        charges: euros(field('charges'), { frequency: 'MONTHLY' }),
        deposit: euros(field('safetyDeposit')),
      },
    };
  return {
    ...common,
    saleType: translateWord('saleType', offer ?? ''),
    netPrice: field('priceWithoutFees'),
    fees: { agency: { percentage: positive(field('agencyFeePercentage')), paidBy: field('feesChargedTo') } },
    condominiumFees: {
      total: positive(field('annualCondominiumFees')),
      currency: 'EUR',
      frequency: 'YEARLY',
    },
  };
}

function parseHome(advert: JsonObject): PayloadDraft {
  const at = (path: string) => valueAt(advert, path);
  return {
    area: {
      displayed: figure(at('surfaceArea')),
      living: figure(at('surfaceArea')),
      unit: 'SQM',
      land: { value: at('landSurfaceArea'), unit: 'SQM' },
      terrace: at('terracesSurfaceArea'),
      balcony: at('balconySurfaceArea'),
    },
    rooms: figure(at('roomsQuantity')),
    bedrooms: figure(at('bedroomsQuantity')),
    bathrooms: at('bathroomsQuantity'),
    showerRooms: at('showerRoomsQuantity'),
    wc: at('toiletQuantity'),
    floor: figure(at('floor')),
    lastFloor: at('isOnLastFloor'),
    buildingFloors: at('floorQuantity'),
    numberOfLots: positive(at('condominiumPartsQuantity')),
    underLegalProceedings: at('isCondominiumInProcedure'),
    constructionYear: at('yearOfConstruction'),
    condition: at('workToDo') === true ? 'TO_RENOVATE' : undefined,
    orientation: at('exposition'),
    heating: at('heating'),
    furnished: at('isFurnished'),
    disabledAccess: at('isDisabledPeopleFriendly'),
    airConditioning: at('hasAirConditioning'),
    fireplace: at('hasFirePlace'),
    balcony: at('hasBalcony') ?? at('balconyQuantity'),
    terrace: at('hasTerrace') ?? at('terracesQuantity'),
    garden: at('hasGarden'),
    cellar: at('hasCellar'),
    elevator: at('hasElevator'),
    intercom: at('hasIntercom'),
    digicode: at('hasDoorCode'),
    caretaker: at('hasCaretaker'),
    swimmingPool: at('hasPool'),
    parking: positive(
      (positive(at('parkingPlacesQuantity')) ?? 0) + (positive(at('enclosedParkingQuantity')) ?? 0),
    ),
  };
}

function parseDiagnostic(advert: JsonObject): PayloadDraft['diagnostic'] {
  const field = (path: string) => textAt(advert, path);
  const scores = frenchScores({
    energy: field('energyClassification'),
    energyValue: field('energyValue'),
    carbon: field('greenhouseGazClassification'),
    carbonValue: field('greenhouseGazValue'),
  });
  return scores === undefined
    ? undefined
    : { type: 'DPE', date: parseDay(field('energyPerformanceDiagnosticDate')), scores };
}
