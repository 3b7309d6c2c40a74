/** A value or member of a payload that did not go in, for an operator to see what a source says that we do not know. */
export interface IgnoredField {
  /** Its path in the payload: `heating.system`. */
  readonly member: string;
  readonly why: 'unknown member' | 'unknown value' | 'out of range' | 'too long';
  /** The beginning of what it said. */
  readonly value: string;
}

const MAX_PREVIEW_CHARS = 60;
const MAX_REASON_CHARS = 300;
/** A payload of nothing but unknown members must not fill the memory with remarks on them. */
const MAX_IGNORED_FIELDS = 100;

/** What is remarked while one payload is read. */
export class ParseNotes {
  readonly ignoredFields: IgnoredField[] = [];
  /** Why the whole observation cannot be taken: the first reason found. */
  fault: string | undefined;

  ignore(member: string, why: IgnoredField['why'], value: unknown): undefined {
    if (this.ignoredFields.length < MAX_IGNORED_FIELDS)
      this.ignoredFields.push({ member: preview(member), why, value: preview(value) });
    return undefined;
  }

  reject(fault: string): undefined {
    this.fault ??= fault;
    return undefined;
  }
}

/** The beginning of a value, fit to be kept and printed. */
export const preview = (value: unknown): string =>
  truncate(typeof value === 'string' ? value : String(JSON.stringify(value)), MAX_PREVIEW_CHARS);

/** A reason that may quote what it speaks of. */
export const truncateReason = (reason: string): string => truncate(reason, MAX_REASON_CHARS);

const truncate = (text: string, most: number): string =>
  (text.length > most ? `${text.slice(0, most)}…` : text).replace(/[\p{Cc}\uffff]/gu, ' ').toWellFormed();
