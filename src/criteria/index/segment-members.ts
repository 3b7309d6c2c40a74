import { type Tree, withDefaultFilters } from '../tree.ts';
import { splitConjunction, toConjunctions } from './conjunctions.ts';
import { GrowableArray } from './growable-array.ts';
import { computeIndexKeys, type IndexedState, isWordKey, listKey } from './index-keys.ts';
import { Programs } from './programs.ts';

export interface IndexedAlert extends AlertKey {
  readonly tree: Tree;
}

export const BEFORE = 1;
export const AFTER = 2;

/** Posting lists by key. */
export interface PostingSink {
  addPosting(key: number, offset: number): void;
}

/** Numbers of places and words, shared by all segments of an index, because most recur in each. */
export class KeyNumbers {
  readonly #numbers = new Map<string, number>();
  /** The number of words among them: while it is 0, texts need not be split into words. */
  wordCount = 0;

  number(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(name, number);
    if (isWordKey(name)) this.wordCount += 1;
    return number;
  }

  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  get size(): number {
    return this.#numbers.size;
  }
}

/** The alerts and programs of a segment, and the matches of the current change. */
export class SegmentMembers {
  readonly alerts = new AlertColumns();
  readonly programs = new Programs();
  /** Two bits a change: matched before, matched after. */
  stamps = new Uint32Array(0);
  tick = 0;

  add(alert: IndexedAlert, keyNumbers: KeyNumbers, postings: PostingSink): void {
    const number = this.alerts.add(alert);
    for (const branch of toConjunctions(withDefaultFilters(alert.tree))) {
      const sorted = splitConjunction(branch);
      const indexKeys = computeIndexKeys(sorted.own);
      const offset = this.programs.write(number, sorted, indexKeys.provenTests);
      for (const name of indexKeys.keys)
        for (const transaction of indexKeys.transactions)
          for (const type of indexKeys.types)
            postings.addPosting(listKey(keyNumbers.number(name), transaction, type), offset);
    }
  }

  /** Starts a new change: resets all matches without touching every stamp. */
  startChange(): void {
    if (this.stamps.length < this.alerts.count) {
      const larger = new Uint32Array(this.stamps.length === 0 ? this.alerts.count : this.alerts.count * 2);
      larger.set(this.stamps);
      this.stamps = larger;
    }
    this.tick += 4;
    if (this.tick < 2 ** 32) return;
    this.stamps.fill(0);
    this.tick = 4;
  }

  /**
   * Evaluates the branch for the sides (`BEFORE`, `AFTER`) it was found for; returns the alert's number on its
   * first match.
   */
  match(offset: number, sides: number, change: StatePair): number {
    const alert = this.programs.code.array[offset] as number;
    if (((this.alerts.rules[alert] as number) & change.rules) === 0) return -1;
    const stamp = this.stamps[alert] as number;
    const matched = stamp >= this.tick ? stamp - this.tick : 0;
    let now = matched;
    if ((sides & AFTER & ~matched) !== 0 && change.after && this.programs.matches(offset, change.after))
      now |= AFTER;
    if ((sides & BEFORE & ~matched) !== 0 && change.before && this.programs.matches(offset, change.before))
      now |= BEFORE;
    if (now === matched) return -1;
    this.stamps[alert] = this.tick + now;
    return matched === 0 ? alert : -1;
  }

  matchedSides(alert: number): number {
    return (this.stamps[alert] as number) - this.tick;
  }
}

export interface StatePair {
  readonly before: IndexedState | undefined;
  readonly after: IndexedState | undefined;
  /** Only alerts with one of these rules are evaluated. */
  readonly rules: number;
}

/** The data of an alert in the index, beside its tree. */
export interface AlertKey {
  readonly alertId: string;
  readonly accountId: string;
  readonly version: number;
  /** One bit a rule; the caller defines the bits. Never 0. */
  readonly rules: number;
}

/** The alerts of a segment by number: their accounts and rules. */
class AlertColumns {
  /** Four words an id: strings in a map take three times the memory. */
  readonly #ids = new GrowableArray(new Uint32Array(0));
  readonly #versions = new GrowableArray(new Float64Array(0));
  /** 0: the alert is deleted. */
  readonly #rules = new GrowableArray(new Uint16Array(0));
  /** The number of the account, its index in `accountIds`. */
  readonly #accounts = new GrowableArray(new Uint32Array(0));
  readonly #accountNumbers = new Map<string, number>();
  readonly accountIds: string[] = [];
  #slots = new Int32Array(64).fill(-1);
  #live = 0;

  get count(): number {
    return this.#rules.length;
  }

  get live(): number {
    return this.#live;
  }

  get rules(): Uint16Array {
    return this.#rules.array;
  }

  get accounts(): Uint32Array {
    return this.#accounts.array;
  }

  add({ alertId, accountId, version, rules }: AlertKey): number {
    for (const word of uuidWords(alertId)) this.#ids.push(word);
    this.#versions.push(version);
    this.#accounts.push(this.#accountNumber(accountId));
    const number = this.#rules.push(rules);
    this.#live += 1;
    if (this.count * 2 > this.#slots.length) this.#rehash();
    else this.#insertSlot(number);
    return number;
  }

  remove(alertId: string): boolean {
    const number = this.find(alertId);
    if (number === undefined) return false;
    this.#rules.array[number] = 0;
    this.#live -= 1;
    return true;
  }

  /** The number of a live alert. An id may also have deleted entries. */
  find(alertId: string): number | undefined {
    const words = uuidWords(alertId);
    const mask = this.#slots.length - 1;
    for (let slot = words[3] & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] as number;
      if (number < 0) return undefined;
      if (this.#rules.array[number] !== 0 && this.#isAt(number, words)) return number;
    }
  }

  idAt(number: number): string {
    const ids = this.#ids.array;
    const at = 4 * number;
    const [first, second] = [ids[at] as number, ids[at + 1] as number];
    const [third, fourth] = [ids[at + 2] as number, ids[at + 3] as number];
    return `${upper(first)}${lower(first)}-${upper(second)}-${lower(second)}-${upper(third)}-${lower(third)}${upper(fourth)}${lower(fourth)}`;
  }

  /** Compares two ids without formatting them. */
  compareIds(one: number, other: number): number {
    const ids = this.#ids.array;
    for (let word = 0; word < 4; word++) {
      const difference = (ids[4 * one + word] as number) - (ids[4 * other + word] as number);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  isAfter(number: number, words: UuidWords): boolean {
    const ids = this.#ids.array;
    for (let word = 0; word < 4; word++) {
      const difference = (ids[4 * number + word] as number) - (words[word] as number);
      if (difference !== 0) return difference > 0;
    }
    return false;
  }

  versionAt(number: number): number {
    return this.#versions.array[number] ?? NaN;
  }

  keyAt(number: number): AlertKey {
    return {
      alertId: this.idAt(number),
      accountId: this.accountIds[this.accounts[number] as number] as string,
      version: this.versionAt(number),
      rules: this.rules[number] as number,
    };
  }

  trim(): void {
    for (const column of [this.#ids, this.#versions, this.#rules, this.#accounts]) column.trim();
  }

  get bytes(): number {
    const columns = [
      this.#ids.array,
      this.#versions.array,
      this.#rules.array,
      this.#accounts.array,
      this.#slots,
    ];
    return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  #accountNumber(accountId: string): number {
    const known = this.#accountNumbers.get(accountId);
    if (known !== undefined) return known;
    const number = this.accountIds.push(accountId) - 1;
    this.#accountNumbers.set(accountId, number);
    return number;
  }

  #isAt(number: number, words: UuidWords): boolean {
    const ids = this.#ids.array;
    const at = 4 * number;
    return (
      ids[at] === words[0] && ids[at + 1] === words[1] && ids[at + 2] === words[2] && ids[at + 3] === words[3]
    );
  }

  #insertSlot(number: number): void {
    const mask = this.#slots.length - 1;
    let slot = (this.#ids.array[4 * number + 3] as number) & mask;
    while ((this.#slots[slot] as number) >= 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number;
  }

  #rehash(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(-1);
    for (let number = 0; number < this.count; number++) this.#insertSlot(number);
  }
}

/** Half a word in hexadecimal, from a table: `toString` takes ten times as long. */
const HEX_HALVES = Array.from({ length: 2 ** 16 }, (_, half) => half.toString(16).padStart(4, '0'));
const upper = (word: number): string => HEX_HALVES[word >>> 16] as string;
const lower = (word: number): string => HEX_HALVES[word & 0xffff] as string;

type UuidWords = readonly [number, number, number, number];

/** The last word of a UUID of any version is random: it distributes the alerts over the slots. */
export function uuidWords(id: string): UuidWords {
  const word = (text: string): number => Number.parseInt(text, 16);
  return [
    word(id.slice(0, 8)),
    word(id.slice(9, 13) + id.slice(14, 18)),
    word(id.slice(19, 23) + id.slice(24, 28)),
    word(id.slice(28)),
  ];
}
