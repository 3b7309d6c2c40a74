import type { PayloadDraft } from '../payload.ts';
import { scanJsonRecords } from '../reading/json.ts';
import type { JsonObject } from '../reading/json-object.ts';
import { joinNonEmpty } from './draft.ts';
import {
  type FeedFormat,
  type FeedParseContext,
  type FeedRecord,
  isObjectWith,
  toFeedRecord,
} from './format.ts';
import { objectsAt, textAt, valueAt } from './json-members.ts';

/** Idealista's exchange format: the stock of one agent in Spain, Italy or Portugal. */
export const idealista: FeedFormat = {
  description: 'Idealista (JSON)',

  recognises: (head) => /"customer(?:Properties|Code|Country)"\s*:/.test(head),

  async *read(text, feed): AsyncGenerator<FeedRecord> {
    for await (const { value, fault, line, envelope } of scanJsonRecords(text, ['customerProperties'])) {
      if (value === undefined) yield { line, fault: fault ?? 'not an object' };
      else yield parseListing(value, { line, envelope, feed });
    }
  },

  readRecord: (record) =>
    isObjectWith(record, ['propertyOperation', 'propertyAddress']) ? parsePayload(record, record) : undefined,
};

function parseListing(
  property: JsonObject,
  { line, envelope, feed }: { line: number; envelope: JsonObject; feed: FeedParseContext },
): FeedRecord {
  const field = (path: string) => textAt(property, path);
  const key = joinNonEmpty('-', textAt(envelope, 'customerCode'), field('propertyCode'));
  const { customerCountry } = envelope;
  // Stated once for the whole file, and needed to locate the stored record again.
  const raw = customerCountry === undefined ? property : { ...property, customerCountry };
  return toFeedRecord(
    { line, raw, url: field('propertyUrl'), key, payload: parsePayload(property, envelope) },
    feed,
  );
}

const parsePayload = (property: JsonObject, envelope: JsonObject): PayloadDraft => ({
  ...parseOffer(property),
  ...parseFeatures(property),
  location: parseLocation(property, textAt(envelope, 'customerCountry')),
  publisher: parsePublisher(property, envelope),
  description: parseDescription(property),
  pictures: objectsAt(property, 'propertyImages')
    .toSorted((one, other) => Number(one['imageOrder']) - Number(other['imageOrder']))
    .map(({ imageUrl }) => imageUrl),
});

function parseOffer(property: JsonObject): PayloadDraft {
  const field = (name: string) => textAt(property, `propertyOperation.${name}`);
  const isRent = field('operationType')?.startsWith('rent') ?? false;
  const price = field('operationPrice');
  const community = field('operationPriceCommunity');
  return {
    transactionType: isRent ? 'RENT' : field('operationType'),
    displayedPrice: price,
    currency: 'EUR',
    rent: isRent ? { amount: price, currency: 'EUR', frequency: 'MONTHLY' } : undefined,
    fees: isRent ? { deposit: { months: field('operationDepositMonths') } } : undefined,
    condominiumFees:
      community === undefined ? undefined : { total: community, currency: 'EUR', frequency: 'MONTHLY' },
  };
}

const WINDS = ['North', 'East', 'South', 'West'];

function parseFeatures(property: JsonObject): PayloadDraft {
  const feature = (name: string) => valueAt(property, `propertyFeatures.features${name}`);
  return {
    propertyType: feature('Type'),
    area: {
      displayed: feature('AreaUsable') ?? feature('AreaConstructed'),
      living: feature('AreaUsable'),
      total: feature('AreaConstructed'),
      unit: 'SQM',
      land: { value: feature('AreaPlot'), unit: 'SQM' },
    },
    rooms: feature('Rooms'),
    bedrooms: feature('BedroomNumber'),
    bathrooms: feature('BathroomNumber'),
    floor: textAt(property, 'propertyAddress.addressFloor'),
    buildingFloors: feature('FloorsBuilding'),
    constructionYear: feature('BuiltYear'),
    condition: feature('Conservation'),
    constructionStatus: feature('Conservation') === 'new' ? 'NEW' : undefined,
    lastFloor: feature('Penthouse'),
    furnished: feature('EquippedWithFurniture'),
    equippedKitchen: feature('EquippedKitchen'),
    airConditioning: feature('ConditionedAir'),
    fireplace: feature('Chimney'),
    doubleGlazing: feature('WindowsDouble'),
    balcony: feature('Balcony'),
    terrace: feature('Terrace'),
    garden: feature('Garden'),
    storage: feature('Storage'),
    swimmingPool: feature('Pool'),
    caretaker: feature('Doorman'),
    elevator: feature('LiftAvailable') ?? feature('LiftNumber'),
    disabledAccess: feature('BuildingAdapted') ?? feature('HandicapAdaptedAccess'),
    parking: (feature('ParkingSpacesNumber') ?? feature('ParkingAvailable')) as number | boolean | undefined,
    orientation: WINDS.filter((wind) => feature(`Orientation${wind}`) === true),
    heating: feature('HeatingType') === 'noHeating' ? undefined : feature('HeatingType'),
    diagnostic: { scores: { ENERGY_CONSUMPTION: { rating: parseRating(textAt(property, ENERGY_RATING)) } } },
  };
}

const ENERGY_RATING = 'propertyFeatures.featuresEnergyCertificateRating';

/** The certificate may also be exempt, in process or unknown. Its figure is not in our unit and is not used. */
const parseRating = (rating: string | undefined): string | undefined =>
  /^[A-G][1-4+]*$/i.test(rating ?? '') ? rating : undefined;

/** Hidden streets are left out, and a moved point is only accurate to its neighbourhood. */
function parseLocation(property: JsonObject, customerCountry: string | undefined): PayloadDraft['location'] {
  const field = (name: string) => textAt(property, `propertyAddress.address${name}`);
  const visibility = field('Visibility');
  const street =
    visibility === 'full'
      ? joinNonEmpty(' ', field('StreetName'), field('StreetNumber'))
      : field('StreetName');
  const exact = visibility === 'street' ? 'STREET' : 'PRECISE';
  return {
    countryCode: field('Country') ?? customerCountry,
    city: field('Town'),
    postalCode: field('PostalCode'),
    neighborhood: field('Urbanization'),
    address: visibility === 'hidden' ? undefined : street,
    coordinates: { longitude: field('CoordinatesLongitude'), latitude: field('CoordinatesLatitude') },
    accuracy: field('CoordinatesPrecision') === 'exact' && visibility !== 'hidden' ? exact : 'NEIGHBORHOOD',
  };
}

function parseDescription(property: JsonObject): string | undefined {
  const texts = objectsAt(property, 'propertyDescriptions');
  const own = ['spanish', 'italian', 'portuguese', 'english', 'french'];
  const best = own
    .map((language) => texts.find((text) => text['descriptionLanguage'] === language))
    .find(Boolean);
  return textAt(best ?? texts[0], 'descriptionText');
}

function parsePublisher(property: JsonObject, envelope: JsonObject): PayloadDraft['publisher'] {
  const contact = valueAt(property, 'propertyContact') ?? valueAt(envelope, 'customerContact');
  const phone = textAt(contact, 'contactPrimaryPhoneNumber');
  const prefix = textAt(contact, 'contactPrimaryPhonePrefix');
  return {
    publisherType: 'REAL_ESTATE_AGENCY',
    agencyName: textAt(envelope, 'customerContact.contactName'),
    reference: textAt(property, 'propertyReference'),
    contact: {
      email: textAt(contact, 'contactEmail'),
      phone: phone === undefined || prefix === undefined ? phone : `+${prefix} ${phone}`,
    },
  };
}
