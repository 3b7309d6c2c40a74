import { dirname, join } from 'node:path';
import { READER_PATH, readInChildProcess } from './read-in-child-process.ts';
import type { ReadRequest } from './reader.ts';
import type { CountryRows } from './rows.ts';
import { readStoredRows } from './stored-rows.ts';

/** What a build of the service stores beside its reader. The sources have no such file. */
const storedRowsPath = (countryCode: string): string =>
  join(dirname(READER_PATH), `divisions-${countryCode}.zst`);

/**
 * The rows of a country: those of the build, which take 0.1 s, unless imported facts change them; else the packages are read, which
 * takes 2 s of CPU.
 */
export async function readRows(
  request: ReadRequest,
  version: string,
  signal?: AbortSignal,
): Promise<CountryRows> {
  const stored =
    request.imports.length === 0
      ? await readStoredRows(storedRowsPath(request.countryCode), version)
      : undefined;
  signal?.throwIfAborted();
  return stored ?? readInChildProcess(request, signal);
}
