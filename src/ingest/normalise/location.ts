import { propertyVocabularies } from '../../catalogue/property-vocabularies.ts';
import type { Word } from '../../catalogue/vocabularies.ts';
import type { Division } from '../../geo/division.ts';
import { toFlatDivision } from '../../geo/division.ts';
import { kmBetween } from '../../geo/locate/centres.ts';
import type { LocateResult, LocationHint } from '../../geo/locate.ts';
import type { Claims } from '../../properties/listing-state.ts';
import { type IgnoredField, ignoredField } from '../parse-notes.ts';
import type { Coordinates, Payload } from '../payload.ts';

type Location = NonNullable<Claims['location']>;

/** Locates a hint in a country. Undefined when no divisions of the country are loaded. */
export type Locate = (countryCode: string, hint: LocationHint) => Promise<LocateResult | undefined>;

interface LocationResult {
  readonly location: Location | undefined;
  readonly ignoredFields: readonly IgnoredField[];
}

/** The divisions of a listing, its point when it lies in them, and the accuracy of the two. */
export async function locateListing(stated: Payload['location'], locate: Locate): Promise<LocationResult> {
  if (stated === undefined) return { location: undefined, ignoredFields: [] };
  const { accuracy, countryCode, ...hint } = stated;
  const found = await locateIn(countryCode, hint, locate);
  const coordinates = resolvePoint(found, hint.coordinates);
  const capped = capAccuracy({
    stated: accuracy,
    address: hint.address,
    coordinates,
    finest: finestDivision(found) ?? finestStated(hint, countryCode !== undefined && found === undefined),
  });
  const country = found?.city?.countryCode ?? countryCode;
  const location: Location = {
    ...(coordinates === undefined ? {} : { geometry: { type: 'Point' as const, coordinates } }),
    accuracy: capped,
    ...(hint.address === undefined ? {} : { address: hint.address }),
    ...(country === undefined ? {} : { countryCode: country }),
    ...divisionsOf(found),
    ...(found?.city === undefined ? statedLocation(hint) : {}),
  };
  return {
    location,
    ignoredFields: [...contradictions(found, hint, coordinates), ...accuracyLowered(accuracy, capped)],
  };
}

/** Overseas departments have ISO 3166 codes of their own and are divisions of France. */
const PART_OF_FRANCE: ReadonlySet<string> = new Set(['GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF']);
/** Tried in this order for a source that names no country. */
const DEFAULT_COUNTRIES = ['FR', 'ES'];
const RELIABLE_CONFIDENCES: ReadonlySet<string> = new Set(['EXACT', 'HIGH', 'MEDIUM']);

async function locateIn(
  countryCode: string | undefined,
  hint: LocationHint,
  locate: Locate,
): Promise<LocateResult | undefined> {
  if (countryCode !== undefined)
    return locateWithSwap(PART_OF_FRANCE.has(countryCode) ? 'FR' : countryCode, hint, locate);
  for (const country of DEFAULT_COUNTRIES) {
    const found = await locateWithSwap(country, hint, locate);
    if (found !== undefined && RELIABLE_CONFIDENCES.has(found.confidence)) return found;
  }
  return undefined;
}

/** A point with longitude and latitude swapped is located again, so that its district and neighbourhood are found. */
async function locateWithSwap(
  countryCode: string,
  hint: LocationHint,
  locate: Locate,
): Promise<LocateResult | undefined> {
  const found = await locate(countryCode, hint);
  const { coordinates } = hint;
  if (coordinates === undefined || !isSwapped(found, coordinates)) return found;
  return locate(countryCode, { ...hint, coordinates: swapCoordinates(coordinates) });
}

const swapCoordinates = ([first, second]: LocationHint['coordinates'] & {}): Coordinates => [second, first];

/** The widest French commune is 30 km across, and portals shift points by a kilometre or two. */
const MAX_POINT_DISTANCE_KM = 35;
/** A point outside the contour, or nearer to another commune, is accepted up to this distance. */
const MAX_OUTSIDE_CONTOUR_KM = 12;

function isSwapped(found: LocateResult | undefined, coordinates: LocationHint['coordinates'] & {}): boolean {
  const centre = found?.city?.centroid;
  if (centre === null || centre === undefined || Math.abs(coordinates[0]) > 90) return false;
  return (
    kmBetween(coordinates, centre) > MAX_POINT_DISTANCE_KM &&
    kmBetween(swapCoordinates(coordinates), centre) <= MAX_POINT_DISTANCE_KM
  );
}

/** The point, unswapped; undefined when it contradicts the city or country. */
function resolvePoint(
  found: LocateResult | undefined,
  stated: LocationHint['coordinates'],
): Coordinates | undefined {
  if (stated === undefined) return undefined;
  const coordinates: Coordinates = isSwapped(found, stated)
    ? swapCoordinates(stated)
    : [stated[0], stated[1]];
  if (found === undefined) return coordinates;
  // The divisions of the country are loaded, and none matches the text or is near the point.
  if (found.city === undefined) return undefined;
  const { centroid } = found.city;
  const isContradicted = found.contradictions.some(({ hint }) => hint === 'coordinates');
  const km = centroid === null ? 0 : kmBetween(coordinates, centroid);
  return km <= (isContradicted ? MAX_OUTSIDE_CONTOUR_KM : MAX_POINT_DISTANCE_KM) ? coordinates : undefined;
}

const divisionsOf = (found: LocateResult | undefined): Partial<Location> => {
  const flat = (division: Division | undefined, name: string) =>
    division === undefined ? {} : { [name]: toFlatDivision(division) };
  return {
    ...flat(found?.city, 'city'),
    ...flat(found?.district, 'district'),
    ...flat(found?.neighborhood, 'neighborhood'),
    ...flat(found?.subNeighborhood, 'subNeighborhood'),
  };
};

type Finest = LocationFacts['finest'];

function finestDivision(found: LocateResult | undefined): Finest | undefined {
  if (found?.neighborhood !== undefined) return 'NEIGHBORHOOD';
  if (found?.district !== undefined) return 'DISTRICT';
  return found?.city === undefined ? undefined : 'CITY';
}

/** In a country without loaded divisions the stated city counts. Elsewhere a city that is not found is unknown. */
const finestStated = ({ city, postalCode }: LocationHint, isUnloaded: boolean): Finest =>
  isUnloaded && (city ?? postalCode) !== undefined ? 'CITY' : 'UNKNOWN';

/** City and postal code as stated, for a location without a division. */
function statedLocation({ city, postalCode }: LocationHint): Pick<Location, 'stated'> {
  const stated = {
    ...(city === undefined ? {} : { city }),
    ...(postalCode === undefined ? {} : { postalCode }),
  };
  return Object.keys(stated).length === 0 ? {} : { stated };
}

/** Hints that disagree with the chosen division. A point is listed only when it was ignored or unswapped. */
function contradictions(
  found: LocateResult | undefined,
  { coordinates }: LocationHint,
  used: Coordinates | undefined,
): IgnoredField[] {
  const others = (found?.contradictions ?? [])
    .filter(({ hint }) => hint !== 'coordinates')
    .map(({ hint, statedValue }) => ignoredField(`location.${hint}`, 'contradicted', statedValue));
  const isPointUsed =
    coordinates === undefined || (used?.[0] === coordinates[0] && used[1] === coordinates[1]);
  return isPointUsed
    ? others
    : [...others, ignoredField('location.coordinates', 'contradicted', coordinates)];
}

const accuracyLowered = (stated: Accuracy | undefined, capped: Accuracy): IgnoredField[] =>
  stated === undefined || stated === 'UNKNOWN' || stated === capped
    ? []
    : [ignoredField('location.accuracy', 'contradicted', stated)];

type Accuracy = Word<'locationAccuracy'>;

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

const coarser = (one: Accuracy, other: Accuracy): Accuracy =>
  LEVELS.indexOf(one) > LEVELS.indexOf(other) ? one : other;
