import { closeSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { Growing } from '../../../criteria/index/growing.ts';
import { type Bits, bitsFor, hasBit, setBit } from './bits.ts';
import { shared } from './lists.ts';

/** Where the documents of the rows of a segment stand in their file, one after another, and their sums. None is an empty one. */
export interface DocumentPlaces {
  /** One more than there are rows. */
  readonly starts: Float64Array;
  readonly sums: Uint32Array;
}

const WRITTEN_AT_ONCE = 2 ** 20;

/**
 * Writes documents in the order of their rows. A disk that is full costs the documents, not the segment: they are read from the store
 * then.
 */
export class DocumentWriter {
  readonly path: string;
  readonly #file: number | undefined;
  readonly #starts = new Growing(new Float64Array(0));
  readonly #sums = new Growing(new Uint32Array(0));
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #end = 0;
  #failed: unknown;

  constructor(path: string) {
    this.path = path;
    this.#starts.push(0);
    this.#file = this.#trying(() => {
      mkdirSync(dirname(path), { recursive: true });
      return openSync(path, 'wx', 0o600);
    });
  }

  add(document: string | undefined): void {
    const bytes = Buffer.from(document ?? '');
    this.#end += bytes.length;
    this.#starts.push(this.#end);
    this.#sums.push(crc32(bytes));
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= WRITTEN_AT_ONCE) this.#write();
  }

  /** None when they could not all be written. */
  finish(): DocumentPlaces | undefined {
    this.#write();
    if (this.#file !== undefined) {
      this.#trying(() => fsyncSync(this.#file as number));
      closeSync(this.#file);
    }
    if (this.#failed !== undefined) return undefined;
    const starts = new Float64Array(shared(8 * this.#starts.length));
    starts.set(this.#starts.array.subarray(0, this.#starts.length));
    const sums = new Uint32Array(shared(4 * this.#sums.length));
    sums.set(this.#sums.array.subarray(0, this.#sums.length));
    return { starts, sums };
  }

  #write(): void {
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#trying(() => {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file as number, bytes, at);
    });
  }

  #trying<Result>(work: () => Result): Result | undefined {
    if (this.#failed !== undefined) return undefined;
    try {
      return work();
    } catch (error) {
      this.#failed = error;
      return undefined;
    }
  }
}

/** The documents of a segment, open for reading. Ten reads of what the system has in its cache take 0.02 ms. */
export class DocumentFile {
  readonly #places: DocumentPlaces;
  /** Rows whose sum was found right: a document is checked when it is first read, as sums take longer than the reading itself. */
  readonly #checked: Bits;
  #file: number | undefined;
  /** A document was not what was written. */
  isDamaged = false;

  constructor(path: string, places: DocumentPlaces) {
    this.#places = places;
    this.#checked = bitsFor(places.sums.length);
    this.#file = openSync(path, 'r');
  }

  /** How many bytes it has. */
  lengthOf = (row: number): number =>
    (this.#places.starts[row + 1] as number) - (this.#places.starts[row] as number);

  /** Puts it there; false where there is none, or it is damaged. */
  readInto(target: Buffer, at: number, row: number): boolean {
    const length = this.lengthOf(row);
    if (length === 0 || this.#file === undefined) return false;
    const read = readSync(this.#file, target, at, length, this.#places.starts[row] as number);
    if (read === length && this.#isRight(target, at, row)) return true;
    this.isDamaged = true;
    return false;
  }

  #isRight(target: Buffer, at: number, row: number): boolean {
    if (hasBit(this.#checked, row)) return true;
    const isRight = crc32(target.subarray(at, at + this.lengthOf(row))) === this.#places.sums[row];
    if (isRight) setBit(this.#checked, row);
    return isRight;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }
}
