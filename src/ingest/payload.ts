import { area } from '../catalogue/attributes/area.ts';
import { amenities, building } from '../catalogue/attributes/building.ts';
import { listing } from '../catalogue/attributes/listing.ts';
import { location } from '../catalogue/attributes/location.ts';
import { pricing } from '../catalogue/attributes/pricing.ts';
import { property } from '../catalogue/attributes/property.ts';
import { publisher } from '../catalogue/attributes/publisher.ts';
import { unit } from '../catalogue/attributes/unit.ts';
import type { FromNode } from '../catalogue/from-node.ts';
import { flag, list, object, text } from '../catalogue/nodes.ts';

const { energy, ...unitMembers } = unit.members;
const { parking: sharedParking, ...amenityMembers } = amenities.members;
const { id, ...publisherMembers } = publisher.members;
const { transaction, body } = property.members;
const { sale, rental } = pricing.members;
const { indoor, outdoor, annexes } = area.members;
const saleFees = sale.members.fees.members;
const rentalFees = rental.members.fees.members;

/**
 * The payload of an observation. Every member is a node of the property document, so that an observation can state
 * whatever the document can hold. All are optional.
 */
export const payloadSchema = object('What a source says of one listing.', {
  publishedAt: listing.members.publishedAt,
  title: body.members.title,
  description: body.members.description,
  propertyType: property.members.propertyType,
  constructionStatus: property.members.constructionStatus,
  transactionType: transaction.members.type,
  transactionStatus: transaction.members.status,
  saleType: transaction.members.saleType,
  availableAt: transaction.members.availableAt,
  displayedPrice: pricing.members.displayed,
  currency: pricing.members.currency,
  netPrice: sale.members.netPrice,
  fees: object('What comes beside the price or the rent.', {
    ...rentalFees,
    ...saleFees,
    taxes: object('The taxes.', { ...rentalFees.taxes.members, ...saleFees.taxes.members }),
  }),
  condominiumFees: saleFees.condominium,
  propertyTax: saleFees.taxes.members.propertyTax,
  rent: rental.members.rent,
  area: object('The areas, all but the plot in one unit.', {
    displayed: area.members.displayed,
    unit: area.members.unit,
    living: indoor.members.living,
    total: indoor.members.total,
    legal: indoor.members.legal,
    land: area.members.land,
    terrace: outdoor.members.terrace,
    balcony: outdoor.members.balcony,
    garden: outdoor.members.garden,
    basement: annexes.members.basement,
    parking: annexes.members.parking,
  }),
  ...amenityMembers,
  ...unitMembers,
  parking: object('The parking of the unit, and by `type` and `spaces` that of the building.', {
    ...unitMembers.parking.members,
    ...sharedParking.members,
  }),
  heating: energy.members.heating,
  buildingFloors: building.members.floors,
  numberOfLots: building.members.numberOfLots,
  constructionType: building.members.constructionType,
  constructionYear: building.members.constructionYear,
  renovationYear: building.members.renovationYear,
  underLegalProceedings: building.members.legalStatus.members.underLegalProceedings,
  location: object('Where the source says it is.', {
    countryCode: location.members.countryCode,
    city: text('The name of the municipality, as written.', { maxLength: 200, ifLonger: 'cut' }),
    postalCode: text('The postal code, as written.', { maxLength: 40 }),
    inseeCode: text('The INSEE code of the municipality or district.', { maxLength: 40 }),
    neighborhood: text('The name of the neighbourhood, as written.', { maxLength: 200, ifLonger: 'cut' }),
    address: location.members.address,
    accuracy: location.members.accuracy,
  }),
  publisher: object('Who advertises it.', publisherMembers),
  pictures: list(
    'The pictures.',
    object('One picture.', {
      url: property.members.pictures.of.members.url,
      phash: text('Its 64-bit perceptual hash in 16 hexadecimal digits.', { pattern: '^[0-9a-f]{16}$' }),
    }),
  ),
  marketing: listing.members.marketing,
  protected: flag('Hide the URL and the source from customers.'),
});

/** Longitude, then latitude. */
export type Coordinates = [number, number];

export type Payload = FromNode<typeof payloadSchema> & { location?: { coordinates?: Coordinates } };

/** Members whose 0 means "not stated": no home is free, and none has 0 rooms. */
export const ZERO_IS_UNKNOWN: ReadonlySet<string> = new Set([
  'displayedPrice',
  'netPrice',
  'rent.amount',
  'rooms',
  'constructionYear',
  'renovationYear',
  ...Object.keys(payloadSchema.members.area.members).map((member) => `area.${member}`),
  'area.legal.value',
  'area.land.value',
]);

type Scalar = string | number | boolean | null | undefined;

/**
 * A payload as formats produce it: our members, the source's values. A scalar may stand for an object's main
 * member.
 */
export type NodeDraft<Node = typeof payloadSchema> = Node extends { kind: 'object'; members: infer Members }
  ? { readonly [Name in keyof Members]?: NodeDraft<Members[Name]> | Scalar }
  : unknown;

export type PayloadDraft = NodeDraft & {
  readonly location?: { readonly coordinates?: unknown } | undefined;
};
