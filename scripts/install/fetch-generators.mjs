import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from './npm-ci.mjs';
import { InstallError, say } from './refusal.mjs';

/**
 * Installs other people's generators for the tests, in a directory of their own: they need another TypeScript than ours.
 * It never stops the run: tests that need them skip by name, and fail when CI is set.
 * @param {string} root
 */
export async function ensureGenerators(root) {
  const target = join(root, '.generators');
  mkdirSync(target, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    copyFileSync(join(root, 'test', 'generators', file), join(target, file));
  }
  try {
    await ensurePackages(target, { dev: true, name: 'generators' });
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    say(`the tests with other people's generators will be skipped: ${error.message}`);
  }
}
