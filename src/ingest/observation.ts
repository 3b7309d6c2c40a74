import { MAX_CATALOGUE_URL_CHARS } from '../catalogue/lengths.ts';
import type { Word } from '../catalogue/vocabularies.ts';
import { isObject } from '../lib/is-object.ts';
import { isHttpUrl, normalizeUrl } from '../lib/url.ts';
import { compileField } from './compiled-field.ts';
import { parseHeatingPhrase } from './heating.ts';
import { type IgnoredField, ParseNotes, unstorableReason } from './parse-notes.ts';
import { type Coordinates, type Payload, payloadSchema } from './payload.ts';
import { convertToOneUnit } from './read-area.ts';
import { readField } from './read-field.ts';
import { parseFeedTimestamp } from './read-scalar.ts';
import type { SerializedJson } from './serialized-json.ts';
import { normaliseWords, translateFlag } from './translate.ts';

interface ObservationHeader {
  /** Slug of the source. */
  readonly source: string;
  readonly url: string;
  /** UTC, with milliseconds, so that text order is time order. */
  readonly observedAt: string;
}

/** One observation of one listing at one source. */
export type Observation = ObservationHeader &
  (
    | { readonly kind: 'seen'; readonly payload: Payload }
    | { readonly kind: 'expired'; readonly payload: null }
  );

/** An observation with the feed record it was read from. */
export interface IncomingObservation {
  readonly observation: Observation;
  /** Where the record begins in its feed, from 1. */
  readonly line?: number;
  /** The record as received; the payload when undefined. */
  readonly raw?: SerializedJson;
  /** Values of the record that are not in the observation, to be counted by source and member. */
  readonly ignoredFields?: readonly IgnoredField[];
  /** Where the feed has computed it: the payload need not be read. */
  readonly payloadHash?: Buffer;
}

/** An observation of a feed. */
export type FeedObservation = Required<Omit<IncomingObservation, 'payloadHash'>> &
  Pick<IncomingObservation, 'payloadHash'>;

/** An observation as received, before validation. */
export interface ObservationDraft {
  readonly source?: unknown;
  readonly url?: unknown;
  readonly observedAt?: unknown;
  readonly kind?: unknown;
  readonly payload?: unknown;
}

type ObservationValidation =
  | { readonly observation: Observation; readonly ignoredFields: readonly IgnoredField[] }
  /** `of` is the listing, where source and URL are valid. */
  | { readonly reason: string; readonly of?: Pick<ObservationHeader, 'source' | 'url'> };

/** The members of an observation. */
export const OBSERVATION_MEMBERS = [
  'source',
  'url',
  'observedAt',
  'kind',
  'payload',
] as const satisfies (keyof ObservationDraft)[];
/** Prefix of members outside the payload, in the paths of ignored fields. */
export const OUTSIDE_PAYLOAD = 'observation.';

const KINDS: readonly Word<'observationKind'>[] = ['seen', 'expired'];
/** One UTF-16 unit is at most three UTF-8 bytes, each percent-encoded as three characters. */
const MAX_ENCODED_CHARS_PER_UNIT = 9;
const SLUG = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/**
 * Validates an observation. Missing members outside the payload, or impossible values in it, reject the observation.
 * Unknown members and values of the payload are ignored and listed.
 */
export function validateObservation(draft: ObservationDraft): ObservationValidation {
  const header = validateHeader(draft);
  if ('reason' in header) return header;
  const { kind, source, url } = header;
  const notes = new ParseNotes();
  noteUnknownMembers(draft, notes);
  if (kind === 'expired')
    return { observation: { ...header, kind, payload: null }, ignoredFields: notes.ignoredFields };
  const given = draft.payload;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { reason: missingReason('payload', given, 'an object'), of: { source, url } };
  const payload = readPayload(given, notes);
  if (notes.fault !== undefined) return { reason: notes.fault, of: { source, url } };
  return { observation: { ...header, kind, payload }, ignoredFields: notes.ignoredFields };
}

/** Of an observation whose payload is known to be valid, without ignored fields: it is read where it is needed. */
export function validateUnread(draft: ObservationDraft): ObservationValidation {
  const header = validateHeader(draft);
  if ('reason' in header) return header;
  let read: Payload | undefined;
  const observation: Observation = {
    ...header,
    kind: 'seen',
    get payload() {
      read ??= readPayload(draft.payload as object, new ParseNotes());
      return read;
    },
  };
  return { observation, ignoredFields: [] };
}

type HeaderValidation =
  | (ObservationHeader & Pick<Observation, 'kind'>)
  | Extract<ObservationValidation, { reason: string }>;

function validateHeader(draft: ObservationDraft): HeaderValidation {
  const source = parseSlug(draft.source);
  const url = parseUrl(draft.url);
  const observedAt = typeof draft.observedAt === 'string' ? parseFeedTimestamp(draft.observedAt) : undefined;
  const kind = KINDS.find((known) => known === draft.kind);
  if (source === undefined)
    return { reason: missingReason('source', draft.source, 'a slug of a-z, 0-9, ".", "_", "-"') };
  if (url === undefined) return { reason: missingReason('url', draft.url, 'an http or https address') };
  if (
    url.length * MAX_ENCODED_CHARS_PER_UNIT > MAX_CATALOGUE_URL_CHARS &&
    (normalizeUrl(url)?.length ?? 0) > MAX_CATALOGUE_URL_CHARS
  )
    return { reason: `url is longer than ${MAX_CATALOGUE_URL_CHARS} characters` };
  const of = { source, url };
  if (observedAt === undefined)
    return { reason: missingReason('observedAt', draft.observedAt, 'a time in ISO 8601'), of };
  if (kind === undefined) return { reason: missingReason('kind', draft.kind, KINDS.join(' or ')), of };
  return { ...of, observedAt, kind };
}

function noteUnknownMembers(draft: object, notes: ParseNotes): void {
  for (const [name, value] of Object.entries(draft))
    if (!(OBSERVATION_MEMBERS as readonly string[]).includes(name))
      notes.ignore(OUTSIDE_PAYLOAD + name, 'unknown member', value);
}

function missingReason(member: string, value: unknown, expected: string): string {
  return value === undefined || value === null || value === ''
    ? `no ${member}`
    : `${member} is not ${expected}`;
}

function parseSlug(value: unknown): string | undefined {
  const slug = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return SLUG.test(slug) ? slug : undefined;
}

function parseUrl(value: unknown): string | undefined {
  const url = typeof value === 'string' ? value.trim().toWellFormed() : '';
  return isHttpUrl(url) && unstorableReason(url) === undefined ? url : undefined;
}

/** A bare "30 ares" becomes an object here, because its unit must be known before its figure is read. */
const prepareLand = (value: unknown): unknown =>
  isObject(value) ? convertToOneUnit(value) : typeof value === 'string' ? convertToOneUnit({ value }) : value;

const prepareAreas = (value: unknown): unknown => {
  if (!isObject(value)) return typeof value === 'string' ? convertToOneUnit({ displayed: value }) : value;
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
  if (!isObject(value)) return [];
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
const readPayload = (value: object, notes: ParseNotes): Payload =>
  (readField(PAYLOAD_FIELD, value, notes) ?? {}) as Payload;

/** ISO 3166-1 alpha-3 codes of the countries that feeds come from. */
const ALPHA_3 = `AND AD, ARE AE, ARG AR, AUS AU, AUT AT, BEL BE, BGR BG, BRA BR, CAN CA, CHE CH, CYP CY, CZE CZ, DEU DE, DNK DK, ESP ES,
  EST EE, FIN FI, FRA FR, GBR GB, GRC GR, HRV HR, HUN HU, IRL IE, ISL IS, ITA IT, LIE LI, LTU LT, LUX LU, LVA LV, MAR MA, MCO MC, MEX MX,
  MLT MT, MUS MU, NLD NL, NOR NO, POL PL, PRT PT, ROU RO, RUS RU, SRB RS, SVK SK, SVN SI, SWE SE, THA TH, TUN TN, TUR TR, UKR UA, USA US`;

const OTHER_NAMES: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'united states of america': 'US',
  'france metropolitaine': 'FR',
  holland: 'NL',
};

const LANGUAGES = ['en', 'fr', 'es', 'de', 'it', 'pt'];

/** Excludes codes of former countries, which `Intl` maps to their successors: DD is Germany. */
const isCurrent = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code;

function buildCountryNames(): Map<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCurrent);
  const named = LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return codes.flatMap((code): [string, string][] => {
      const name = names.of(code);
      return name === undefined ? [] : [[normaliseWords(name), code]];
    });
  });
  const alpha3 = ALPHA_3.split(',').map((pair): [string, string] => {
    const [three = '', two = ''] = pair.trim().split(' ');
    return [three.toLowerCase(), two];
  });
  return new Map([...named, ...alpha3, ...Object.entries(OTHER_NAMES)]);
}

/** Some 2,000 names. Building them takes 20 ms, so it happens on first use. */
let names: ReadonlyMap<string, string> | undefined;

/** The alpha-2 code of a country given by code or by name: "FRA", "Spain", "España". */
export function parseCountryCode(text: string): string | undefined {
  if (/^\s*[a-z]{2}\s*$/i.test(text) && !/^\s*uk\s*$/i.test(text)) return text.trim().toUpperCase();
  names ??= buildCountryNames();
  return names.get(normaliseWords(text));
}
