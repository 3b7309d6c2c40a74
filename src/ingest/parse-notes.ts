/**
 * Why a value of a source is not used:
 * - impossible: no home has it, or no observation can have seen it;
 * - other transaction: a rent in a sale, condominium fees in a tenancy;
 * - contradicted: a more reliable value disagrees.
 */
export type IgnoreReason =
  | 'unknown member'
  | 'unknown value'
  | 'out of range'
  | 'too long'
  | 'impossible'
  | 'other transaction'
  | 'contradicted';

/** A value or member of a payload that is not used. Operators see them counted by source and member. */
export interface IgnoredField {
  /** Its path in the payload: `heating.system`. */
  readonly member: string;
  readonly why: IgnoreReason;
  /** The beginning of the value. */
  readonly value: string;
}

export const ignoredField = (member: string, why: IgnoreReason, value: unknown): IgnoredField => ({
  member,
  why,
  value: preview(value),
});

const MAX_PREVIEW_CHARS = 60;
const MAX_REASON_CHARS = 300;
/** Bounds the memory that a payload of unknown members costs. */
const MAX_IGNORED_FIELDS = 100;

/** Collects what is ignored while one payload is read. */
export class ParseNotes {
  readonly ignoredFields: IgnoredField[] = [];
  /** Why the whole observation is rejected: the first reason found. */
  fault: string | undefined;

  ignore(member: string, why: IgnoreReason, value: unknown): undefined {
    if (this.ignoredFields.length < MAX_IGNORED_FIELDS)
      this.ignoredFields.push(ignoredField(preview(member), why, value));
    return undefined;
  }

  reject(fault: string): undefined {
    this.fault ??= fault;
    return undefined;
  }
}

/** The beginning of a value, safe to store and print. */
export const preview = (value: unknown): string =>
  truncate(typeof value === 'string' ? value : String(JSON.stringify(value)), MAX_PREVIEW_CHARS);

/** Bounds a reason that may quote the value it is about. */
export const truncateReason = (reason: string): string => truncate(reason, MAX_REASON_CHARS);

const truncate = (text: string, maxChars: number): string =>
  (text.length > maxChars ? `${text.slice(0, maxChars)}…` : text)
    .replace(/[\p{Cc}\uffff]/gu, ' ')
    .toWellFormed();

/** Replaces bytes that are invalid in the encoding of the file. A noncharacter: it occurs in no real text. */
export const NOT_TEXT = '\uffff';

/** Why a text cannot be stored: PostgreSQL text cannot hold NUL, and invalid bytes have no meaning. */
export function unstorableReason(text: string): string | undefined {
  if (text.includes('\0')) return 'a NUL character';
  return text.includes(NOT_TEXT) ? 'bytes that are no text in the encoding of the file' : undefined;
}
