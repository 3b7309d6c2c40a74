import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestScope } from './test-scope.ts';

/** An empty directory, deleted with its contents when the scope ends. */
export function temporaryDirectory(scope: TestScope): string {
  const directory = mkdtempSync(join(tmpdir(), 'gable-test-'));
  // A server that ends may still write while its directory is deleted.
  scope.after(async () => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }));
  return directory;
}
