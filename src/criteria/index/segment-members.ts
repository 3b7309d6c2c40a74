import { type Tree, withDefaultFilters } from '../tree.ts';
import { AlertColumns, type AlertKey } from './alert-columns.ts';
import { splitConjunction, toConjunctions } from './conjunctions.ts';
import type { IndexedState } from './index-keys.ts';
import { computeIndexKeys, isWordKey, listKey } from './index-keys.ts';
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
