import { propertyVocabularies } from '../../catalogue/property-vocabularies.ts';
import type { Word } from '../../catalogue/vocabularies.ts';

export type Accuracy = Word<'locationAccuracy'>;

/** Finest first, as in the vocabulary. */
const LEVELS: readonly Accuracy[] = propertyVocabularies.locationAccuracy.values;

export interface LocationFacts {
  readonly stated: Accuracy | undefined;
  readonly address: string | undefined;
  readonly coordinates: readonly [number, number] | undefined;
  /** The finest division that was found. */
  readonly finest: 'NEIGHBORHOOD' | 'DISTRICT' | 'CITY' | 'UNKNOWN';
}

/** By decimals of a coordinate: five are a metre, three a block of houses, two a kilometre. */
const ACCURACY_BY_DECIMALS: readonly Accuracy[] = ['CITY', 'CITY', 'DISTRICT', 'STREET'];

const countDecimals = (degrees: number): number => String(degrees).split('.')[1]?.length ?? 0;

const HOUSE_NUMBER = /^\s*\d{1,4}\s*(?:bis|ter|quater|[a-d]\b)?[\s,]+\p{L}/iu;
const STREET =
  /\b(?:rue|avenue|av|boulevard|bd|bvd|place|quai|all[ée]e|chemin|impasse|route|cours|square|passage|villa|sentier|faubourg|ruelle|mont[ée]e|promenade|esplanade|voie|calle|street|road|lane|stra(?:ss|ß)e)\b/iu;

/** The stated accuracy, capped at what the coordinates and address support. */
export function capAccuracy(facts: LocationFacts): Accuracy {
  const supported =
    facts.coordinates === undefined ? boundsFromText(facts) : boundsFromPoint(facts, facts.coordinates);
  const stated = facts.stated === 'UNKNOWN' ? undefined : facts.stated;
  return stated === undefined ? supported.unstated : coarser(stated, supported.finest);
}

interface AccuracyBounds {
  readonly finest: Accuracy;
  /** The accuracy when none is stated. */
  readonly unstated: Accuracy;
}

function boundsFromText({ address = '', finest }: LocationFacts): AccuracyBounds {
  const level = STREET.test(address) || HOUSE_NUMBER.test(address) ? 'STREET' : finest;
  return { finest: level, unstated: level };
}

/** Portals blur points: one without a stated accuracy or an address is only accurate to its neighbourhood. */
function boundsFromPoint(
  { address = '' }: LocationFacts,
  [longitude, latitude]: readonly [number, number],
): AccuracyBounds {
  const finest =
    ACCURACY_BY_DECIMALS[Math.max(countDecimals(longitude), countDecimals(latitude))] ?? 'PRECISE';
  const assumed = HOUSE_NUMBER.test(address) ? 'PRECISE' : STREET.test(address) ? 'STREET' : 'NEIGHBORHOOD';
  return { finest, unstated: coarser(assumed, finest) };
}

export const coarser = (one: Accuracy, other: Accuracy): Accuracy =>
  LEVELS.indexOf(one) > LEVELS.indexOf(other) ? one : other;
