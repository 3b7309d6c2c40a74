import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdCompress, zstdDecompress } from 'node:zlib';
import type { CountryRows } from './rows.ts';

interface Header {
  readonly version: string;
  /** How many lines of divisions come before those of contours. */
  readonly divisionBatches: number;
}

/** Lines, since a text of JSON has no line break: to parse 15 MB of JSON would block every request for 0.1 s. */
export async function storeRows(
  path: string,
  version: string,
  { ids, divisions, contours }: CountryRows,
): Promise<void> {
  const header: Header = { version, divisionBatches: divisions.length };
  const lines = [JSON.stringify(header), ids.join(' '), ...divisions, ...contours];
  await writeFile(path, await promisify(zstdCompress)(lines.join('\n')));
}

/** The rows of a version in a file. Undefined when it is absent, damaged or of another version. */
export async function readStoredRows(path: string, version: string): Promise<CountryRows | undefined> {
  try {
    const text = (await promisify(zstdDecompress)(await readFile(path))).toString('utf8');
    const [first = '', ids = '', ...batches] = text.split('\n');
    const header: Header = JSON.parse(first);
    if (header.version !== version) return undefined;
    return {
      ids: ids.split(' '),
      divisions: batches.slice(0, header.divisionBatches),
      contours: batches.slice(header.divisionBatches),
    };
  } catch {
    return undefined;
  }
}
