import { MAX_RECORD_CHARS } from './limits.ts';

export interface TextLine {
  /** From 1. */
  readonly number: number;
  /** Undefined when the line is longer than any record may be. */
  readonly text: string | undefined;
  /** The text ended before the line did. */
  readonly isLast?: true;
}

/** The lines of a text, without their ends. A line without end is not kept. */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let number = 1;
  let held = '';
  let tooLong = false;
  for await (const chunk of text) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      const line = held + chunk.slice(from, end);
      yield { number, text: tooLong || line.length > MAX_RECORD_CHARS ? undefined : line.replace(/\r$/, '') };
      number += 1;
      held = '';
      tooLong = false;
      from = end + 1;
    }
    held = tooLong ? '' : held + chunk.slice(from);
    tooLong ||= held.length > MAX_RECORD_CHARS;
    if (tooLong) held = '';
  }
  if (tooLong || held !== '')
    yield { number, text: tooLong ? undefined : held.replace(/\r$/, ''), isLast: true };
}
