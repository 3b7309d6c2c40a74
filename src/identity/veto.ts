import type { ListingFeature } from './feature.ts';
import { areFiguresOnly } from './feature.ts';
import type { Levels } from './levels.ts';

/** A conflict that no similarity outweighs. */
export type Veto = 'transaction' | 'lot' | 'certificate' | 'address' | 'new-build price' | 'two offers';

export function findVeto(one: ListingFeature, other: ListingFeature, levels: Levels): Veto | undefined {
  if (
    one.transaction !== other.transaction &&
    one.transaction !== undefined &&
    other.transaction !== undefined
  )
    return 'transaction';
  if (levels.lot === 'other') return 'lot';
  if (levels.certificate === 'other') return 'certificate';
  if (levels.number === 'other' && levels.photos !== 'most') return 'address';
  if (areTwoOffers(levels, mayBeNewPair(one, other)) && (isOneOffice(one, other) || isOtherOffer(levels)))
    return 'two offers';
  if (isNewPair(one, other) && levels.lot !== 'same' && isOtherPrice(levels))
    return areFiguresOnly(one, other) ? undefined : 'new-build price';
  return undefined;
}

/** One says it is new, and the other need not: what they share may be the programme's. */
export const mayBeNewPair = (one: ListingFeature, other: ListingFeature): boolean =>
  one.newBuild || other.newBuild;

/** The lots of a programme share everything but lot and price. */
export const isNewPair = (one: ListingFeature, other: ListingFeature): boolean =>
  one.newBuild && other.newBuild;

type AnyPrice = Levels['price'] | Levels['rent'];

/** Of a sale or of a rent. */
const priceOf = ({ price, rent }: Levels): AnyPrice => price ?? rent;

const EQUAL_PRICES: ReadonlySet<AnyPrice> = new Set<AnyPrice>([
  undefined,
  'path',
  'moves',
  'equalFine',
  'equal',
  'equalRound',
]);

const isPriceEqual = (levels: Levels): boolean => EQUAL_PRICES.has(priceOf(levels));

const EQUAL_AREAS: ReadonlySet<Levels['area']> = new Set(['exact', 'equal', 'rounding']);
const FEE_PRICES: ReadonlySet<Levels['price']> = new Set([
  ...(['within1', 'within4', 'within7', 'within8', 'fee1', 'fee4', 'fee7'] as const),
]);

/** Under one reference a price ten times the other is a slip of the finger, not another lot. */
const isOtherPrice = (levels: Levels): boolean =>
  !isPriceEqual(levels) &&
  !(priceOf(levels) === 'misprint' && levels.reference === 'same') &&
  !(FEE_PRICES.has(levels.price) && (isOneReference(levels) || isOnePlan(levels)));

/**
 * One office advertises both under one reference, and area and floor agree: the lot with fees and without, for portals
 * differ in what they ask for. A reference may be the programme's, whose lots differ in area or floor.
 */
const isOneReference = (levels: Levels): boolean => levels.reference === 'same' && isOneSize(levels);

/**
 * Two offices state one area to the decimal and one floor: the lot with fees and without. The lots of one plan lie above
 * each other. Of such pairs at prices up to 8.5 % apart 31 of 34 were of one lot in worlds of ours.
 */
const isOnePlan = ({ area, floor, reference }: Levels): boolean =>
  area === 'exact' && floor === 'same' && reference === undefined;

const isOneSize = ({ area, floor }: Levels): boolean =>
  EQUAL_AREAS.has(area) && floor !== 'one' && floor !== 'more';

/** Two adverts of a programme that agree in what distinguishes its lots: area, floor and price. */
export const areOneLot = (one: ListingFeature, other: ListingFeature, levels: Levels): boolean =>
  isNewPair(one, other) && isOneSize(levels) && priceOf(levels) !== undefined && !isOtherPrice(levels);

/**
 * What two adverts share may be a programme's though neither says so: one office uses the same words for two references at two prices. A home
 * that is put up again keeps a price of its history.
 */
export const mayBeProgramme = (one: ListingFeature, other: ListingFeature, levels: Levels): boolean =>
  mayBeNewPair(one, other) ||
  (levels.ownText === 'copy' && levels.reference === 'other' && !isPriceEqual(levels));

const isOtherOffer = (levels: Levels): boolean => !isPriceEqual(levels) && priceOf(levels) !== 'misprint';

/**
 * Offices of one name, even in one town, differ only by their phone. Where an advert states none they hardly ever are two
 * that sell one home at two prices: of 4,300 such pairs 7 were, in worlds of two generators.
 */
const isOneOffice = (one: ListingFeature, other: ListingFeature): boolean =>
  one.phone !== undefined && one.phone === other.phone;

/** Surely one office, whose adverts at a portal show whether it offers one home there or two. */
export const isOneOfficeAtOnePortal = (
  one: ListingFeature,
  other: ListingFeature,
  { bothLive }: Levels,
): boolean => bothLive !== undefined && isOneOffice(one, other);

/**
 * One agency that shows two adverts side by side at one portal sells two homes. Exceptions: one reference; photos and
 * text both agree, as in a re-post at a new price whose predecessor's end was not seen; photos or text agree and the
 * price is equal or a misprint. In a programme photos and text are shared: there only one reference or lot is an exception.
 */
const areTwoOffers = (levels: Levels, newBuild: boolean): boolean => {
  const { bothLive, reference, photos, ownText, lot } = levels;
  if (bothLive !== 'together' || reference === 'same') return false;
  if (newBuild) return lot !== 'same';
  if (photos === 'most' && ownText === 'copy') return false;
  return isOtherOffer(levels) || (photos !== 'most' && ownText !== 'copy');
};
