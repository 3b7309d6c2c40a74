import { isUuid } from '../../lib/uuid.ts';
import type { Here } from '../fault.ts';
import { WIDEST_RADIUS_KM } from '../limits.ts';
import type { CenterPoint, PlaceList } from '../tree.ts';
import { readShapes } from './geo-shape.ts';
import { readList, readMembers, readNumber, readText } from './read-json.ts';

const LONGITUDES = { minimum: -180, maximum: 180 };
const LATITUDES = { minimum: -90, maximum: 90 };
/** A metre: a circle of no width finds nothing but equal coordinates. */
const NARROWEST_RADIUS_KM = 0.001;

function readCenterPoint(json: unknown, here: Here): CenterPoint | undefined {
  const bounds = {
    latitude: LATITUDES,
    longitude: LONGITUDES,
    radiusKm: { minimum: NARROWEST_RADIUS_KM, maximum: WIDEST_RADIUS_KM },
  };
  const members = readMembers(json, Object.keys(bounds), here);
  if (members === undefined) return undefined;
  const numbers = Object.entries(bounds).map(([name, limits]) => {
    const at = here.member(name);
    if (!members.has(name)) return [name, at.breach('required', `The member "${name}" is required.`)];
    return [name, readNumber(members.get(name), at, limits)];
  });
  return numbers.some(([, number]) => number === undefined)
    ? undefined
    : (Object.fromEntries(numbers) as CenterPoint);
}

function readId(json: unknown, here: Here): string | undefined {
  const text = readText(json, here);
  if (text === undefined) return undefined;
  if (!isUuid(text)) return here.breach('wrong_format', 'Must be a valid uuid.');
  const id = text.toLowerCase();
  here.mention({ id });
  return id;
}

function readCode(json: unknown, here: Here): string | undefined {
  const code = readText(json, here);
  if (code !== undefined) here.mention({ code });
  return code;
}

const readers: {
  readonly [Name in keyof PlaceList]-?: (json: unknown, here: Here) => PlaceList[Name] | undefined;
} = {
  uniqueCodes: (json, here) => readList(json, here, readCode),
  ids: (json, here) => readList(json, here, readId),
  postalCodes: (json, here) => readList(json, here, (one, at) => readText(one, at)),
  centerPoint: readCenterPoint,
  geoShapes: readShapes,
};

export const placeMembers = Object.keys(readers) as (keyof PlaceList)[];

/** The places of `in` or of `nin`. */
export function readPlaces(json: unknown, here: Here): PlaceList | undefined {
  const members = readMembers(json, placeMembers, here);
  if (members === undefined) return undefined;
  if (members.size === 0) return here.breach('required', `Give at least one of ${placeMembers.join(', ')}.`);
  const read = placeMembers
    .filter((name) => members.has(name))
    .map((name) => [name, readers[name](members.get(name), here.member(name))] as const);
  return read.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(read);
}
