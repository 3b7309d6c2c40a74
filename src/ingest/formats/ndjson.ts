import { hashRecord, KnownRecords, type RecordKey } from '../known-records.ts';
import type { ObservationDraft } from '../observation.ts';
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
  const header = readHeader(text);
  const payloadHash = header?.key && knownRecords?.find(header.key);
  const raw = new SerializedJson(text);
  if (header !== undefined && payloadHash !== undefined)
    return { line, raw, observation: toUnreadDraft(header, text), payloadHash };
  const fault = unstorableReason(text);
  if (fault !== undefined) return { line, fault: `holds ${fault}` };
  if (isTooDeep(text)) return { line, fault: `nested deeper than ${MAX_NESTING_DEPTH}` };
  const read = parseJsonObject(text);
  if ('fault' in read) return { line, fault: read.fault };
  const observation: ObservationDraft = read.value;
  const { key } = header ?? {};
  if (key === undefined || !isHeaderOf(header, observation) || !occursOnce(text, OBSERVED_AT))
    return { line, raw, observation };
  const onPayloadHash = (hash: Buffer): void => {
    knownRecords ??= new KnownRecords();
    knownRecords.set(key, hash);
  };
  return { line, raw, observation, onPayloadHash };
}

/** The hash of the payload of a line, by the line without the time of its observation. Most processes read no feeds. */
let knownRecords: KnownRecords | undefined;

/** The members before the payload of an observation that saw its listing, in the order of our own feeds. */
interface LineHeader {
  readonly source: string;
  readonly url: string;
  readonly observedAt: string;
  readonly key: RecordKey | undefined;
}

const occursOnce = (text: string, part: string): boolean => text.indexOf(part) === text.lastIndexOf(part);

const OBSERVED_AT = '"observedAt"';
const HEADER =
  /^(\{"source": ?"([^"\\]*)", ?"url": ?"([^"\\]*)", ?"observedAt": ?")([^"\\]*)", ?"kind": ?"seen", ?"payload": ?\{/;

function readHeader(text: string): LineHeader | undefined {
  const [, before = '', source = '', url = '', observedAt = ''] = HEADER.exec(text) ?? [];
  if (before === '') return undefined;
  const key = hashRecord(text, before.length, before.length + observedAt.length);
  return { source, url, observedAt, key };
}

/** A member that is given twice has its last value. */
const isHeaderOf = (
  header: LineHeader | undefined,
  { source, url, observedAt, kind }: ObservationDraft,
): boolean =>
  source === header?.source && url === header?.url && observedAt === header?.observedAt && kind === 'seen';

/** A line that was read before, but for its time: its payload is parsed where it is needed. */
const toUnreadDraft = ({ source, url, observedAt }: LineHeader, text: string): ObservationDraft => ({
  source,
  url,
  observedAt,
  kind: 'seen',
  get payload() {
    return (JSON.parse(text) as ObservationDraft).payload;
  },
});
