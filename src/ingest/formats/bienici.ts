import type { PayloadDraft } from '../payload.ts';
import { rowsIn } from '../reading/csv.ts';
import { objectsIn } from '../reading/json.ts';
import type { Block } from '../reading/json-object.ts';
import { peeked } from '../reading/peek.ts';
import { ourWord } from '../translate.ts';
import { euros, frenchScores, joined, positive } from './draft.ts';
import { type Feed, type FeedFormat, type Found, isObjectWith, visitOf } from './format.ts';
import { blocksAt, textAt, textsAt, valueAt } from './json-members.ts';

/** Adverts of Bien'ici, as its search answers them and as collectors save them: JSON, or CSV with the same fields. */
export const bienici: FeedFormat = {
  description: "Bien'ici (JSON, or CSV with the same fields)",

  recognises: (head) =>
    /"realEstateAds"\s*:|"(?:surfaceArea|roomsQuantity|adType)"\s*:|^[\w,]*\bad_type\b[\w,]*\r?\n/.test(head),

  async *read(text, feed): AsyncGenerator<Found> {
    const { head, whole } = await peeked(text);
    const adverts = /^\s*[[{]/.test(head) ? objectsIn(whole, ['realEstateAds', 'ads']) : rowsAsObjects(whole);
    for await (const { value, fault, line } of adverts) {
      if (value === undefined) yield { line, fault: fault ?? 'not an object' };
      else yield listingOf(value, line, feed);
    }
  },

  readRecord: (record) =>
    isObjectWith(record, ['adType', 'surfaceArea', 'roomsQuantity']) ? payloadOf(record) : undefined,
};

interface Advert {
  readonly value: Block | undefined;
  readonly fault: string | undefined;
  readonly line: number;
}

const camelCase = (column: string): string =>
  column.trim().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

async function* rowsAsObjects(text: AsyncIterable<string>): AsyncGenerator<Advert> {
  let columns: readonly string[] | undefined;
  for await (const { cells, fault, line } of rowsIn(text, ',')) {
    if (cells === undefined) yield { value: undefined, fault, line };
    else if (columns === undefined) columns = cells.map(camelCase);
    else if (cells.length !== columns.length)
      yield { value: undefined, fault: `${cells.length} cells under ${columns.length} columns`, line };
    else yield { value: asObject(columns, cells), fault: undefined, line };
  }
}

/** The addresses of the photos stand in one cell, parted by a comma and a blank. */
function asObject(columns: readonly string[], cells: readonly string[]): Block {
  const row = Object.fromEntries(columns.map((column, at) => [column, cells[at]]));
  return { ...row, photos: row['photos']?.split(/,\s+/) };
}

function listingOf(advert: Block, line: number, feed: Feed): Found {
  const said = (path: string) => textAt(advert, path);
  const id = said('id');
  const url =
    said('url') ??
    (id === undefined ? undefined : `https://www.bienici.com/annonce/${encodeURIComponent(id)}`);
  const key = joined('-', said('reference'), said('postalCode'));
  return visitOf({ line, raw: advert, url, key, payload: payloadOf(advert) }, feed);
}

/** The portal answers the beginning of Unix time when it does not know a day. */
const dayOf = (text: string | undefined): string | undefined =>
  text?.startsWith('1970-01-01') ? undefined : text;

/** A programme has a range of prices and areas: a range is no figure of one home. */
const figure = (value: unknown): unknown => (Array.isArray(value) ? undefined : value);

function payloadOf(advert: Block): PayloadDraft {
  const said = (path: string) => textAt(advert, path);
  const at = (path: string) => valueAt(advert, path);
  const isNew = at('newProperty') === true || said('newProperty')?.toLowerCase() === 'true';
  return {
    ...offerOf(advert),
    ...homeOf(advert),
    publishedAt: dayOf(said('publicationDate')),
    title: said('title'),
    description: said('description'),
    propertyType: said('propertyType'),
    constructionStatus: isNew ? 'NEW' : undefined,
    diagnostic: diagnosticOf(advert),
    location: {
      countryCode: 'FR',
      city: said('city'),
      postalCode: said('postalCode'),
      inseeCode: said('district.insee_code') ?? said('inseeCode'),
      neighborhood: said('district.libelle') ?? said('district.name'),
      address: said('address') ?? said('street'),
      coordinates: at('blurInfo.position') ?? at('position'),
      accuracy: BLUR[said('blurInfo.type') ?? ''],
    },
    publisher: {
      publisherType: said('accountType'),
      agencyName: said('accountDisplayName') ?? said('agencyName'),
      reference: said('reference'),
      mandate: at('isExclusiveSaleMandate') === true ? 'EXCLUSIVE' : undefined,
      contact: { phone: said('phone') },
    },
    pictures: [
      ...textsAt(advert, 'photos'),
      ...blocksAt(advert, 'photos').map((photo) => photo['url'] ?? photo['url_photo']),
    ],
  };
}

/** How much the portal blurs the point it shows. */
const BLUR: Readonly<Record<string, string>> = {
  exact: 'PRECISE',
  street: 'STREET',
  disk: 'NEIGHBORHOOD',
  polygon: 'NEIGHBORHOOD',
};

function offerOf(advert: Block): PayloadDraft {
  const said = (path: string) => textAt(advert, path);
  const price = figure(valueAt(advert, 'price'));
  const offer = said('adType');
  const common = {
    transactionType: offer,
    displayedPrice: price,
    currency: 'EUR',
    availableAt: dayOf(said('availableDate')),
  };
  if (ourWord('transactionType', offer ?? '') === 'RENT')
    return {
      ...common,
      rent: euros(price, { frequency: 'MONTHLY', includesCharges: valueAt(advert, 'chargesIncluded') }),
      fees: {
        agency: euros(said('agencyRentalFee'), { paidBy: 'TENANT' }),
        charges: euros(said('charges'), { frequency: 'MONTHLY' }),
        deposit: euros(said('safetyDeposit')),
      },
    };
  return {
    ...common,
    saleType: ourWord('saleType', offer ?? ''),
    netPrice: said('priceWithoutFees'),
    fees: { agency: { percentage: positive(said('agencyFeePercentage')), paidBy: said('feesChargedTo') } },
    condominiumFees: { total: positive(said('annualCondominiumFees')), currency: 'EUR', frequency: 'YEARLY' },
  };
}

function homeOf(advert: Block): PayloadDraft {
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

function diagnosticOf(advert: Block): PayloadDraft['diagnostic'] {
  const said = (path: string) => textAt(advert, path);
  const scores = frenchScores({
    energy: said('energyClassification'),
    energyValue: said('energyValue'),
    carbon: said('greenhouseGazClassification'),
    carbonValue: said('greenhouseGazValue'),
  });
  return scores === undefined
    ? undefined
    : { type: 'DPE', date: dayOf(said('energyPerformanceDiagnosticDate')), scores };
}
