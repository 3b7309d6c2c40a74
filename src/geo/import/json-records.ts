/** One object of a big JSON file, as text, and the position of its end. */
export interface JsonRecord {
  /** Its member name, for records that are the members of the outermost object. */
  readonly key: string;
  readonly text: string;
  /** The byte after it: reading may resume here. */
  readonly end: number;
}

/** Where the records of a file are. */
export interface RecordPath {
  /**
   * How many brackets are open around a record: 0 for a sequence, 1 for members of an object, 2 for an array in an
   * object.
   */
  readonly depth: 0 | 1 | 2;
  /** The member that contains the array. */
  readonly under?: string;
  /** What a record may have; a longer one ends the import. */
  readonly maxRecordBytes?: number;
}

/** Why a file cannot be imported, or no further. Its message is shown alone. */
export class ImportFault extends Error {}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;

/** A longer name is not one of those searched for. */
const MAX_KEY_BYTES = 200;
/** The finest contour of the biggest French commune is 12 MB of text. */
const BYTES_PER_MB = 1024 * 1024;
const MAX_RECORD_BYTES = 256 * BYTES_PER_MB;

/** The state between two chunks. */
interface ScanState {
  open: number;
  inText: boolean;
  escaped: boolean;
  /** The last string directly inside the outermost object: the name of the next member. */
  key: string;
  /** The part of the current record or name that the chunks before had. */
  record: Buffer[] | undefined;
  keyParts: Buffer[] | undefined;
}

/**
 * Splits a JSON file of any size into its records, with one of them in memory: about 100 MB/s, since only quotes and
 * brackets are inspected. `start` is 0, or the end of a record that was read before.
 */
export async function* streamJsonRecords(
  chunks: AsyncIterable<Buffer>,
  place: RecordPath,
  start: number,
): AsyncGenerator<JsonRecord> {
  const state: ScanState = {
    open: start === 0 ? 0 : place.depth,
    inText: false,
    escaped: false,
    key: start === 0 ? '' : (place.under ?? ''),
    record: undefined,
    keyParts: undefined,
  };
  let position = start;
  for await (const chunk of chunks) {
    for (const { end, ...record } of splitRecords(chunk, state, place))
      yield { ...record, end: position + end };
    position += chunk.length;
  }
  if (state.open !== 0 || state.inText) throw new ImportFault('the file ends in the middle of a record');
}

/** The records that end in this chunk. Local variables: through the state object it is four times slower. */
function splitRecords(chunk: Buffer, state: ScanState, path: RecordPath): JsonRecord[] {
  const { depth, under, maxRecordBytes = MAX_RECORD_BYTES } = path;
  const found: JsonRecord[] = [];
  let { open, inText, escaped } = state;
  let start = 0;
  for (let at = 0; at < chunk.length; at += 1) {
    const byte = chunk[at];
    if (inText) {
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) {
        inText = false;
        if (state.keyParts !== undefined) closeKey(state, chunk.subarray(start, at));
      }
    } else if (byte === QUOTE) {
      inText = true;
      if (open === 1 && state.record === undefined) {
        state.keyParts = [];
        start = at + 1;
      }
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      const starts = byte === OPEN_BRACE && open === depth && state.record === undefined;
      if (starts && (under === undefined || state.key === under)) {
        state.record = [];
        start = at;
      }
      open += 1;
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      open -= 1;
      if (open === depth && state.record !== undefined) {
        found.push(closeRecord(state, chunk.subarray(start, at + 1), at + 1));
      }
    }
  }
  bufferRest(state, chunk.subarray(start), maxRecordBytes);
  Object.assign(state, { open, inText, escaped });
  return found;
}

function bufferRest({ record, keyParts }: ScanState, rest: Buffer, maxRecordBytes: number): void {
  if (record !== undefined) {
    record.push(rest);
    const length = record.reduce((sum, part) => sum + part.length, 0);
    if (length > maxRecordBytes)
      throw new ImportFault(`one record is longer than ${Math.round(maxRecordBytes / BYTES_PER_MB)} MB`);
  } else keyParts?.push(rest.subarray(0, MAX_KEY_BYTES));
}

function closeKey(state: ScanState, last: Buffer): void {
  const parts = [...(state.keyParts ?? []), last.subarray(0, MAX_KEY_BYTES)];
  state.key = Buffer.concat(parts).toString('utf8');
  state.keyParts = undefined;
}

function closeRecord(state: ScanState, last: Buffer, end: number): JsonRecord {
  const parts = state.record ?? [];
  state.record = undefined;
  return { key: state.key, text: Buffer.concat([...parts, last]).toString('utf8'), end };
}
