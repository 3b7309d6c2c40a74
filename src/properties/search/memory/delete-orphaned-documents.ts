import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { HOUR_MS } from '../../../lib/durations.ts';

/** A file that is being written or not opened yet is younger. */
const MIN_ORPHAN_AGE_MS = HOUR_MS;

/**
 * Deletes the documents of the previous snapshot and files left behind by killed processes. A process with such a
 * file open continues to read it. One that is about to open it finds the snapshot incomplete and reloads from the
 * store.
 */
export function deleteOrphanedDocuments(
  file: string,
  { previous, current }: { previous: string | undefined; current: string | undefined },
): void {
  if (previous !== undefined && previous !== current) rmSync(previous, { force: true });
  for (const name of readdirSync(dirname(file))) {
    const path = join(dirname(file), name);
    if (!name.startsWith(`${basename(file)}.`) || path === current) continue;
    if (Date.now() - statSync(path).mtimeMs > MIN_ORPHAN_AGE_MS) rmSync(path, { force: true });
  }
}
