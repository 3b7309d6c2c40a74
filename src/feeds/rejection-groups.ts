import { truncateText } from '../lib/truncate-text.ts';

/** A rejected record as an example of a reason. */
export interface RejectionExample {
  line: number;
  reason: string;
  /** As received, shortened; null where it could not be read. */
  record: string | null;
}

/** Records of one pull that were rejected for the same reason. */
export interface RejectionGroup {
  /** That of the first of them. */
  reason: string;
  count: number;
  examples: RejectionExample[];
}

/** More kinds of faults than this in one file have one cause: it is in another format. */
const MAX_GROUPS = 20;
const MAX_EXAMPLES = 3;
const MAX_RECORD_CHARS = 2_000;

/** Counts rejections by reason. Reasons that differ in figures or quotations only are one. */
export class RejectionGroups {
  readonly #groups = new Map<string, RejectionGroup>();

  add({ line, reason, record }: { line: number; reason: string; record?: string | undefined }): void {
    const pattern = reason.replace(/"[^"]*"|'[^']*'|«[^»]*»|\d+(?:[.,]\d+)*/g, '…');
    let group = this.#groups.get(pattern);
    if (group === undefined) {
      if (this.#groups.size >= MAX_GROUPS) return;
      group = { reason, count: 0, examples: [] };
      this.#groups.set(pattern, group);
    }
    group.count += 1;
    if (group.examples.length >= MAX_EXAMPLES) return;
    const shown = record === undefined ? null : toStorable(truncateText(record, MAX_RECORD_CHARS));
    group.examples.push({ line, reason: toStorable(reason), record: shown });
  }

  /** The most frequent first. */
  list(): RejectionGroup[] {
    return [...this.#groups.values()].toSorted((one, other) => other.count - one.count);
  }
}

/** jsonb holds neither NUL nor lone surrogates. */
const toStorable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();
