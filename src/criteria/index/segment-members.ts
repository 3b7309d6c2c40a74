import { withDefaultFilters } from '../default-filters.ts';
import type { Tree } from '../tree.ts';
import { AlertColumns, type AlertKey } from './alert-columns.ts';
import { splitConjunction, toConjunctions } from './conjunctions.ts';
import { computeIndexKeys, isWordKey, listKey } from './index-keys.ts';
import type { IndexedState } from './indexed-state.ts';
import { Programs } from './programs.ts';

export interface IndexedAlert extends AlertKey {
  readonly tree: Tree;
}

export const BEFORE = 1;
export const AFTER = 2;

/** Where branches are filed: lists by key. */
export interface PostingSink {
  addPosting(key: number, offset: number): void;
}

/** Numbers of places and words, shared by all segments of an index: most of them come back in every one. */
export class KeyNumbers {
  readonly #numbers = new Map<string, number>();
  /** How many are words: while there is none, no text need be cut into words. */
  wordCount = 0;

  number(where: string): number {
    const known = this.#numbers.get(where);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    this.#numbers.set(where, number);
    if (isWordKey(where)) this.wordCount += 1;
    return number;
  }

  find(where: string): number | undefined {
    return this.#numbers.get(where);
  }

  get size(): number {
    return this.#numbers.size;
  }
}

/** Alerts, their programs and who was met while a change is judged. */
export class SegmentMembers {
  readonly alerts = new AlertColumns();
  readonly programs = new Programs();
  /** Two bits a change: met before, met after. */
  stamps = new Uint32Array(0);
  tick = 0;

  add(alert: IndexedAlert, wheres: KeyNumbers, files: PostingSink): void {
    const number = this.alerts.add(alert);
    for (const branch of toConjunctions(withDefaultFilters(alert.tree))) {
      const sorted = splitConjunction(branch);
      const reach = computeIndexKeys(sorted.own);
      const offset = this.programs.write(number, sorted, reach.provenTests);
      for (const where of reach.keys)
        for (const transaction of reach.transactions)
          for (const type of reach.types)
            files.addPosting(listKey(wheres.number(where), transaction, type), offset);
    }
  }

  /** A new change: forgets who was met, without touching every stamp. */
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

  /** Judges the branch for the sides (`BEFORE`, `AFTER`) it was found for; tells the alert's number when it is met for the first time. */
  match(offset: number, sides: number, change: StatePair): number {
    const alert = this.programs.code.array[offset] as number;
    if (((this.alerts.rules[alert] as number) & change.rules) === 0) return -1;
    const stamp = this.stamps[alert] as number;
    const met = stamp >= this.tick ? stamp - this.tick : 0;
    let now = met;
    if ((sides & AFTER & ~met) !== 0 && change.after && this.programs.matches(offset, change.after))
      now |= AFTER;
    if ((sides & BEFORE & ~met) !== 0 && change.before && this.programs.matches(offset, change.before))
      now |= BEFORE;
    if (now === met) return -1;
    this.stamps[alert] = this.tick + now;
    return met === 0 ? alert : -1;
  }

  matchedSides(alert: number): number {
    return (this.stamps[alert] as number) - this.tick;
  }
}

export interface StatePair {
  readonly before: IndexedState | undefined;
  readonly after: IndexedState | undefined;
  /** Only alerts with one of these rules are looked at. */
  readonly rules: number;
}
