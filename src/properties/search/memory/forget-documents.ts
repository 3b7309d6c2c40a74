import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** One that is being written, or not open yet, is younger. */
const LEFT_MS = 3_600_000;

/**
 * Takes away the documents of a former snapshot, and what a process that was killed left behind. Who has one open goes on reading it; who
 * was just about to open it finds the snapshot wanting, and reads everything anew.
 */
export function forgetDocuments(
  file: string,
  { former, kept }: { former: string | undefined; kept: string | undefined },
): void {
  if (former !== undefined && former !== kept) rmSync(former, { force: true });
  for (const name of readdirSync(dirname(file))) {
    const path = join(dirname(file), name);
    if (!name.startsWith(`${basename(file)}.`) || path === kept) continue;
    if (Date.now() - statSync(path).mtimeMs > LEFT_MS) rmSync(path, { force: true });
  }
}
