import { MAX_CATALOGUE_URL_CHARS } from '../catalogue/lengths.ts';
import type { Word } from '../catalogue/vocabularies.ts';
import { isHttpUrl, normalizeUrl } from '../lib/url.ts';
import { type IgnoredField, ParseNotes, unstorableReason } from './parse-notes.ts';
import type { Payload } from './payload.ts';
import { readPayload } from './read-payload.ts';
import { parseFeedTimestamp } from './read-scalar.ts';
import type { SerializedJson } from './serialized-json.ts';

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
}

/** An observation as received, before validation. */
export interface ObservationDraft {
  readonly source?: unknown;
  readonly url?: unknown;
  readonly observedAt?: unknown;
  readonly kind?: unknown;
  readonly payload?: unknown;
}

export type ObservationValidation =
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
  const header = { ...of, observedAt };
  const notes = new ParseNotes();
  noteUnknownMembers(draft, notes);
  if (kind === 'expired')
    return { observation: { ...header, kind, payload: null }, ignoredFields: notes.ignoredFields };
  if (typeof draft.payload !== 'object' || draft.payload === null || Array.isArray(draft.payload))
    return { reason: missingReason('payload', draft.payload, 'an object'), of };
  const payload = readPayload(draft.payload, notes);
  if (notes.fault !== undefined) return { reason: notes.fault, of };
  return { observation: { ...header, kind, payload }, ignoredFields: notes.ignoredFields };
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
