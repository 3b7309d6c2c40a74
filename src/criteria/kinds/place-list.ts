import { isUuid } from '../../lib/uuid.ts';
import { MAX_RADIUS_KM } from '../limits.ts';
import type { ParseContext } from '../parse-context.ts';
import type { CenterPoint, PlaceList } from '../tree.ts';
import { readShapes } from './geo-shape.ts';
import { readJsonList, readJsonMembers, readJsonNumber, readJsonText } from './read-json.ts';

const LONGITUDES = { minimum: -180, maximum: 180 };
const LATITUDES = { minimum: -90, maximum: 90 };
/** A metre: a smaller circle finds nothing but equal coordinates. */
const MIN_RADIUS_KM = 0.001;

function readCenterPoint(json: unknown, context: ParseContext): CenterPoint | undefined {
  const bounds = {
    latitude: LATITUDES,
    longitude: LONGITUDES,
    radiusKm: { minimum: MIN_RADIUS_KM, maximum: MAX_RADIUS_KM },
  };
  const members = readJsonMembers(json, Object.keys(bounds), context);
  if (members === undefined) return undefined;
  const numbers = Object.entries(bounds).map(([name, limits]) => {
    const at = context.member(name);
    if (!members.has(name)) return [name, at.error('required', `The member "${name}" is required.`)];
    return [name, readJsonNumber(members.get(name), at, limits)];
  });
  return numbers.some(([, number]) => number === undefined)
    ? undefined
    : (Object.fromEntries(numbers) as CenterPoint);
}

function readId(json: unknown, context: ParseContext): string | undefined {
  const text = readJsonText(json, context);
  if (text === undefined) return undefined;
  if (!isUuid(text)) return context.error('wrong_format', 'Must be a valid uuid.');
  const id = text.toLowerCase();
  context.addPlaceReference({ id });
  return id;
}

function readCode(json: unknown, context: ParseContext): string | undefined {
  const code = readJsonText(json, context);
  if (code !== undefined) context.addPlaceReference({ code });
  return code;
}

const readers: {
  readonly [Name in keyof PlaceList]-?: (json: unknown, context: ParseContext) => PlaceList[Name] | undefined;
} = {
  uniqueCodes: (json, context) => readJsonList(json, context, readCode),
  ids: (json, context) => readJsonList(json, context, readId),
  postalCodes: (json, context) => readJsonList(json, context, (one, at) => readJsonText(one, at)),
  centerPoint: readCenterPoint,
  geoShapes: readShapes,
};

export const placeMembers = Object.keys(readers) as (keyof PlaceList)[];

/** The places of `in` or of `nin`. */
export function readPlaceList(json: unknown, context: ParseContext): PlaceList | undefined {
  const members = readJsonMembers(json, placeMembers, context);
  if (members === undefined) return undefined;
  if (members.size === 0)
    return context.error('required', `Give at least one of ${placeMembers.join(', ')}.`);
  const read = placeMembers
    .filter((name) => members.has(name))
    .map((name) => [name, readers[name](members.get(name), context.member(name))] as const);
  return read.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(read);
}
