import type { PayloadDraft } from '../payload.ts';
import { BrokenFeed } from '../reading/broken-feed.ts';
import { isTooDeep, parsedObject } from '../reading/json-object.ts';
import { DEEPEST_NESTING, MAX_RECORD_CHARS } from '../reading/limits.ts';
import { linesIn } from '../reading/lines.ts';
import { unstorable } from '../unstorable.ts';
import { WrittenJson } from '../written-json.ts';
import { type FeedFormat, type Found, isObjectWith } from './format.ts';

/** Our own format: a line is an observation, and names its source itself. */
export const ndjson: FeedFormat = {
  description: 'Observations of this service, one JSON object a line',

  recognises: (head) => /^\s*\{[^\n]*"observedAt"\s*:/.test(head),

  async *read(text): AsyncGenerator<Found> {
    for await (const { number, text: line, isLast } of linesIn(text)) {
      if (line?.trim() === '') continue;
      const read = found(number, line);
      if (isLast && 'fault' in read)
        throw new BrokenFeed(`the file ends in the middle: ${read.fault}`, number);
      yield read;
    }
  },

  readRecord: (record) =>
    isObjectWith(record, ['payload']) ? (record['payload'] as PayloadDraft) : undefined,
};

function found(line: number, text: string | undefined): Found {
  if (text === undefined) return { line, fault: `longer than ${MAX_RECORD_CHARS} characters` };
  const fault = unstorable(text);
  if (fault !== undefined) return { line, fault: `holds ${fault}` };
  if (isTooDeep(text)) return { line, fault: `nested deeper than ${DEEPEST_NESTING}` };
  const read = parsedObject(text);
  if ('fault' in read) return { line, fault: read.fault };
  return { line, raw: new WrittenJson(text), visit: read.value };
}
