import { EventLoopTurns } from '../../lib/event-loop-turns.ts';
import { MAX_RECORD_CHARS } from './limits.ts';

export interface TextLine {
  /** From 1. */
  readonly number: number;
  /** Undefined when the line is longer than a record may be. */
  readonly text: string | undefined;
  /** The line has no line feed: the file ends within it. */
  readonly isLast?: true;
}

/** Lines that are handed on together: a promise for each line takes longer than its parsing. */
const MAX_BATCH_LINES = 500;

/** Reads the lines of a text, some at a time. Lines that are too long are not buffered. */
export async function* readLineBatches(text: AsyncIterable<string>): AsyncGenerator<TextLine[]> {
  let number = 1;
  let partial = '';
  let tooLong = false;
  let batch: TextLine[] = [];
  const turns = new EventLoopTurns();
  for await (const chunk of text) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      const line = partial + chunk.slice(from, end);
      const isTooLong = tooLong || line.length > MAX_RECORD_CHARS;
      batch.push({ number, text: isTooLong ? undefined : line.replace(/\r$/, '') });
      number += 1;
      partial = '';
      tooLong = false;
      from = end + 1;
      if (batch.length < MAX_BATCH_LINES) continue;
      yield batch;
      batch = [];
      const pause = turns.giveWay();
      if (pause !== undefined) await pause;
    }
    partial = tooLong ? '' : partial + chunk.slice(from);
    tooLong ||= partial.length > MAX_RECORD_CHARS;
    if (tooLong) partial = '';
    if (batch.length > 0) yield batch;
    batch = [];
  }
  if (tooLong || partial !== '')
    yield [{ number, text: tooLong ? undefined : partial.replace(/\r$/, ''), isLast: true }];
}
