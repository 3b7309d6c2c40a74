import type { OrderedDigest } from '../lib/ids.ts';
import type { ByteSpan } from './block-text.ts';

/** The header of every binary copy: signature, no flags, no extension. */
const SIGNATURE = Buffer.from('PGCOPY\n\u00ff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const NULL = -1;
const DEFAULT_BUFFER_BYTES = 64 * 1_024;
/** Longer texts use Buffer.write, which has a higher fixed cost and is then faster. */
const MAX_SHORT_CHARS = 40;
const ASCII = 128;
const TWO_TO_32 = 2 ** 32;
/** 2000-01-01, the epoch of PostgreSQL. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const EPOCH_DAYS = 730_425;

/**
 * Rows in the binary format of `copy`, one field after the other in the order of the columns. Unlike the text format it
 * neither formats numbers here nor parses them in the database. A value out of range of its column is written as null.
 */
export class CopyRows {
  readonly #columns: number;
  #bytes: Buffer;
  #view: DataView;
  #at = SIGNATURE.length;

  count = 0;

  /** `size` is the initial buffer in bytes; it grows when needed. */
  constructor(columns: number, size = DEFAULT_BUFFER_BYTES) {
    this.#columns = columns;
    this.#bytes = Buffer.allocUnsafeSlow(size);
    this.#view = new DataView(this.#bytes.buffer);
    SIGNATURE.copy(this.#bytes);
  }

  row(): void {
    // Enough for every field but texts, which reserve their own bytes.
    this.#ensureCapacity(2 + 20 * this.#columns);
    this.#view.setInt16(this.#at, this.#columns);
    this.#at += 2;
    this.count += 1;
  }

  /** All rows with the trailer. */
  end(): Buffer {
    this.#ensureCapacity(2);
    this.#view.setInt16(this.#at, NULL);
    return this.#bytes.subarray(0, this.#at + 2);
  }

  text(value: string | undefined): void {
    if (value === undefined) this.null();
    else {
      const { length } = value;
      // Includes the bytes reserved for the fields that follow.
      this.#ensureCapacity(3 * length + 4 + 20 * this.#columns);
      const from = this.#at + 4;
      const written = length <= MAX_SHORT_CHARS ? this.#ascii(value, from) : NULL;
      const size = written === NULL ? this.#bytes.write(value, from) : written;
      this.#view.setInt32(this.#at, size);
      this.#at = from + size;
    }
  }

  /** Bytes of the file, unchanged. */
  span({ bytes, from, end }: ByteSpan): void {
    const length = end - from;
    this.#ensureCapacity(length + 4 + 20 * this.#columns);
    this.#view.setInt32(this.#at, length);
    bytes.copy(this.#bytes, this.#at + 4, from, end);
    this.#at += 4 + length;
  }

  /** Returns the number of bytes written, or -1 when the text is not ASCII. */
  #ascii(value: string, from: number): number {
    const [bytes, { length }] = [this.#bytes, value];
    for (let at = 0; at < length; at += 1) {
      const code = value.charCodeAt(at);
      if (code >= ASCII) return NULL;
      bytes[from + at] = code;
    }
    return length;
  }

  smallint(value: number | undefined): void {
    const whole = Math.round(value ?? Number.NaN);
    if (!(whole >= -32_768 && whole <= 32_767)) this.null();
    else {
      this.#view.setInt32(this.#at, 2);
      this.#view.setInt16(this.#at + 4, whole);
      this.#at += 6;
    }
  }

  integer(value: number | undefined): void {
    const whole = Math.round(value ?? Number.NaN);
    if (!(whole >= -2_147_483_648 && whole <= 2_147_483_647)) this.null();
    else {
      this.#view.setInt32(this.#at, 4);
      this.#view.setInt32(this.#at + 4, whole);
      this.#at += 8;
    }
  }

  bigint(value: number | undefined): void {
    if (!Number.isSafeInteger(value ?? Number.NaN)) this.null();
    else {
      this.halves(Math.floor((value ?? 0) / TWO_TO_32), (value ?? 0) >>> 0);
    }
  }

  /** A bigint by its two halves. */
  halves(high: number, low: number): void {
    this.#view.setInt32(this.#at, 8);
    this.#view.setInt32(this.#at + 4, high);
    this.#view.setInt32(this.#at + 8, low);
    this.#at += 12;
  }

  real(value: number | undefined): void {
    if (value === undefined) this.null();
    else {
      this.#view.setInt32(this.#at, 4);
      this.#view.setFloat32(this.#at + 4, value);
      this.#at += 8;
    }
  }

  boolean(value: boolean | undefined): void {
    if (value === undefined) this.null();
    else {
      this.#byte(value ? 1 : 0);
    }
  }

  /** The type `"char"`: one letter. */
  letter(value: string): void {
    this.#byte(value.charCodeAt(0));
  }

  #byte(value: number): void {
    this.#view.setInt32(this.#at, 1);
    this.#view.setUint8(this.#at + 4, value);
    this.#at += 5;
  }

  /** A version 5 identifier, from its digest in hexadecimal. */
  namedId(digest: string): void {
    this.#view.setInt32(this.#at, 16);
    this.#hex(digest, this.#at + 4, 16);
    this.#stamp(5);
  }

  /** A version 8 identifier. */
  orderedId({ order, digest }: OrderedDigest): void {
    const [view, from] = [this.#view, this.#at + 4];
    view.setInt32(this.#at, 16);
    view.setUint8(from, Math.floor(order / TWO_TO_32));
    view.setUint32(from + 1, order >>> 0);
    this.#hex(digest, from + 5, 11);
    this.#stamp(8);
  }

  #hex(digits: string, from: number, bytes: number): void {
    const target = this.#bytes;
    for (let at = 0; at < bytes; at += 1)
      target[from + at] = 16 * hexOf(digits.charCodeAt(2 * at)) + hexOf(digits.charCodeAt(2 * at + 1));
  }

  #stamp(version: number): void {
    const [bytes, from] = [this.#bytes, this.#at + 4];
    bytes[from + 6] = (version << 4) | ((bytes[from + 6] ?? 0) & 0x0f);
    bytes[from + 8] = 0x80 | ((bytes[from + 8] ?? 0) & 0x3f);
    this.#at += 20;
  }

  /** An ISO date. */
  date(value: string | undefined): void {
    if (value === undefined) this.null();
    else {
      this.#view.setInt32(this.#at, 4);
      this.#view.setInt32(this.#at + 4, dayNumber(value) - EPOCH_DAYS);
      this.#at += 8;
    }
  }

  timestamp(value: Date): void {
    this.bigint(1_000 * (value.getTime() - EPOCH_MS));
  }

  null(): void {
    this.#view.setInt32(this.#at, NULL);
    this.#at += 4;
  }

  #ensureCapacity(wanted: number): void {
    if (this.#at + wanted <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#at + wanted));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

const hexOf = (code: number): number => (code <= 57 ? code - 48 : code - 87);

/** Days since 1 March of the year 0. Years begin in March, so that the leap day is the last of a year. */
export function dayNumber(iso: string): number {
  const figure = (at: number): number => iso.charCodeAt(at) - 48;
  const month = 10 * figure(5) + figure(6);
  const year = 1_000 * figure(0) + 100 * figure(1) + 10 * figure(2) + figure(3) - (month <= 2 ? 1 : 0);
  const day = 10 * figure(8) + figure(9);
  const leaps = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return 365 * year + leaps + Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
}
