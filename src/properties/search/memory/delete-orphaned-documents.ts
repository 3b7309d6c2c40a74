import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { HOUR_MS } from '../../../lib/durations.ts';

/** One that is being written, or not open yet, is younger. */
const MIN_ORPHAN_AGE_MS = HOUR_MS;

/**
 * Takes away the documents of a former snapshot, and what a process that was killed left behind. Who has one open goes on reading it; who
 * was just about to open it finds the snapshot wanting, and reads everything anew.
 */
export function deleteOrphanedDocuments(
  file: string,
  { previous, kept }: { previous: string | undefined; kept: string | undefined },
): void {
  if (previous !== undefined && previous !== kept) rmSync(previous, { force: true });
  for (const name of readdirSync(dirname(file))) {
    const path = join(dirname(file), name);
    if (!name.startsWith(`${basename(file)}.`) || path === kept) continue;
    if (Date.now() - statSync(path).mtimeMs > MIN_ORPHAN_AGE_MS) rmSync(path, { force: true });
  }
}
