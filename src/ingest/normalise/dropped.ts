import { type IgnoredField, preview } from '../parse-notes.ts';

/**
 * Why something a source says is not in the record:
 * - impossible: no home has it, or no visit could have seen it;
 * - other transaction: a rent in a sale, condominium fees in a tenancy;
 * - contradicted: something more trusted says otherwise.
 */
export type DropReason = IgnoredField['why'] | 'impossible' | 'other transaction' | 'contradicted';

/** One thing a source said that did not go in. */
export interface DroppedField {
  /** Its path in the payload. */
  readonly member: string;
  readonly why: DropReason;
  /** The beginning of what it said. */
  readonly value: string;
}

export const droppedField = (member: string, why: DropReason, value: unknown): DroppedField => ({
  member,
  why,
  value: preview(value),
});

export interface DroppedCount extends Omit<DroppedField, 'value'> {
  readonly sourceId: string;
  readonly count: number;
  /** What was dropped last. */
  readonly example: string;
}

/** A source that invents member names must not fill the memory with them. */
const MAX_COUNTED_FIELDS = 1_000;
const MAX_MEMBER_CHARS = 80;
export const OTHER_MEMBERS = '(other members)';

/** How often each source said what: added up over a batch, then written at once. */
export class DroppedCounts {
  readonly #counts = new Map<string, DroppedCount>();

  add(sourceId: string, all: readonly DroppedField[]): void {
    for (const { member, why, value } of all) {
      const name = member.length > MAX_MEMBER_CHARS ? OTHER_MEMBERS : member;
      const isRoom = this.#counts.size < MAX_COUNTED_FIELDS || this.#counts.has(keyOf(sourceId, name, why));
      this.#count({ sourceId, member: isRoom ? name : OTHER_MEMBERS, why, count: 1, example: value });
    }
  }

  #count(one: DroppedCount): void {
    const key = keyOf(one.sourceId, one.member, one.why);
    const count = (this.#counts.get(key)?.count ?? 0) + 1;
    this.#counts.set(key, { ...one, count });
  }

  /** What was counted; counting begins again. In the order of the key, so that two writers never wait for each other in a circle. */
  drain(): DroppedCount[] {
    const taken = [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1));
    this.#counts.clear();
    return taken.map(([, count]) => count);
  }
}

const keyOf = (sourceId: string, member: string, why: DropReason): string => `${sourceId} ${member} ${why}`;
