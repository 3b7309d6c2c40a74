import type { IgnoredField, IgnoreReason } from './parse-notes.ts';

export interface DroppedCount extends Omit<IgnoredField, 'value'> {
  readonly sourceId: string;
  readonly count: number;
  /** The latest value. */
  readonly example: string;
}

/** Bounds the memory that a source with invented member names costs. */
const MAX_COUNTED_FIELDS = 1_000;
const MAX_MEMBER_CHARS = 80;
export const OTHER_MEMBERS = '(other members)';

/** Counts ignored fields by source, member and reason over a batch, to be written in one statement. */
export class DroppedCounts {
  readonly #counts = new Map<string, DroppedCount>();

  add(sourceId: string, fields: readonly IgnoredField[]): void {
    for (const { member, why, value } of fields) {
      const name = member.length > MAX_MEMBER_CHARS ? OTHER_MEMBERS : member;
      const fits = this.#counts.size < MAX_COUNTED_FIELDS || this.#counts.has(keyOf(sourceId, name, why));
      this.#count({ sourceId, member: fits ? name : OTHER_MEMBERS, why, count: 1, example: value });
    }
  }

  #count(one: DroppedCount): void {
    const key = keyOf(one.sourceId, one.member, one.why);
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { ...one, count });
  }

  /** Returns the counts and resets them. They are sorted by key, so that two writers cannot deadlock. */
  drain(): DroppedCount[] {
    const counts = [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1));
    this.#counts.clear();
    return counts.map(([, count]) => count);
  }
}

const keyOf = (sourceId: string, member: string, why: IgnoreReason): string => `${sourceId} ${member} ${why}`;
