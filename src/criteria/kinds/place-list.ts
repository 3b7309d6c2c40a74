import { isUuid } from '../../lib/uuid.ts';
import { MAX_RADIUS_KM } from '../limits.ts';
import type { ParseContext } from '../parse-context.ts';
import type { CenterPoint, PlaceList } from '../tree.ts';
import { readShapes } from './geo-shape.ts';
import { readJsonList, readJsonMembers, readJsonNumber, readJsonText } from './read-json.ts';

const LONGITUDES = { minimum: -180, maximum: 180 };
const LATITUDES = { minimum: -90, maximum: 90 };
/** A metre: a circle of no width finds nothing but equal coordinates. */
const MIN_RADIUS_KM = 0.001;

function readCenterPoint(json: unknown, here: ParseContext): CenterPoint | undefined {
  const bounds = {
    latitude: LATITUDES,
    longitude: LONGITUDES,
    radiusKm: { minimum: MIN_RADIUS_KM, maximum: MAX_RADIUS_KM },
  };
  const members = readJsonMembers(json, Object.keys(bounds), here);
  if (members === undefined) return undefined;
  const numbers = Object.entries(bounds).map(([name, limits]) => {
    const at = here.member(name);
    if (!members.has(name)) return [name, at.error('required', `The member "${name}" is required.`)];
    return [name, readJsonNumber(members.get(name), at, limits)];
  });
  return numbers.some(([, number]) => number === undefined)
    ? undefined
    : (Object.fromEntries(numbers) as CenterPoint);
}

function readId(json: unknown, here: ParseContext): string | undefined {
  const text = readJsonText(json, here);
  if (text === undefined) return undefined;
  if (!isUuid(text)) return here.error('wrong_format', 'Must be a valid uuid.');
  const id = text.toLowerCase();
  here.addPlaceReference({ id });
  return id;
}

function readCode(json: unknown, here: ParseContext): string | undefined {
  const code = readJsonText(json, here);
  if (code !== undefined) here.addPlaceReference({ code });
  return code;
}

const readers: {
  readonly [Name in keyof PlaceList]-?: (json: unknown, here: ParseContext) => PlaceList[Name] | undefined;
} = {
  uniqueCodes: (json, here) => readJsonList(json, here, readCode),
  ids: (json, here) => readJsonList(json, here, readId),
  postalCodes: (json, here) => readJsonList(json, here, (one, at) => readJsonText(one, at)),
  centerPoint: readCenterPoint,
  geoShapes: readShapes,
};

export const placeMembers = Object.keys(readers) as (keyof PlaceList)[];

/** The places of `in` or of `nin`. */
export function readPlaceList(json: unknown, here: ParseContext): PlaceList | undefined {
  const members = readJsonMembers(json, placeMembers, here);
  if (members === undefined) return undefined;
  if (members.size === 0) return here.error('required', `Give at least one of ${placeMembers.join(', ')}.`);
  const read = placeMembers
    .filter((name) => members.has(name))
    .map((name) => [name, readers[name](members.get(name), here.member(name))] as const);
  return read.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(read);
}
