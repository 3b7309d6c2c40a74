import { compileField } from './compiled-field.ts';
import { parseCountryCode } from './country.ts';
import { parseHeatingPhrase } from './heating.ts';
import type { ParseNotes } from './parse-notes.ts';
import { type Coordinates, type Payload, payloadSchema } from './payload.ts';
import { convertToOneUnit } from './read-area.ts';
import { readField } from './read-field.ts';
import { translateFlag } from './translate.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A bare "30 ares" becomes an object here, because its unit must be known before its figure is read. */
const prepareLand = (value: unknown): unknown =>
  isJsonObject(value)
    ? convertToOneUnit(value)
    : typeof value === 'string'
      ? convertToOneUnit({ value })
      : value;

const prepareAreas = (value: unknown): unknown => {
  if (!isJsonObject(value)) return typeof value === 'string' ? convertToOneUnit({ displayed: value }) : value;
  const { land, legal, ...figures } = value;
  return { ...convertToOneUnit(figures), land, legal };
};

/** `true` and its synonyms mean one parking space. */
function prepareParking(value: unknown): unknown {
  const isThere = typeof value === 'string' && !/^\s*\d/.test(value) ? translateFlag(value) : value;
  return typeof isThere === 'boolean' ? { total: Number(isThere) } : value;
}

const prepareHeating = (value: unknown): unknown => {
  const entries = Array.isArray(value) ? value : [value];
  return entries.map((entry) => (typeof entry === 'string' ? (parseHeatingPhrase(entry) ?? entry) : entry));
};

const prepareCountry = (value: unknown): unknown =>
  typeof value === 'string' ? (parseCountryCode(value) ?? value) : value;

const lowerCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

const preparations: ReadonlyMap<string, (value: unknown) => unknown> = new Map([
  ['area', prepareAreas],
  ['area.land', prepareLand],
  ['parking', prepareParking],
  ['heating', prepareHeating],
  ['location.countryCode', prepareCountry],
  ['pictures.phash', lowerCase],
]);

/** Longitude and latitude as a pair, as GeoJSON or by name. Coordinates out of range reject the observation. */
function readCoordinates(value: unknown, notes: ParseNotes): Coordinates | undefined {
  const pair = coordinatePair(value);
  if (pair.length > 0 && pair.every((each) => each === undefined || each === null || each === ''))
    return undefined;
  const [longitude, latitude] = pair.map(parseDegrees);
  if (longitude === undefined || latitude === undefined)
    return notes.ignore('location.coordinates', 'unknown value', value);
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90))
    return notes.reject(`coordinates ${longitude}, ${latitude} are not on Earth`);
  // Databases write 0, 0 for an unknown position.
  if (longitude === 0 && latitude === 0) return notes.ignore('location.coordinates', 'out of range', value);
  return [longitude, latitude];
}

function coordinatePair(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.length === 2 || value.length === 3 ? value.slice(0, 2) : [];
  if (!isJsonObject(value)) return [];
  if (Array.isArray(value['coordinates'])) return coordinatePair(value['coordinates']);
  return [value['longitude'] ?? value['lon'] ?? value['lng'], value['latitude'] ?? value['lat']];
}

function parseDegrees(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value.trim().replace(',', '.'));
  return Number.isNaN(number) ? undefined : number;
}

const PAYLOAD_FIELD = compileField(payloadSchema, {
  prepare: preparations,
  own: new Map([['location.coordinates', readCoordinates]]),
});

/** Reads a payload member by member. One without known members is empty. */
export const readPayload = (value: object, notes: ParseNotes): Payload =>
  (readField(PAYLOAD_FIELD, value, notes) ?? {}) as Payload;
