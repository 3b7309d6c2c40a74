import { isObject } from '../lib/is-object.ts';
import { describeUnknownMember } from '../lib/known-words.ts';
import { MAX_LIST_VALUES, MAX_NUMBER, MAX_TEXT_CHARS, MAX_TREE_VALUES } from './limits.ts';

/** One error of a criteria tree. `understood` separates a broken rule (422) from a syntax error (400). */
export interface CriteriaFault {
  propertyPath: string;
  message: string;
  code: string;
  understood: boolean;
}

/** A place that a tree references by code or id, and the path of the reference. */
export interface PlaceReference {
  readonly path: string;
  readonly code?: string;
  readonly id?: string;
  countryCode?: string;
}

/** Bounds the work for a hostile tree: further errors are not listed. */
export const MAX_CRITERIA_FAULTS = 1_000;
const MAX_STEP_CHARS = 100;

/** The errors and place references found while parsing a tree. */
class ParseFindings {
  readonly faults: CriteriaFault[] = [];
  readonly mentions: PlaceReference[] = [];
  /** Of all lists so far. */
  values = 0;
  /** Of all drawn shapes so far. */
  positions = 0;

  /** The limit of errors is reached: parsing may stop. */
  get isFull(): boolean {
    return this.faults.length >= MAX_CRITERIA_FAULTS;
  }
}

/** Builds its path on demand: lists of codes are long, and nearly all codes exist. */
class LazyPlaceReference implements PlaceReference {
  readonly #context: ParseContext;
  readonly code?: string;
  readonly id?: string;
  countryCode?: string;

  constructor(context: ParseContext, place: { code: string } | { id: string }) {
    this.#context = context;
    if ('code' in place) this.code = place.code;
    else this.id = place.id;
  }

  get path(): string {
    return this.#context.path;
  }
}

/**
 * A position in the tree being parsed, and the findings so far. Its path is built on demand, because most
 * positions have no error.
 */
export class ParseContext {
  readonly findings: ParseFindings;
  readonly #parent: ParseContext | undefined;
  /** The member, the index, or the path of the root. */
  readonly #step: string | number;
  /** A single value that stands for a list of itself: its errors have its path, without an index. */
  readonly #isBare: boolean;

  constructor(
    step: string | number,
    found: ParseFindings = new ParseFindings(),
    above?: ParseContext,
    isBare = false,
  ) {
    this.#step = step;
    this.findings = found;
    this.#parent = above;
    this.#isBare = isBare;
  }

  get path(): string {
    const above = this.#parent?.path;
    if (above === undefined) return String(this.#step);
    if (this.#isBare) return above;
    if (typeof this.#step === 'number') return `${above}[${this.#step}]`;
    const step = this.#step.slice(0, MAX_STEP_CHARS);
    return above === '' ? step : `${above}.${step}`;
  }

  member(name: string): ParseContext {
    return new ParseContext(name, this.findings, this);
  }

  /** A position further inside by its complete path. */
  at(path: string): ParseContext {
    return new ParseContext(path, this.findings);
  }

  entry(index: number): ParseContext {
    return this.#isBare ? this : new ParseContext(index, this.findings, this);
  }

  /** The same position, parsed as a list of one. */
  asSingleValue(): ParseContext {
    return new ParseContext('', this.findings, this, true);
  }

  /** A syntax error: 400. */
  syntaxError(code: string, message: string): undefined {
    this.#add(code, message, false);
  }

  /** A broken rule: 422. */
  error(code: string, message: string): undefined {
    this.#add(code, message, true);
  }

  /** Collects a referenced place for a later lookup. */
  addPlaceReference(place: { code: string } | { id: string }): void {
    this.findings.mentions.push(new LazyPlaceReference(this, place));
  }

  #add(code: string, message: string, understood: boolean): void {
    if (!this.findings.isFull)
      this.findings.faults.push({ propertyPath: this.path, message, code, understood });
  }
}

/**
 * An object with no other members than these, read through own entries only: `__proto__` is a name like any other.
 */
export function readJsonMembers(
  json: unknown,
  known: readonly string[],
  context: ParseContext,
): ReadonlyMap<string, unknown> | undefined {
  if (!isObject(json))
    return context.syntaxError('wrong_type', `Must be an object with ${known.join(', ')}.`);
  const members = new Map(Object.entries(json));
  for (const name of members.keys()) if (!known.includes(name)) reportUnknownMember(name, known, context);
  return members;
}

export function reportUnknownMember(name: string, known: readonly string[], context: ParseContext): void {
  if (context.findings.isFull) return;
  context.member(name).syntaxError('unknown_member', describeUnknownMember(name, known));
}

export function readJsonBoolean(json: unknown, context: ParseContext): boolean | undefined {
  return typeof json === 'boolean' ? json : context.syntaxError('wrong_type', 'Must be true or false.');
}

export interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

export function readJsonNumber(
  json: unknown,
  context: ParseContext,
  bounds: NumberBounds = {},
): number | undefined {
  if (typeof json !== 'number') return context.syntaxError('wrong_type', 'Must be a number.');
  const { minimum = -MAX_NUMBER, maximum = MAX_NUMBER } = bounds;
  if (!Number.isFinite(json) || json < minimum || json > maximum)
    return context.error('out_of_range', `Must be a number from ${minimum} to ${maximum}.`);
  return json + 0;
}

export function readJsonText(
  json: unknown,
  context: ParseContext,
  longest = MAX_TEXT_CHARS,
): string | undefined {
  if (typeof json !== 'string') return context.syntaxError('wrong_type', 'Must be a text.');
  if (json === '') return context.error('too_short', 'Must not be empty.');
  if (json.length > longest) return context.error('too_long', `Holds more than ${longest} characters.`);
  if (json.includes('\0') || !json.isWellFormed())
    return context.error('not_storable', 'Holds characters that cannot be stored.');
  return json;
}

/** At least one value: an empty list is ambiguous. */
export function readJsonList<Value>(
  json: unknown,
  context: ParseContext,
  readOne: (json: unknown, context: ParseContext) => Value | undefined,
  maxValues = MAX_LIST_VALUES,
): readonly Value[] | undefined {
  if (!Array.isArray(json)) return context.syntaxError('wrong_type', 'Must be a list.');
  if (json.length === 0) return context.error('too_few', 'Must hold at least one value.');
  if (json.length > maxValues) return context.error('too_many', `Holds more than ${maxValues} values.`);
  context.findings.values += json.length;
  if (context.findings.values > MAX_TREE_VALUES)
    return context.error('too_many', `The lists of a tree hold more than ${MAX_TREE_VALUES} values.`);
  const values: Value[] = [];
  for (let index = 0; index < json.length && !context.findings.isFull; index += 1) {
    const value = readOne(json[index], context.entry(index));
    if (value !== undefined) values.push(value);
  }
  return values.length < json.length ? undefined : values;
}

/** A value of a closed list. */
export const wordReader = (known: readonly string[]) => {
  const words = new Set(known);
  return (json: unknown, context: ParseContext): string | undefined => {
    if (typeof json !== 'string') return context.syntaxError('wrong_type', 'Must be a text.');
    if (words.has(json)) return json;
    return context.syntaxError('unknown_value', `Must be one of: ${known.join(', ')}.`);
  };
};
