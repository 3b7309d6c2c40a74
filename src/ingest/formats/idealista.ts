import type { PayloadDraft } from '../payload.ts';
import { objectsIn } from '../reading/json.ts';
import type { Block } from '../reading/json-object.ts';
import { joined } from './draft.ts';
import { type Feed, type FeedFormat, type Found, isObjectWith, visitOf } from './format.ts';
import { blocksAt, textAt, valueAt } from './json-members.ts';

/** Idealista's exchange format: the stock of one agent in Spain, Italy or Portugal. */
export const idealista: FeedFormat = {
  description: 'Idealista (JSON)',

  recognises: (head) => /"customer(?:Properties|Code|Country)"\s*:/.test(head),

  async *read(text, feed): AsyncGenerator<Found> {
    for await (const { value, fault, line, envelope } of objectsIn(text, ['customerProperties'])) {
      if (value === undefined) yield { line, fault: fault ?? 'not an object' };
      else yield listingOf(value, { line, envelope, feed });
    }
  },

  readRecord: (record) =>
    isObjectWith(record, ['propertyOperation', 'propertyAddress']) ? payloadOf(record, record) : undefined,
};

function listingOf(
  property: Block,
  { line, envelope, feed }: { line: number; envelope: Block; feed: Feed },
): Found {
  const said = (path: string) => textAt(property, path);
  const key = joined('-', textAt(envelope, 'customerCode'), said('propertyCode'));
  const { customerCountry } = envelope;
  // Stated once for the whole file, and needed to find the place again.
  const raw = customerCountry === undefined ? property : { ...property, customerCountry };
  return visitOf({ line, raw, url: said('propertyUrl'), key, payload: payloadOf(property, envelope) }, feed);
}

const payloadOf = (property: Block, envelope: Block): PayloadDraft => ({
  ...offerOf(property),
  ...featuresOf(property),
  location: locationOf(property, textAt(envelope, 'customerCountry')),
  publisher: publisherOf(property, envelope),
  description: descriptionOf(property),
  pictures: blocksAt(property, 'propertyImages')
    .toSorted((one, other) => Number(one['imageOrder']) - Number(other['imageOrder']))
    .map(({ imageUrl }) => imageUrl),
});

function offerOf(property: Block): PayloadDraft {
  const said = (name: string) => textAt(property, `propertyOperation.${name}`);
  const isRent = said('operationType')?.startsWith('rent') ?? false;
  const price = said('operationPrice');
  const community = said('operationPriceCommunity');
  return {
    transactionType: isRent ? 'RENT' : said('operationType'),
    displayedPrice: price,
    currency: 'EUR',
    rent: isRent ? { amount: price, currency: 'EUR', frequency: 'MONTHLY' } : undefined,
    fees: isRent ? { deposit: { months: said('operationDepositMonths') } } : undefined,
    condominiumFees:
      community === undefined ? undefined : { total: community, currency: 'EUR', frequency: 'MONTHLY' },
  };
}

const WINDS = ['North', 'East', 'South', 'West'];

function featuresOf(property: Block): PayloadDraft {
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
    diagnostic: { scores: { ENERGY_CONSUMPTION: { rating: ratingOf(textAt(property, ENERGY_RATING)) } } },
  };
}

const ENERGY_RATING = 'propertyFeatures.featuresEnergyCertificateRating';

/** The certificate may also be exempt, in process or unknown. Its figure is of another law than our unit, and stays out. */
const ratingOf = (rating: string | undefined): string | undefined =>
  /^[A-G][1-4+]*$/i.test(rating ?? '') ? rating : undefined;

/** What the agent hides is not told; a point that was moved says no more than the neighbourhood. */
function locationOf(property: Block, customerCountry: string | undefined): PayloadDraft['location'] {
  const said = (name: string) => textAt(property, `propertyAddress.address${name}`);
  const visibility = said('Visibility');
  const street =
    visibility === 'full' ? joined(' ', said('StreetName'), said('StreetNumber')) : said('StreetName');
  const exact = visibility === 'street' ? 'STREET' : 'PRECISE';
  return {
    countryCode: said('Country') ?? customerCountry,
    city: said('Town'),
    postalCode: said('PostalCode'),
    neighborhood: said('Urbanization'),
    address: visibility === 'hidden' ? undefined : street,
    coordinates: { longitude: said('CoordinatesLongitude'), latitude: said('CoordinatesLatitude') },
    accuracy: said('CoordinatesPrecision') === 'exact' && visibility !== 'hidden' ? exact : 'NEIGHBORHOOD',
  };
}

function descriptionOf(property: Block): string | undefined {
  const texts = blocksAt(property, 'propertyDescriptions');
  const own = ['spanish', 'italian', 'portuguese', 'english', 'french'];
  const best = own
    .map((language) => texts.find((text) => text['descriptionLanguage'] === language))
    .find(Boolean);
  return textAt(best ?? texts[0], 'descriptionText');
}

function publisherOf(property: Block, envelope: Block): PayloadDraft['publisher'] {
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
