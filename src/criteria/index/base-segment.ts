import { lowerBound } from '../../lib/lower-bound.ts';
import { GrowableArray } from './growable-array.ts';
import {
  AFTER,
  BEFORE,
  type IndexedAlert,
  type KeyNumbers,
  type PostingSink,
  SegmentMembers,
  type StatePair,
} from './segment-members.ts';

/** Branches sorted per slice. */
const SLICE_BRANCHES = 20_000;
/** Up to so many branches, a price and a position fit into one double. */
const MAX_PACKED_POSITIONS = 2 ** 21;

/**
 * Most alerts, in immutable posting lists. The branches of a list are sorted by their highest price, with price
 * and area in columns, so that highPrice are skipped without running their program.
 */
export class BaseSegment {
  readonly members: SegmentMembers;
  readonly #numbers: ReadonlyMap<number, number>;
  readonly #bounds: Uint32Array;
  readonly #columns: BoundColumns;

  constructor(members: SegmentMembers, lists: SortedLists) {
    this.members = members;
    this.#numbers = lists.numbers;
    this.#bounds = lists.bounds;
    this.#columns = lists.columns;
  }

  scan(key: number, sides: number, change: StatePair, matches: number[]): void {
    const list = this.#numbers.get(key);
    if (list === undefined) return;
    const [start, end] = [this.#bounds[list] as number, this.#bounds[list + 1] as number];
    const { highestPrice, lowestPrice, lowestArea, offset } = this.#columns;
    const { lowPrice, highPrice, area } = scanBounds(sides, change);
    for (let at = lowerBound(highestPrice, lowPrice, start, end); at < end; at++) {
      if ((lowestPrice[at] as number) > highPrice || (lowestArea[at] as number) > area) continue;
      const alert = this.members.match(offset[at] as number, sides, change);
      if (alert >= 0) matches.push(alert);
    }
  }

  *entries(): Generator<readonly [key: number, offset: number]> {
    for (const [key, list] of this.#numbers)
      for (let at = this.#bounds[list] as number; at < (this.#bounds[list + 1] as number); at++)
        yield [key, this.#columns.offset[at] as number];
  }

  get bytes(): number {
    const columns = Object.values(this.#columns).reduce((sum, { byteLength }) => sum + byteLength, 0);
    const { alerts, programs, stamps } = this.members;
    // V8 needs about 40 bytes an entry of a map of numbers.
    const lists = this.#bounds.byteLength + 40 * this.#numbers.size;
    return columns + lists + alerts.bytes + programs.code.array.byteLength + stamps.byteLength;
  }
}

interface BoundColumns {
  /** Rounded outwards to 32 bits, so that no branch that passes the exact test is skipped. */
  readonly highestPrice: Float32Array;
  readonly lowestPrice: Float32Array;
  readonly lowestArea: Float32Array;
  readonly offset: Uint32Array;
}

interface SortedLists {
  /** The number of each list by key, in storage order. */
  readonly numbers: ReadonlyMap<number, number>;
  /** The start of each list, and the end of the last one. */
  readonly bounds: Uint32Array;
  readonly columns: BoundColumns;
}

/** An unknown value excludes no branch here: the programs decide. */
function scanBounds(sides: number, { before, after }: StatePair) {
  let [lowPrice, highPrice, area] = [Infinity, -Infinity, -Infinity];
  for (const state of [sides & BEFORE ? before : undefined, sides & AFTER ? after : undefined]) {
    if (state === undefined) continue;
    lowPrice = Math.min(lowPrice, Number.isNaN(state.price) ? -Infinity : state.price);
    highPrice = Math.max(highPrice, Number.isNaN(state.price) ? Infinity : state.price);
    area = Math.max(area, Number.isNaN(state.area) ? Infinity : state.area);
  }
  return { lowPrice, highPrice, area };
}

export class BaseBuilder implements PostingSink {
  readonly members = new SegmentMembers();
  readonly #keys = new GrowableArray(new Uint32Array(0));
  readonly #offsets = new GrowableArray(new Uint32Array(0));

  add(alert: IndexedAlert, keyNumbers: KeyNumbers): void {
    this.members.add(alert, keyNumbers, this);
  }

  addPosting(key: number, offset: number): void {
    this.#keys.push(key);
    this.#offsets.push(offset);
  }

  /** Sorts the lists, in slices. */
  *seal(): Generator<void, BaseSegment> {
    const { numbers, bounds, order } = this.#groupByList();
    yield;
    const columns = newColumns(order.length);
    let sorted = 0;
    for (let list = 0; list < numbers.size; list++) {
      const [start, end] = [bounds[list] as number, bounds[list + 1] as number];
      this.#sortList(order.subarray(start, end), start, columns);
      sorted += end - start;
      if (sorted < SLICE_BRANCHES) continue;
      sorted = 0;
      yield;
    }
    this.members.alerts.trim();
    this.members.programs.trim();
    return new BaseSegment(this.members, { numbers, bounds, columns });
  }

  /** The positions of all branches, list by list. */
  #groupByList() {
    const { array: keys, length } = this.#keys;
    const numbers = new Map<number, number>();
    const counts: number[] = [];
    const listOf = new Uint32Array(length);
    for (let at = 0; at < length; at++) {
      const key = keys[at] as number;
      const list = numbers.get(key) ?? counts.length;
      if (list === counts.length) {
        numbers.set(key, list);
        counts.push(0);
      }
      listOf[at] = list;
      counts[list] = (counts[list] as number) + 1;
    }
    const bounds = new Uint32Array(counts.length + 1);
    for (const [list, count] of counts.entries()) bounds[list + 1] = (bounds[list] as number) + count;
    const next = bounds.slice();
    const order = new Uint32Array(length);
    for (let at = 0; at < length; at++) {
      const list = listOf[at] as number;
      order[next[list] as number] = at;
      next[list] = (next[list] as number) + 1;
    }
    return { numbers, bounds, order };
  }

  #sortList(places: Uint32Array, start: number, columns: BoundColumns): void {
    const offsets = Array.from(places, (at) => this.#offsets.array[at] as number);
    const bounds = offsets.map((offset) => this.members.programs.bounds(offset));
    for (const [at, from] of sortedPositions(
      bounds.map(({ highestPrice }) => Math.fround(highestPrice)),
    ).entries()) {
      const { highestPrice, lowestPrice, lowestArea } = bounds[from] as (typeof bounds)[number];
      columns.highestPrice[start + at] = roundUpToFloat32(highestPrice);
      columns.lowestPrice[start + at] = -roundUpToFloat32(-lowestPrice);
      columns.lowestArea[start + at] = -roundUpToFloat32(-lowestArea);
      columns.offset[start + at] = offsets[from] as number;
    }
  }
}

const newColumns = (length: number): BoundColumns => ({
  highestPrice: new Float32Array(length),
  lowestPrice: new Float32Array(length),
  lowestArea: new Float32Array(length),
  offset: new Uint32Array(length),
});

/** The next 32-bit float that is not smaller. */
function roundUpToFloat32(value: number): number {
  const rounded = Math.fround(value);
  return rounded >= value || Number.isNaN(value) ? rounded : rounded + Math.abs(rounded) * 2 ** -23 + 1e-30;
}

/**
 * The positions of the values in ascending order. Value and position are packed into one double and sorted
 * natively, ten times faster than with a comparator.
 */
function sortedPositions(values: readonly number[]): readonly number[] {
  if (values.length < 2) return values.map((_, at) => at);
  if (values.length > MAX_PACKED_POSITIONS)
    return values
      .map((_, at) => at)
      .sort((one, other) => (values[one] as number) - (values[other] as number));
  const packed = Float64Array.from(
    values,
    (value, at) => sortableBits(value) * MAX_PACKED_POSITIONS + at,
  ).sort();
  return Array.from(packed, (both) => both % MAX_PACKED_POSITIONS);
}

const single = new Float32Array(1);
const bits = new Uint32Array(single.buffer);

/** The bits of a float as an integer with the same order. */
function sortableBits(value: number): number {
  single[0] = value;
  const word = bits[0] as number;
  return word & 0x80000000 ? ~word >>> 0 : (word | 0x80000000) >>> 0;
}

/** Alerts changed since the base was built, in short posting lists that are scanned completely. */
export class DeltaSegment implements PostingSink {
  readonly members = new SegmentMembers();
  readonly #lists = new Map<number, number[]>();

  add(alert: IndexedAlert, keyNumbers: KeyNumbers): void {
    this.members.add(alert, keyNumbers, this);
  }

  addPosting(key: number, offset: number): void {
    const list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, [offset]);
    else list.push(offset);
  }

  scan(key: number, sides: number, change: StatePair, matches: number[]): void {
    for (const offset of this.#lists.get(key) ?? []) {
      const alert = this.members.match(offset, sides, change);
      if (alert >= 0) matches.push(alert);
    }
  }

  /** Every posting of every branch. */
  *entries(): Generator<readonly [key: number, offset: number]> {
    for (const [key, offsets] of this.#lists) for (const offset of offsets) yield [key, offset];
  }
}
