import type { Division } from '../../geo/division.ts';
import { kmBetween } from '../../geo/locate/centres.ts';
import type { LocateResult, LocationHint } from '../../geo/locate.ts';
import { toFlatDivision } from '../../geo/lookup.ts';
import type { Claims } from '../../properties/listing-state.ts';
import type { Coordinates, Payload } from '../payload.ts';
import { type Accuracy, capAccuracy, type LocationFacts } from './accuracy.ts';
import { type DroppedField, droppedField } from './dropped.ts';

type Location = NonNullable<Claims['location']>;

/** Finds the place of a clue in a country. Undefined when the geography of the country is not known. */
export type Locate = (countryCode: string, clue: LocationHint) => Promise<LocateResult | undefined>;

export interface LocationResult {
  readonly location: Location | undefined;
  readonly dropped: readonly DroppedField[];
}

/** Where a listing is: the divisions it lies in, its point if it lies there, and how finely that is known. */
export async function locateListing(stated: Payload['location'], locate: Locate): Promise<LocationResult> {
  if (stated === undefined) return { location: undefined, dropped: [] };
  const { accuracy, countryCode, ...clue } = stated;
  const found = await locateIn(countryCode, clue, locate);
  const coordinates = resolvePoint(found, clue.coordinates);
  const judged = capAccuracy({
    stated: accuracy,
    address: clue.address,
    coordinates,
    finest: finestDivision(found) ?? finestStated(clue, countryCode !== undefined && found === undefined),
  });
  const country = found?.city?.countryCode ?? countryCode;
  const location: Location = {
    ...(coordinates === undefined ? {} : { geometry: { type: 'Point' as const, coordinates } }),
    accuracy: judged,
    ...(clue.address === undefined ? {} : { address: clue.address }),
    ...(country === undefined ? {} : { countryCode: country }),
    ...divisionsOf(found),
    ...(found?.city === undefined ? statedLocation(clue) : {}),
  };
  return {
    location,
    dropped: [...contradictions(found, clue, coordinates), ...accuracyLowered(accuracy, judged)],
  };
}

/** The overseas departments are divisions of France, whatever ISO 3166 calls them. */
const PART_OF_FRANCE: ReadonlySet<string> = new Set(['GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF']);
/** Tried in this order for a source that names no country. */
const DEFAULT_COUNTRIES = ['FR', 'ES'];
const RELIABLE_CONFIDENCES: ReadonlySet<string> = new Set(['EXACT', 'HIGH', 'MEDIUM']);

async function locateIn(
  countryCode: string | undefined,
  clue: LocationHint,
  locate: Locate,
): Promise<LocateResult | undefined> {
  if (countryCode !== undefined)
    return locateWithSwap(PART_OF_FRANCE.has(countryCode) ? 'FR' : countryCode, clue, locate);
  for (const usual of DEFAULT_COUNTRIES) {
    const found = await locateWithSwap(usual, clue, locate);
    if (found !== undefined && RELIABLE_CONFIDENCES.has(found.confidence)) return found;
  }
  return undefined;
}

/** A point that has longitude and latitude exchanged is looked up again, so that it finds its district and neighbourhood. */
async function locateWithSwap(
  countryCode: string,
  clue: LocationHint,
  locate: Locate,
): Promise<LocateResult | undefined> {
  const found = await locate(countryCode, clue);
  const { coordinates } = clue;
  if (coordinates === undefined || !isSwapped(found, coordinates)) return found;
  return locate(countryCode, { ...clue, coordinates: swapCoordinates(coordinates) });
}

const swapCoordinates = ([first, second]: LocationHint['coordinates'] & {}): Coordinates => [second, first];

/** The widest French commune is 30 km across, and portals move points by a kilometre or two. */
const MAX_POINT_DISTANCE_KM = 35;
/** Outside the contour, or nearer to another commune: still no lie when it is not far. */
const MAX_OUTSIDE_CONTOUR_KM = 12;

function isSwapped(found: LocateResult | undefined, coordinates: LocationHint['coordinates'] & {}): boolean {
  const centre = found?.city?.centroid;
  if (centre === null || centre === undefined || Math.abs(coordinates[0]) > 90) return false;
  return (
    kmBetween(coordinates, centre) > MAX_POINT_DISTANCE_KM &&
    kmBetween(swapCoordinates(coordinates), centre) <= MAX_POINT_DISTANCE_KM
  );
}

/** The point, put right; undefined when it lies elsewhere: the moon, another country, a city far away. */
function resolvePoint(
  found: LocateResult | undefined,
  stated: LocationHint['coordinates'],
): Coordinates | undefined {
  if (stated === undefined) return undefined;
  const coordinates: Coordinates = isSwapped(found, stated)
    ? swapCoordinates(stated)
    : [stated[0], stated[1]];
  if (found === undefined) return coordinates;
  // The country is known, and has no place for the words nor one near the point.
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

/** In a country without divisions the words of the source stand; elsewhere a place that is not found is unknown. */
const finestStated = ({ city, postalCode }: LocationHint, isUnloaded: boolean): Finest =>
  isUnloaded && (city ?? postalCode) !== undefined ? 'CITY' : 'UNKNOWN';

/** What a source says of a place that no division stands for. */
function statedLocation({ city, postalCode }: LocationHint): Pick<Location, 'stated'> {
  const stated = {
    ...(city === undefined ? {} : { city }),
    ...(postalCode === undefined ? {} : { postalCode }),
  };
  return Object.keys(stated).length === 0 ? {} : { stated };
}

/** What speaks against the place that was taken; a point only when it was dropped or put right. */
function contradictions(
  found: LocateResult | undefined,
  { coordinates }: LocationHint,
  kept: Coordinates | undefined,
): DroppedField[] {
  const words = (found?.contradictions ?? [])
    .filter(({ hint }) => hint !== 'coordinates')
    .map(({ hint, statedValue }) => droppedField(`location.${hint}`, 'contradicted', statedValue));
  const isPointKept =
    coordinates === undefined || (kept?.[0] === coordinates[0] && kept[1] === coordinates[1]);
  return isPointKept ? words : [...words, droppedField('location.coordinates', 'contradicted', coordinates)];
}

const accuracyLowered = (stated: Accuracy | undefined, judged: Accuracy): DroppedField[] =>
  stated === undefined || stated === 'UNKNOWN' || stated === judged
    ? []
    : [droppedField('location.accuracy', 'contradicted', stated)];
