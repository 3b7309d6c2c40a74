import { closeSync, globSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Is in the environment of a process of several files: what one of them opened, the next one may use. */
export const BUNDLED_VARIABLE = 'GABLE_TEST_BUNDLED';

/** A file has many tests; `--test-timeout` holds for each of them. */
const FILE_TIMEOUT_MS = 600_000;

/** A list of files that several processes share. Its name is that of a JSON file, and the beginning of those of its claims. */
export type Queue = string;

/** Runs what no other process has begun, one file after the other, and the queues in the given order. */
export async function runQueues(root: string, queues: readonly Queue[]): Promise<void> {
  process.env[BUNDLED_VARIABLE] = 'true';
  // A test that waits with nothing else to do would end the process, and with it all files that are left.
  const alive = setInterval(() => {}, FILE_TIMEOUT_MS);
  for (const queue of queues) {
    const files: string[] = JSON.parse(readFileSync(queue, 'utf8'));
    for (const [index, file] of files.entries()) if (claims(`${queue}-${index}`)) await runFile(root, file);
  }
  clearInterval(alive);
}

/** The first process that creates the file has it. */
function claims(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx'));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * A test named by the path of its file; the file's tests and hooks belong to it.
 *
 * A file may wait between two of its tests, for a server say. Node ends a test when those below it have ended once: the first one here
 * ends when the file is loaded, and the tests of the file run after it.
 */
function runFile(root: string, file: string): Promise<void> {
  announceFile(file);
  return test(file, { timeout: FILE_TIMEOUT_MS }, async () => {
    const loading = import(pathToFileURL(join(root, file)).href);
    void test('load', async () => void (await loading));
    await loading.catch(() => undefined); // the test above has failed
  });
}

/** Says which file this process runs. */
const announceFile = (file: string): void => writeFileSync(noteOf(tmpdir(), process.pid), file);

const noteOf = (folder: string, pid: number | '*'): string => join(folder, `runs-${pid}`);

/** The file that a process of several files runs or ran last. */
export function announcedFile(folder: string, pid: number): string | undefined {
  try {
    return readFileSync(noteOf(folder, pid), 'utf8');
  } catch {
    return undefined; // it has one file
  }
}

/** Whether a process of several files began one so lately. */
export const beganFile = (folder: string, withinMs: number): boolean =>
  globSync(noteOf(folder, '*')).some((note) => Date.now() - statSync(note).mtimeMs < withinMs);
