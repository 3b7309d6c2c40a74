import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { BUNDLED_FILE_VARIABLE } from './postgres.ts';

/** A file has many tests; `--test-timeout` holds for each of them. */
const FILE_TIMEOUT_MS = 600_000;

/** Runs test files in this process, one after the other. Each is a test named by its path; its tests and hooks belong to it. */
export function runBundled(root: string, files: readonly string[]): void {
  for (const file of files) {
    test(file, { timeout: FILE_TIMEOUT_MS }, async () => {
      process.env[BUNDLED_FILE_VARIABLE] = file;
      await import(pathToFileURL(join(root, file)).href);
    });
  }
}
