import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Is in the environment of a process of several files: what one of them opened, the next one may use. */
export const BUNDLED_VARIABLE = 'GABLE_TEST_BUNDLED';

/** A file has many tests; `--test-timeout` holds for each of them. */
const FILE_TIMEOUT_MS = 600_000;

/**
 * Runs test files in this process, one after the other. Each is a test named by its path; its tests and hooks belong to it.
 *
 * A file may wait between two of its tests, for a server say. Node ends a test when those below it have ended once: the first one here
 * ends when the file is loaded, and the tests of the file run after it.
 */
export function runBundled(root: string, files: readonly string[]): void {
  process.env[BUNDLED_VARIABLE] = 'true';
  for (const file of files) {
    test(file, { timeout: FILE_TIMEOUT_MS }, async () => {
      const loading = import(pathToFileURL(join(root, file)).href);
      void test('load', async () => void (await loading));
      await loading.catch(() => undefined); // the test above has failed
    });
  }
}
