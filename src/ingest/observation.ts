import { MAX_CATALOGUE_URL_CHARS } from '../catalogue/lengths.ts';
import type { Word } from '../catalogue/vocabularies.ts';
import { normalizeUrl } from '../lib/normalize-url.ts';
import { parseFeedTimestamp } from './dates.ts';
import { type IgnoredField, ParseNotes } from './parse-notes.ts';
import type { Payload } from './payload.ts';
import { readPayload } from './read-payload.ts';
import { unstorableReason } from './unstorable.ts';

interface ObservationHeader {
  /** Slug of the source. */
  readonly source: string;
  readonly url: string;
  /** UTC, with milliseconds, so that text order is time order. */
  readonly observedAt: string;
}

/** One visit of one listing at one source. */
export type Observation = ObservationHeader &
  (
    | { readonly kind: 'seen'; readonly payload: Payload }
    | { readonly kind: 'expired'; readonly payload: null }
  );

/** An observation as it came: nothing in it is trusted yet. */
export interface ObservationDraft {
  readonly source?: unknown;
  readonly url?: unknown;
  readonly observedAt?: unknown;
  readonly kind?: unknown;
  readonly payload?: unknown;
}

export type ObservationValidation =
  | { readonly observation: Observation; readonly ignoredFields: readonly IgnoredField[] }
  /** `of` is the listing that was meant, where it is told. */
  | { readonly reason: string; readonly of?: Pick<ObservationHeader, 'source' | 'url'> };

/** The members of an observation around its payload. */
export const OBSERVATION_MEMBERS = [
  'source',
  'url',
  'observedAt',
  'kind',
  'payload',
] as const satisfies (keyof ObservationDraft)[];
/** How a member beside the payload is named among those of the payload. */
export const OUTSIDE_PAYLOAD = 'observation.';

const KINDS: readonly Word<'observationKind'>[] = ['seen', 'expired'];
/** One UTF-16 unit becomes at most so many characters of a URL: three bytes, each percent-encoded. */
const MAX_ENCODED_CHARS_PER_UNIT = 9;
const SLUG = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/**
 * Takes an observation as it came or says why not. What is missing around the payload, or impossible in it, rejects the
 * observation; what is only unknown in it is left out and told.
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
  const visit = { ...of, observedAt };
  const notes = new ParseNotes();
  noteUnknownMembers(draft, notes);
  if (kind === 'expired')
    return { observation: { ...visit, kind, payload: null }, ignoredFields: notes.ignoredFields };
  if (typeof draft.payload !== 'object' || draft.payload === null || Array.isArray(draft.payload))
    return { reason: missingReason('payload', draft.payload, 'an object'), of };
  const payload = readPayload(draft.payload, notes);
  if (notes.fault !== undefined) return { reason: notes.fault, of };
  return { observation: { ...visit, kind, payload }, ignoredFields: notes.ignoredFields };
}

function noteUnknownMembers(draft: object, notes: ParseNotes): void {
  for (const [name, value] of Object.entries(draft))
    if (!(OBSERVATION_MEMBERS as readonly string[]).includes(name))
      notes.ignore(OUTSIDE_PAYLOAD + name, 'unknown member', value);
}

function missingReason(member: string, value: unknown, wanted: string): string {
  return value === undefined || value === null || value === ''
    ? `no ${member}`
    : `${member} is not ${wanted}`;
}

function parseSlug(value: unknown): string | undefined {
  const slug = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return SLUG.test(slug) ? slug : undefined;
}

function parseUrl(value: unknown): string | undefined {
  const url = typeof value === 'string' ? value.trim().toWellFormed() : '';
  if (!/^https?:\/\//i.test(url) || unstorableReason(url) !== undefined) return undefined;
  return URL.canParse(url) ? url : undefined;
}
