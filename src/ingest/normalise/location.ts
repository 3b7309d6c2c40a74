import type { Division } from '../../geo/division.ts';
import { kmBetween } from '../../geo/locate/centres.ts';
import type { Clue, Located } from '../../geo/locate.ts';
import { flatDivision } from '../../geo/lookup.ts';
import type { Claims } from '../../properties/listing-state.ts';
import type { Coordinates, Payload } from '../payload.ts';
import { type Accuracy, judgeAccuracy, type KnownPlace } from './accuracy.ts';
import { type Dropped, dropped } from './dropped.ts';

type Location = NonNullable<Claims['location']>;

/** Finds the place of a clue in a country. Undefined when the geography of the country is not known. */
export type Locate = (countryCode: string, clue: Clue) => Promise<Located | undefined>;

export interface Situated {
  readonly location: Location | undefined;
  readonly dropped: readonly Dropped[];
}

/** Where a listing is: the divisions it lies in, its point if it lies there, and how finely that is known. */
export async function situate(stated: Payload['location'], locate: Locate): Promise<Situated> {
  if (stated === undefined) return { location: undefined, dropped: [] };
  const { accuracy, countryCode, ...clue } = stated;
  const found = await locateIn(countryCode, clue, locate);
  const coordinates = pointIn(found, clue.coordinates);
  const judged = judgeAccuracy({
    stated: accuracy,
    address: clue.address,
    coordinates,
    finest: finestOf(found) ?? finestStated(clue, countryCode !== undefined && found === undefined),
  });
  const country = found?.city?.countryCode ?? countryCode;
  const location: Location = {
    ...(coordinates === undefined ? {} : { geometry: { type: 'Point' as const, coordinates } }),
    accuracy: judged,
    ...(clue.address === undefined ? {} : { address: clue.address }),
    ...(country === undefined ? {} : { countryCode: country }),
    ...divisionsOf(found),
    ...(found?.city === undefined ? statedPlaceOf(clue) : {}),
  };
  return { location, dropped: [...contradictions(found, clue, coordinates), ...lowered(accuracy, judged)] };
}

/** The overseas departments are divisions of France, whatever ISO 3166 calls them. */
const PART_OF_FRANCE: ReadonlySet<string> = new Set(['GP', 'MQ', 'GF', 'RE', 'YT', 'PM', 'BL', 'MF']);
/** Tried in this order for a source that names no country. */
const DEFAULT_COUNTRIES = ['FR', 'ES'];
const SURE: ReadonlySet<string> = new Set(['EXACT', 'HIGH', 'MEDIUM']);

async function locateIn(
  countryCode: string | undefined,
  clue: Clue,
  locate: Locate,
): Promise<Located | undefined> {
  if (countryCode !== undefined)
    return locateEitherWay(PART_OF_FRANCE.has(countryCode) ? 'FR' : countryCode, clue, locate);
  for (const usual of DEFAULT_COUNTRIES) {
    const found = await locateEitherWay(usual, clue, locate);
    if (found !== undefined && SURE.has(found.confidence)) return found;
  }
  return undefined;
}

/** A point that has longitude and latitude exchanged is looked up again, so that it finds its district and neighbourhood. */
async function locateEitherWay(
  countryCode: string,
  clue: Clue,
  locate: Locate,
): Promise<Located | undefined> {
  const found = await locate(countryCode, clue);
  const { coordinates } = clue;
  if (coordinates === undefined || !isExchanged(found, coordinates)) return found;
  return locate(countryCode, { ...clue, coordinates: exchanged(coordinates) });
}

const exchanged = ([first, second]: Clue['coordinates'] & {}): Coordinates => [second, first];

/** The widest French commune is 30 km across, and portals move points by a kilometre or two. */
const FAR_KM = 35;
/** Outside the contour, or nearer to another commune: still no lie when it is not far. */
const BESIDE_KM = 12;

function isExchanged(found: Located | undefined, coordinates: Clue['coordinates'] & {}): boolean {
  const centre = found?.city?.centroid;
  if (centre === null || centre === undefined || Math.abs(coordinates[0]) > 90) return false;
  return kmBetween(coordinates, centre) > FAR_KM && kmBetween(exchanged(coordinates), centre) <= FAR_KM;
}

/** The point, put right; undefined when it lies elsewhere: the moon, another country, a city far away. */
function pointIn(found: Located | undefined, stated: Clue['coordinates']): Coordinates | undefined {
  if (stated === undefined) return undefined;
  const coordinates: Coordinates = isExchanged(found, stated) ? exchanged(stated) : [stated[0], stated[1]];
  if (found === undefined) return coordinates;
  // The country is known, and has no place for the words nor one near the point.
  if (found.city === undefined) return undefined;
  const { centroid } = found.city;
  const isContradicted = found.contradictions.some(({ clue }) => clue === 'coordinates');
  const km = centroid === null ? 0 : kmBetween(coordinates, centroid);
  return km <= (isContradicted ? BESIDE_KM : FAR_KM) ? coordinates : undefined;
}

const divisionsOf = (found: Located | undefined): Partial<Location> => {
  const flat = (division: Division | undefined, name: string) =>
    division === undefined ? {} : { [name]: flatDivision(division) };
  return {
    ...flat(found?.city, 'city'),
    ...flat(found?.district, 'district'),
    ...flat(found?.neighborhood, 'neighborhood'),
    ...flat(found?.subNeighborhood, 'subNeighborhood'),
  };
};

type Finest = KnownPlace['finest'];

function finestOf(found: Located | undefined): Finest | undefined {
  if (found?.neighborhood !== undefined) return 'NEIGHBORHOOD';
  if (found?.district !== undefined) return 'DISTRICT';
  return found?.city === undefined ? undefined : 'CITY';
}

/** In a country without divisions the words of the source stand; elsewhere a place that is not found is unknown. */
const finestStated = ({ city, postalCode }: Clue, isUnloaded: boolean): Finest =>
  isUnloaded && (city ?? postalCode) !== undefined ? 'CITY' : 'UNKNOWN';

/** What a source says of a place that no division stands for. */
function statedPlaceOf({ city, postalCode }: Clue): Pick<Location, 'stated'> {
  const stated = {
    ...(city === undefined ? {} : { city }),
    ...(postalCode === undefined ? {} : { postalCode }),
  };
  return Object.keys(stated).length === 0 ? {} : { stated };
}

/** What speaks against the place that was taken; a point only when it was dropped or put right. */
function contradictions(
  found: Located | undefined,
  { coordinates }: Clue,
  kept: Coordinates | undefined,
): Dropped[] {
  const words = (found?.contradictions ?? [])
    .filter(({ clue }) => clue !== 'coordinates')
    .map(({ clue, said }) => dropped(`location.${clue}`, 'contradicted', said));
  const isPointKept =
    coordinates === undefined || (kept?.[0] === coordinates[0] && kept[1] === coordinates[1]);
  return isPointKept ? words : [...words, dropped('location.coordinates', 'contradicted', coordinates)];
}

const lowered = (stated: Accuracy | undefined, judged: Accuracy): Dropped[] =>
  stated === undefined || stated === 'UNKNOWN' || stated === judged
    ? []
    : [dropped('location.accuracy', 'contradicted', stated)];
