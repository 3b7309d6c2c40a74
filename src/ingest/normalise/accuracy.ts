import { propertyVocabularies } from '../../catalogue/property-vocabularies.ts';
import type { Word } from '../../catalogue/vocabularies.ts';

export type Accuracy = Word<'locationAccuracy'>;

/** The finest first, as the vocabulary has them. */
const LEVELS: readonly Accuracy[] = propertyVocabularies.locationAccuracy.values;

export interface LocationFacts {
  readonly stated: Accuracy | undefined;
  readonly address: string | undefined;
  readonly coordinates: readonly [number, number] | undefined;
  /** The finest division that was found. */
  readonly finest: 'NEIGHBORHOOD' | 'DISTRICT' | 'CITY' | 'UNKNOWN';
}

/** A hundred-thousandth of a degree is a metre, a thousandth a block of houses, a hundredth a kilometre. */
const ACCURACY_BY_DECIMALS: readonly Accuracy[] = ['CITY', 'CITY', 'DISTRICT', 'STREET'];

const countDecimals = (degrees: number): number => String(degrees).split('.')[1]?.length ?? 0;

const HOUSE_NUMBER = /^\s*\d{1,4}\s*(?:bis|ter|quater|[a-d]\b)?[\s,]+\p{L}/iu;
const STREET =
  /\b(?:rue|avenue|av|boulevard|bd|bvd|place|quai|all[ée]e|chemin|impasse|route|cours|square|passage|villa|sentier|faubourg|ruelle|mont[ée]e|promenade|esplanade|voie|calle|street|road|lane|stra(?:ss|ß)e)\b/iu;

/** How finely the position is known: what the source claims, as far as what it gives bears it out. */
export function capAccuracy(place: LocationFacts): Accuracy {
  const supported =
    place.coordinates === undefined ? boundsFromText(place) : boundsFromPoint(place, place.coordinates);
  const stated = place.stated === 'UNKNOWN' ? undefined : place.stated;
  return stated === undefined ? supported.unstated : coarser(stated, supported.most);
}

interface AccuracyBounds {
  /** The finest that may be claimed. */
  readonly most: Accuracy;
  /** What is assumed when nothing is claimed. */
  readonly unstated: Accuracy;
}

function boundsFromText({ address = '', finest }: LocationFacts): AccuracyBounds {
  const level = STREET.test(address) || HOUSE_NUMBER.test(address) ? 'STREET' : finest;
  return { most: level, unstated: level };
}

/** Portals blur the points they show: one without a claim or an address beside it is taken for its neighbourhood. */
function boundsFromPoint(
  { address = '' }: LocationFacts,
  [longitude, latitude]: readonly [number, number],
): AccuracyBounds {
  const most = ACCURACY_BY_DECIMALS[Math.max(countDecimals(longitude), countDecimals(latitude))] ?? 'PRECISE';
  const assumed = HOUSE_NUMBER.test(address) ? 'PRECISE' : STREET.test(address) ? 'STREET' : 'NEIGHBORHOOD';
  return { most, unstated: coarser(assumed, most) };
}

export const coarser = (one: Accuracy, other: Accuracy): Accuracy =>
  LEVELS.indexOf(one) > LEVELS.indexOf(other) ? one : other;
