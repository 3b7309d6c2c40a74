import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { setTowns } from './towns.ts';

const PRINTER = fileURLToPath(new URL('./print-towns.ts', import.meta.url));
const MAX_PRINTED_BYTES = 16 * 1024 * 1024;

let isPrepared = false;

/**
 * Reads the towns before they are needed, in a process of its own: the file of all communes takes a third of a second to parse,
 * which would hold every request, and on a busy machine its database queries.
 */
export async function prepareTowns(signal: AbortSignal): Promise<void> {
  if (isPrepared) return;
  const { stdout } = await promisify(execFile)(process.execPath, [PRINTER], {
    maxBuffer: MAX_PRINTED_BYTES,
    signal,
  });
  setTowns(JSON.parse(stdout));
  isPrepared = true;
}
