import { refused } from '../import/import-record.ts';
import { ImportFault, streamJsonRecords } from '../import/json-records.ts';
import { type RoadRecordResult, readRoadFeature } from './road-feature.ts';

export interface ParsedRoad {
  readonly reading: RoadRecordResult;
  /** The byte after the record. */
  readonly end: number;
}

export interface RoadFormat {
  readonly name: string;
  records(bytes: AsyncIterable<Buffer>, start: number): AsyncGenerator<ParsedRoad>;
}

/** A road of a whole country has some 100,000 positions. */
const MAX_RECORD_BYTES = 8 * 1024 * 1024;
const LINE_FEED = 0x0a;
/** Begins each text of a GeoJSON text sequence (RFC 8142). */
const RECORD_SEPARATOR = 0x1e;

const ONE_A_LINE = lineFormat('GeoJSON, a feature a line', LINE_FEED);
const SEQUENCE = lineFormat('GeoJSON text sequence', RECORD_SEPARATOR);
const COLLECTION = jsonFormat('GeoJSON', 2, 'features');
const CONCATENATED = jsonFormat('GeoJSON, a feature after the other', 0);

/** Detects the format by content, never by file name. */
export function detectRoadFormat(head: Buffer): RoadFormat {
  const text = head.toString('utf8').replace(/^[\uFEFF\s]+/u, '');
  if (text.startsWith(String.fromCharCode(RECORD_SEPARATOR))) return SEQUENCE;
  if (/"FeatureCollection"|"features"\s*:\s*\[/.test(text)) return COLLECTION;
  const lines = text.split('\n');
  if (lines.some(isFeature)) return ONE_A_LINE;
  // One feature is longer than the head, or written over several lines.
  if (/"type"\s*:\s*"Feature"/.test(text)) return lines.length === 1 ? ONE_A_LINE : CONCATENATED;
  throw new ImportFault(
    'this file has no roads that can be imported: GeoJSON of lines, a GeoJSON text sequence, or one feature a line',
  );
}

function isFeature(line: string): boolean {
  try {
    return (JSON.parse(line) as { type?: unknown } | null)?.type === 'Feature';
  } catch {
    return false;
  }
}

function jsonFormat(name: string, depth: 0 | 2, under?: string): RoadFormat {
  const path = { depth, maxRecordBytes: MAX_RECORD_BYTES, ...(under && { under }) };
  return {
    name,
    async *records(bytes, start) {
      for await (const { text, end } of streamJsonRecords(bytes, path, start))
        yield { reading: readRoadFeature(text), end };
    },
  };
}

/** Each record ends with its line, so that a damaged one costs no other. */
function lineFormat(name: string, delimiter: number): RoadFormat {
  return {
    name,
    async *records(bytes, start) {
      for await (const { text, end } of splitLines(bytes, delimiter, start)) {
        const plain = text?.replace(/^[\uFEFF\s]+/u, '');
        if (plain === undefined)
          yield { reading: refused('longer than 8 MB', `the record that ends at byte ${end}`), end };
        else if (plain !== '') yield { reading: readRoadFeature(plain), end };
      }
    },
  };
}

interface Line {
  /** Absent when it is too long to be read. */
  readonly text?: string;
  readonly end: number;
}

async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  delimiter: number,
  start: number,
): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  let position = start;
  const close = (end: number): Line => {
    const line = length > MAX_RECORD_BYTES ? { end } : { text: Buffer.concat(parts).toString('utf8'), end };
    [parts, length] = [[], 0];
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(delimiter); at >= 0; at = chunk.indexOf(delimiter, from)) {
      add(chunk.subarray(from, at));
      yield close(position + at + 1);
      from = at + 1;
    }
    add(chunk.subarray(from));
    position += chunk.length;
  }
  if (length > 0) yield close(position);

  function add(part: Buffer): void {
    length += part.length;
    if (length > MAX_RECORD_BYTES) parts = [];
    else if (part.length > 0) parts.push(part);
  }
}
