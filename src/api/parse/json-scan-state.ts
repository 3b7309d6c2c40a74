import type { RequestFault } from '../../lib/request-fault.ts';

/** More than any document of this service has. */
export const MAX_DEPTH = 64;
export const MAX_MEMBERS = 1_000;
/**
 * Values of all levels. JSON.parse takes 47 ms for the half a million lists that fit into a mebibyte; a tree of shapes with as many
 * positions as fit has 145,000 values.
 */
export const MAX_VALUES = 200_000;
/**
 * Texts and member names together. JSON.parse takes 36 ms for the 125,000 different ones that fit into a mebibyte; the largest criteria
 * hold 50,000 texts in lists and some 12,000 names.
 */
export const MAX_STRINGS = 80_000;
const MAX_NAME_CHARS = 200;
/** Faults after which nothing but the grammar is looked at: the text is not meant for us. */
const MAX_FAULTS = 100;
/** A path longer than this names its place no better. */
const MAX_PATH_CHARS = 1_000;
/** Names compared one by one; an object of more gets a set. */
const MAX_LISTED_NAMES = 8;

export const LIST = 0;
export const OBJECT = 1;

/** What a scan of JSON finds: the names and positions at each level it stands in, and what is wrong. */
export class JsonScanState {
  /** LIST or OBJECT for each level; the first is for what stands outside. */
  kinds = new Uint8Array(MAX_DEPTH + 2);
  /** The string read last; one for all, since a body may hold a hundred thousand. */
  readonly string: StringEnd = { end: 0, hasEscapes: false, isStorable: true };
  readonly #indexes = new Int32Array(MAX_DEPTH + 2);
  readonly #members = new Int32Array(MAX_DEPTH + 2);
  readonly #names: string[] = Array(MAX_DEPTH + 2).fill('');
  /** The first names of the object at each level, side by side: an object of few members makes nothing. */
  readonly #listed: string[] = Array((MAX_DEPTH + 2) * MAX_LISTED_NAMES).fill('');
  /** All names of an object of many members. */
  readonly #sets: (Set<string> | undefined)[] = Array(MAX_DEPTH + 2).fill(undefined);
  readonly #faults: RequestFault[] = [];
  #oversize: RequestFault | undefined;

  /** Once a text is refused for its size or for its many faults, only its grammar still matters. */
  get isComplete(): boolean {
    return this.#oversize !== undefined || this.#faults.length >= MAX_FAULTS;
  }

  /** All faults; a text that is too deep or too wide has that one. */
  faults(): RequestFault[] {
    return this.#oversize === undefined ? this.#faults : [this.#oversize];
  }

  tooManyValues(): void {
    this.#oversize ??= tooManyValues;
  }

  tooManyStrings(): void {
    this.#oversize ??= tooManyStrings;
  }

  enter(depth: number): void {
    if (depth > MAX_DEPTH) return;
    this.#indexes[depth] = 0;
    this.#members[depth] = 0;
  }

  nextEntry(depth: number): void {
    if (depth <= MAX_DEPTH) this.#indexes[depth] = (this.#indexes[depth] as number) + 1;
  }

  /** As many levels as a text of this length can have: it is refused, but only once its grammar is known. */
  deepen(length: number): Uint8Array<ArrayBuffer> {
    this.#oversize ??= tooDeep;
    const kinds = new Uint8Array(length + 1);
    kinds.set(this.kinds.subarray(0, length + 1));
    this.kinds = kinds;
    return kinds;
  }

  member(depth: number, name: string): void {
    const isLong = name.length > MAX_NAME_CHARS;
    this.#names[depth] = isLong ? name.slice(0, MAX_NAME_CHARS) : name;
    if (isLong)
      this.#fault(
        depth,
        false,
        'unknown_member',
        `A member name is longer than ${MAX_NAME_CHARS} characters.`,
      );
    if (this.#isRepeated(depth, name))
      this.#fault(depth, false, 'duplicate_member', 'This member is given twice.');
    if ((this.#members[depth] as number) > MAX_MEMBERS) this.#oversize ??= tooManyMembers;
  }

  notStorable(depth: number): void {
    this.#fault(depth, true, 'not_storable', 'Text may not hold NUL or half of a surrogate pair.');
  }

  notExact(depth: number): void {
    this.#fault(
      depth,
      true,
      'not_exact',
      'This number is too large or too long to be held as it was written.',
    );
  }

  /** Whether the object has a member of this name already; it has from now on. */
  #isRepeated(depth: number, name: string): boolean {
    const count = this.#members[depth] as number;
    this.#members[depth] = count + 1;
    const first = depth * MAX_LISTED_NAMES;
    if (count < MAX_LISTED_NAMES) {
      for (let at = first; at < first + count; at += 1) if (this.#listed[at] === name) return true;
      this.#listed[first + count] = name;
      return false;
    }
    if (count === MAX_LISTED_NAMES)
      this.#sets[depth] = new Set(this.#listed.slice(first, first + MAX_LISTED_NAMES));
    const set = this.#sets[depth] as Set<string>;
    const { size } = set;
    return set.add(name).size === size;
  }

  #fault(depth: number, understood: boolean, code: string, message: string): void {
    if (!this.isComplete) this.#faults.push({ propertyPath: this.#path(depth), message, code, understood });
  }

  #path(depth: number): string {
    let path = '';
    for (let level = 1; level <= depth && path.length < MAX_PATH_CHARS; level += 1)
      if (this.kinds[level] === LIST) path += `[${this.#indexes[level]}]`;
      else path += `${path === '' ? '' : '.'}${this.#names[level]}`;
    return path.slice(0, MAX_PATH_CHARS);
  }
}

const tooDeep: RequestFault = {
  propertyPath: '',
  message: `Nothing may be nested deeper than ${MAX_DEPTH} levels.`,
  code: 'too_deep',
  understood: true,
};

const tooManyValues: RequestFault = {
  propertyPath: '',
  message: `A body holds at most ${MAX_VALUES} values.`,
  code: 'too_many_values',
  understood: true,
};

const tooManyStrings: RequestFault = {
  propertyPath: '',
  message: `A body holds at most ${MAX_STRINGS} texts and member names.`,
  code: 'too_many_values',
  understood: true,
};

const tooManyMembers: RequestFault = {
  propertyPath: '',
  message: `An object holds more than ${MAX_MEMBERS} members.`,
  code: 'too_many_members',
  understood: false,
};

/** What is known of a string once it was read; reused, since a body may hold a hundred thousand. */
export interface StringEnd {
  /** Where its closing quote stands; -1 when it is not well-formed. */
  end: number;
  hasEscapes: boolean;
  /** False when an escape stands for NUL or for half of a surrogate pair. */
  isStorable: boolean;
}
