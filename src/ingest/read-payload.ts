import { countryCodeOf } from './country.ts';
import { heatingFrom } from './heating.ts';
import type { Notes } from './notes.ts';
import { type Coordinates, type Payload, payload } from './payload.ts';
import { inOneUnit } from './read-area.ts';
import { readSpot } from './read-node.ts';
import { spotsOf } from './spot.ts';
import { flagOf } from './translate.ts';

type Block = Readonly<Record<string, unknown>>;

const isBlock = (value: unknown): value is Block =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A bare land of "30 ares" stands for its block here already, since the unit must be told before the figure is read. */
const landOf = (value: unknown): unknown =>
  isBlock(value) ? inOneUnit(value) : typeof value === 'string' ? inOneUnit({ value }) : value;

const areasOf = (value: unknown): unknown => {
  if (!isBlock(value)) return typeof value === 'string' ? inOneUnit({ displayed: value }) : value;
  const { land, legal, ...figures } = value;
  return { ...inOneUnit(figures), land, legal };
};

/** A parking that is there is at least one space, whichever word says so. */
function parkingOf(value: unknown): unknown {
  const isThere = typeof value === 'string' && !/^\s*\d/.test(value) ? flagOf(value) : value;
  return typeof isThere === 'boolean' ? { total: Number(isThere) } : value;
}

const heatingOf = (value: unknown): unknown => {
  const entries = Array.isArray(value) ? value : [value];
  return entries.map((entry) => (typeof entry === 'string' ? (heatingFrom(entry) ?? entry) : entry));
};

const countryOf = (value: unknown): unknown =>
  typeof value === 'string' ? (countryCodeOf(value) ?? value) : value;

const lowerCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

const preparations: ReadonlyMap<string, (value: unknown) => unknown> = new Map([
  ['area', areasOf],
  ['area.land', landOf],
  ['parking', parkingOf],
  ['heating', heatingOf],
  ['location.countryCode', countryOf],
  ['pictures.phash', lowerCase],
]);

/** Longitude and latitude, as a pair, as GeoJSON or by name. Outside the range of either there is no such place. */
function readCoordinates(value: unknown, notes: Notes): Coordinates | undefined {
  const pair = pairOf(value);
  if (pair.length > 0 && pair.every((each) => each === undefined || each === null || each === ''))
    return undefined;
  const [longitude, latitude] = pair.map(degrees);
  if (longitude === undefined || latitude === undefined)
    return notes.leave('location.coordinates', 'unknown value', value);
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90))
    return notes.reject(`coordinates ${longitude}, ${latitude} are not on Earth`);
  // Where databases put what they could not place.
  if (longitude === 0 && latitude === 0) return notes.leave('location.coordinates', 'out of range', value);
  return [longitude, latitude];
}

function pairOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.length === 2 || value.length === 3 ? value.slice(0, 2) : [];
  if (!isBlock(value)) return [];
  if (Array.isArray(value['coordinates'])) return pairOf(value['coordinates']);
  return [value['longitude'] ?? value['lon'] ?? value['lng'], value['latitude'] ?? value['lat']];
}

function degrees(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value.trim().replace(',', '.'));
  return Number.isNaN(number) ? undefined : number;
}

const WHOLE = spotsOf(payload, {
  prepare: preparations,
  own: new Map([['location.coordinates', readCoordinates]]),
});

/** Reads what a source says of a listing, member by member. Nothing understood is an empty payload. */
export const readPayload = (value: object, notes: Notes): Payload =>
  (readSpot(WHOLE, value, notes) ?? {}) as Payload;
