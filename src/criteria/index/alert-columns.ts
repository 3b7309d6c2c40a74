import { GrowableArray } from './growable-array.ts';

/** The data of an alert in the index, beside its tree. */
export interface AlertKey {
  readonly alertId: string;
  readonly accountId: string;
  readonly version: number;
  /** One bit a rule; the caller defines the bits. Never 0. */
  readonly rules: number;
}

/** The alerts of a segment by number: their accounts and rules. */
export class AlertColumns {
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

export type UuidWords = readonly [number, number, number, number];

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
