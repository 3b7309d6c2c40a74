import { headerCells, streamCsvRecords } from './csv-records.ts';
import { readFeature, readIris } from './features.ts';
import { type ImportRecordResult, isPosition, refused } from './import-record.ts';
import { ImportFault, type RecordPath, streamJsonRecords } from './json-records.ts';
import { findPostalColumns, readPostalRow } from './postal-rows.ts';

export interface ParsedRecord {
  readonly reading: ImportRecordResult;
  /** The byte after the record. */
  readonly end: number;
}

/** A known format. Reading starts at the beginning, or at the end of a record read before. */
export interface GeographyFormat {
  readonly name: string;
  records(bytes: AsyncIterable<Buffer>, start: number): AsyncGenerator<ParsedRecord>;
}

const KNOWN = `GeoJSON of contours or of neighbourhoods, a list of centres {"code": {"center": [longitude, latitude]}}, \
a list of IRIS, or a CSV of postal codes with a column of municipality codes`;

/** Detects the format by content, never by file name. */
export function detectGeographyFormat(head: Buffer): GeographyFormat {
  const text = head.toString('utf8').replace(/^[\uFEFF\p{Cc}\s]+/u, '');
  if (/^\{\s*"type"\s*:\s*"Feature"/.test(text))
    return json('GeoJSON, a feature a line', { depth: 0 }, readFeature);
  if (/"FeatureCollection"|"features"\s*:\s*\[/.test(text)) {
    return json('GeoJSON', { depth: 2, under: 'features' }, readFeature);
  }
  if (/^\{\s*"iris"\s*:\s*\[/.test(text)) return json('list of IRIS', { depth: 2, under: 'iris' }, readIris);
  if (/^\{\s*"[^"]+"\s*:\s*\{[^{}]*"center"/.test(text))
    return json('list of centres', { depth: 1 }, readCentre);
  const format = postalFormat(text);
  if (format === undefined) throw new ImportFault(`this file is none that can be imported: ${KNOWN}`);
  return format;
}

const json = (
  name: string,
  place: RecordPath,
  read: (text: string, key: string) => ImportRecordResult,
): GeographyFormat => ({
  name,
  async *records(bytes, start) {
    for await (const { key, text, end } of streamJsonRecords(bytes, place, start))
      yield { reading: read(text, key), end };
  },
});

function readCentre(text: string, code: string): ImportRecordResult {
  try {
    const { center } = JSON.parse(text) as { center: unknown };
    if (!isPosition(center)) return refused('not in longitude and latitude', code);
    return { about: 'centre', code, position: [center[0], center[1]] };
  } catch {
    return refused('not readable as JSON', code);
  }
}

function postalFormat(text: string): GeographyFormat | undefined {
  const header = text.split('\n', 1)[0] ?? '';
  const separator = [';', ',', '\t', '|'].find(
    (mark) => findPostalColumns(headerCells(header, mark)) !== undefined,
  );
  const columns = separator === undefined ? undefined : findPostalColumns(headerCells(header, separator));
  if (separator === undefined || columns === undefined) return undefined;
  return {
    name: 'CSV of postal codes',
    async *records(bytes, start) {
      let isHeader = start === 0;
      for await (const { cells, end } of streamCsvRecords(bytes, separator, start)) {
        if (!isHeader && cells.some((cell) => cell !== ''))
          yield { reading: readPostalRow(cells, columns), end };
        isHeader = false;
      }
    },
  };
}
