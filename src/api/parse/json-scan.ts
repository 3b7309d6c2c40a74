import type { Fault } from '../problem.ts';

const LONGEST_MEMBER_NAME = 200;
const LONGEST_NUMBER = 40;

/** Faults after which nothing more is looked for: the text is not meant for us. */
const MOST_FAULTS = 100;

interface Container {
  object: boolean;
  /** Made at the first name: a megabyte of `{}` would else cost 50 ms of empty sets. */
  names: Set<string> | undefined;
  name: string;
  index: number;
}

/**
 * What JSON.parse does not tell: members given twice, numbers it would round, text that no database holds.
 * Walks well-formed JSON only (JSON.parse has accepted it), without recursion, in one pass over the text.
 */
export class JsonScan {
  readonly #text: string;
  /** Most texts have none, and are read in larger steps. */
  readonly #hasEscapes: boolean;
  readonly #faults: Fault[] = [];
  readonly #open: Container[] = [];
  #expectName = false;

  constructor(text: string) {
    this.#text = text;
    this.#hasEscapes = text.includes('\\');
  }

  faults(): Fault[] {
    const text = this.#text;
    for (let at = 0; at < text.length && this.#faults.length < MOST_FAULTS; ) at = this.#step(at);
    return this.#faults;
  }

  #step(at: number): number {
    const mark = this.#text[at];
    if (mark === '"') return this.#string(at);
    if (mark === '{' || mark === '[') this.#enter(mark === '{');
    else if (mark === '}' || mark === ']') this.#leave();
    else if (mark === ',') this.#next();
    else if (mark === '-' || (mark !== undefined && mark >= '0' && mark <= '9')) return this.#number(at);
    return at + 1;
  }

  #enter(object: boolean): void {
    this.#open.push({ object, names: undefined, name: '', index: 0 });
    this.#expectName = object;
  }

  #leave(): void {
    this.#open.pop();
    this.#expectName = false;
  }

  #next(): void {
    const inside = this.#open.at(-1);
    if (inside === undefined) return;
    if (inside.object) this.#expectName = true;
    else inside.index += 1;
  }

  #string(start: number): number {
    const inside = this.#open.at(-1);
    const isName = this.#expectName && inside?.object === true;
    if (!this.#hasEscapes) {
      const end = this.#text.indexOf('"', start + 1);
      if (isName) this.#name(inside, this.#text.slice(start + 1, end));
      return end + 1;
    }
    const end = closingQuote(this.#text, start);
    const raw = this.#text.slice(start, end + 1);
    const value: string = isName || raw.includes('\\u') ? JSON.parse(raw) : '';
    if (isName) this.#name(inside, value);
    if (value.includes('\0') || !value.isWellFormed()) {
      this.#fault('not_storable', 'Text may not hold NUL or half of a surrogate pair.', true);
    }
    return end + 1;
  }

  #name(inside: Container, name: string): void {
    this.#expectName = false;
    inside.name = name.slice(0, LONGEST_MEMBER_NAME);
    if (name.length > LONGEST_MEMBER_NAME) {
      this.#fault('unknown_member', `A member name is longer than ${LONGEST_MEMBER_NAME} characters.`, false);
    }
    inside.names ??= new Set();
    if (inside.names.has(name)) this.#fault('duplicate_member', 'This member is given twice.', false);
    inside.names.add(name);
  }

  #number(start: number): number {
    let end = start + 1;
    while (isOfNumber(this.#text.charCodeAt(end))) end += 1;
    const token = this.#text.slice(start, end);
    if (!isExact(token)) {
      this.#fault('not_exact', 'This number is too large or too long to be held as it was written.', true);
    }
    return end;
  }

  #fault(code: string, message: string, understood: boolean): void {
    this.#faults.push({ propertyPath: this.#path(), message, code, understood });
  }

  #path(): string {
    let path = '';
    for (const { object, name, index } of this.#open) {
      path += object ? `${path === '' ? '' : '.'}${name}` : `[${index}]`;
    }
    return path;
  }
}

/** Digits, and the signs `+ - . E e`. */
const isOfNumber = (mark: number): boolean =>
  (mark >= 48 && mark <= 57) || mark === 43 || mark === 45 || mark === 46 || mark === 69 || mark === 101;

function closingQuote(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function isExact(token: string): boolean {
  const value = Number(token);
  if (token.length > LONGEST_NUMBER || !Number.isFinite(value) || Object.is(value, -0)) return false;
  return !/^-?\d+$/.test(token) || Number.isSafeInteger(value);
}
