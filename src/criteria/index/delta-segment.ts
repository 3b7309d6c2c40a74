import {
  type IndexedAlert,
  type KeyNumbers,
  type PostingSink,
  SegmentMembers,
  type StatePair,
} from './segment-members.ts';

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
