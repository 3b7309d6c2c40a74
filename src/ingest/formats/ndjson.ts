import { unstorableReason } from '../parse-notes.ts';
import type { PayloadDraft } from '../payload.ts';
import { BrokenFeed } from '../reading/broken-feed.ts';
import { isTooDeep, parseJsonObject } from '../reading/json-object.ts';
import { MAX_NESTING_DEPTH, MAX_RECORD_CHARS } from '../reading/limits.ts';
import { readLineBatches } from '../reading/lines.ts';
import { SerializedJson } from '../serialized-json.ts';
import { type FeedFormat, type FeedRecord, isObjectWith } from './format.ts';

/** Our own format: one observation per line, with its source. */
export const ndjson: FeedFormat = {
  description: 'Observations of this service, one JSON object a line',

  recognises: (head) => /^\s*\{[^\n]*"observedAt"\s*:/.test(head),

  async *read(text): AsyncGenerator<FeedRecord> {
    for await (const batch of readLineBatches(text))
      for (const { number, text: line, isLast } of batch) {
        if (line?.trim() === '') continue;
        const read = parseLine(number, line);
        if (isLast && 'fault' in read)
          throw new BrokenFeed(`the file ends in the middle: ${read.fault}`, number);
        yield read;
      }
  },

  readRecord: (record) =>
    isObjectWith(record, ['payload']) ? (record['payload'] as PayloadDraft) : undefined,
};

function parseLine(line: number, text: string | undefined): FeedRecord {
  if (text === undefined) return { line, fault: `longer than ${MAX_RECORD_CHARS} characters` };
  const fault = unstorableReason(text);
  if (fault !== undefined) return { line, fault: `holds ${fault}` };
  if (isTooDeep(text)) return { line, fault: `nested deeper than ${MAX_NESTING_DEPTH}` };
  const read = parseJsonObject(text);
  if ('fault' in read) return { line, fault: read.fault };
  return { line, raw: new SerializedJson(text), observation: read.value };
}
