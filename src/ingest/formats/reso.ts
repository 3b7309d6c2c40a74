import { parseCountryCode } from '../observation.ts';
import type { PayloadDraft } from '../payload.ts';
import { htmlToText } from '../reading/html.ts';
import { scanJsonRecords } from '../reading/json.ts';
import type { JsonObject } from '../reading/json-object.ts';
import { featureFlags, positive } from './draft.ts';
import { type FeedFormat, type FeedRecord, isObjectWith, toFeedRecord } from './format.ts';
import { objectsAt, textAt, textsAt, valueAt } from './json-members.ts';

/** Property records of the RESO Data Dictionary, as the Web API returns them. */
export const reso: FeedFormat = {
  description: 'RESO Web API, Data Dictionary 2.0 (JSON)',

  recognises: (head) => /"@odata\.context"\s*:|"(?:ListingKey|StandardStatus)"\s*:/.test(head),

  async *read(text, feed): AsyncGenerator<FeedRecord> {
    for await (const { value, fault, line } of scanJsonRecords(text, ['value'])) {
      if (value === undefined) yield { line, fault: fault ?? 'not an object' };
      else {
        const key = textAt(value, 'ListingKey') ?? textAt(value, 'ListingId');
        const status = textAt(value, 'StandardStatus')?.replaceAll(' ', '') ?? '';
        const payload = GONE.includes(status) ? undefined : parsePayload(value);
        yield toFeedRecord({ line, raw: value, url: textAt(value, 'ListingURL'), key, payload }, feed);
      }
    }
  },

  readRecord: (record) =>
    isObjectWith(record, ['ListingKey', 'ListingId', 'StandardStatus']) ? parsePayload(record) : undefined,
};

/** Statuses of listings that are not advertised. */
const GONE: readonly string[] = ['Delete', 'Expired', 'Canceled', 'Incomplete'];

function parsePayload(record: JsonObject): PayloadDraft {
  const field = (name: string) => textAt(record, name);
  return {
    ...featureFlags(FEATURE_LISTS.flatMap((name) => textsAt(record, name))),
    ...parseOffer(record),
    ...parseHome(record),
    publishedAt: field('OnMarketTimestamp') ?? field('OnMarketDate') ?? field('ListingContractDate'),
    description: htmlToText(field('PublicRemarks') ?? ''),
    propertyType: parseType(record),
    location: {
      countryCode: field('Country') ?? 'US',
      city: field('City') ?? field('PostalCity'),
      postalCode: field('PostalCode'),
      neighborhood: field('SubdivisionName'),
      address: field('UnparsedAddress'),
      coordinates: { longitude: valueAt(record, 'Longitude'), latitude: valueAt(record, 'Latitude') },
    },
    publisher: {
      publisherType: field('ListOfficeName') && 'REAL_ESTATE_AGENCY',
      agencyName: field('ListOfficeName'),
      mandate: field('ListingAgreement'),
      reference: field('ListingId'),
      contact: {
        email: field('ListAgentEmail') ?? field('ListOfficeEmail'),
        phone: field('ListAgentDirectPhone') ?? field('ListAgentPreferredPhone') ?? field('ListOfficePhone'),
      },
    },
    pictures: objectsAt(record, 'Media')
      .filter(({ MediaCategory }) => MediaCategory === undefined || MediaCategory === 'Photo')
      .toSorted((one, other) => Number(one['Order'] ?? 0) - Number(other['Order'] ?? 0))
      .map(({ MediaURL }) => MediaURL),
  };
}

const FEATURE_LISTS = [
  'InteriorFeatures',
  'ExteriorFeatures',
  'AssociationAmenities',
  'CommunityFeatures',
  'Appliances',
  'Flooring',
  'ParkingFeatures',
];

/** PropertyType distinguishes buildings and land. The type of a home is in PropertySubType. */
function parseType(record: JsonObject): string | undefined {
  const kind = textAt(record, 'PropertyType');
  const isHome = /^Residential(?: ?Lease)?$/.test(kind ?? '');
  return isHome ? textAt(record, 'PropertySubType') : (kind ?? textAt(record, 'PropertySubType'));
}

/** The dictionary has no currencies: amounts are in that of the country. */
const CURRENCIES: Readonly<Record<string, string>> = {
  US: 'USD',
  GB: 'GBP',
  CH: 'CHF',
  FR: 'EUR',
  ES: 'EUR',
};

function parseOffer(record: JsonObject): PayloadDraft {
  const field = (name: string) => textAt(record, name);
  const isRent = /lease/i.test(field('PropertyType') ?? '');
  const currency = CURRENCIES[parseCountryCode(field('Country') ?? 'US') ?? ''];
  const amount = (name: string, facts: object) => {
    const value = positive(field(name));
    return value === undefined ? undefined : { amount: value, currency, ...facts };
  };
  const status = field('StandardStatus');
  return {
    transactionType: isRent ? 'RENT' : 'SELL',
    transactionStatus: status === 'Closed' ? (isRent ? 'RENTED' : 'SOLD') : status,
    availableAt: field('AvailabilityDate'),
    displayedPrice: field('ListPrice'),
    currency,
    rent: isRent ? amount('ListPrice', { frequency: field('LeaseAmountFrequency') ?? 'MONTHLY' }) : undefined,
    propertyTax: amount('TaxAnnualAmount', { frequency: 'YEARLY', paidBy: 'OWNER' }),
    condominiumFees: parseDues(record, currency),
  };
}

/** Frequencies that our vocabulary does not have are converted to yearly amounts. */
const TIMES_A_YEAR: Readonly<Record<string, number>> = {
  quarterly: 4,
  semiannually: 2,
  bimonthly: 6,
};

function parseDues(record: JsonObject, currency: string | undefined) {
  const dues = positive(valueAt(record, 'AssociationFee'));
  if (dues === undefined) return undefined;
  const frequency = textAt(record, 'AssociationFeeFrequency');
  const times = TIMES_A_YEAR[frequency?.toLowerCase().replace(/[^a-z]/g, '') ?? ''];
  return times === undefined
    ? { total: dues, currency, frequency }
    : { total: dues * times, currency, frequency: 'YEARLY' };
}

function parseHome(record: JsonObject): PayloadDraft {
  const at = (name: string) => valueAt(record, name);
  return {
    area: parseAreas(record),
    rooms: at('RoomsTotal'),
    bedrooms: at('BedroomsTotal'),
    bathrooms: at('BathroomsTotalInteger') ?? at('BathroomsFull'),
    constructionYear: at('YearBuilt'),
    constructionStatus: at('NewConstructionYN') === true ? 'NEW' : undefined,
    condition: textsAt(record, 'PropertyCondition')[0],
    orientation: at('DirectionFaces'),
    // "Central" is central air in one home, not collective heating.
    heating: textsAt(record, 'Heating').filter((way) => !/central|forced|none/i.test(way)),
    furnished: FURNISHED[textAt(record, 'Furnished') ?? ''],
    fireplace: at('FireplaceYN'),
    airConditioning: at('CoolingYN'),
    swimmingPool: at('PoolPrivateYN'),
    ...parseParking(record),
  };
}

/** Empty when no member states parking, so that the feature list may. */
function parseParking(record: JsonObject): PayloadDraft {
  const at = (name: string) => valueAt(record, name);
  const spaces = positive(at('ParkingTotal') ?? at('GarageSpaces') ?? at('CarportSpaces'));
  if (spaces !== undefined) return { parking: spaces };
  return at('GarageYN') === true || at('CarportYN') === true ? { parking: true } : {};
}

const FURNISHED: Readonly<Record<string, boolean>> = { Furnished: true, Unfurnished: false };

function parseAreas(record: JsonObject): PayloadDraft['area'] {
  const figure = (name: string) => positive(valueAt(record, name));
  const living = figure('LivingArea');
  const total = figure('BuildingAreaTotal');
  const unit = living === undefined ? textAt(record, 'BuildingAreaUnits') : textAt(record, 'LivingAreaUnits');
  return {
    displayed: living ?? total,
    living,
    total: living === undefined ? total : undefined,
    unit: unit ?? 'SQFT',
    land: parsePlot(record),
  };
}

function parsePlot(record: JsonObject) {
  const [area, acres, feet] = ['LotSizeArea', 'LotSizeAcres', 'LotSizeSquareFeet'].map((name) =>
    positive(valueAt(record, name)),
  );
  const unit = textAt(record, 'LotSizeUnits');
  if (area !== undefined && unit !== undefined) return { value: area, unit };
  return acres === undefined ? { value: feet, unit: 'SQFT' } : { value: acres, unit: 'ACRE' };
}
