import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const FOLDER = import.meta.dirname;
export const ROOT = join(FOLDER, '../..');
const INSTALLED = join(ROOT, '.generators');
export const PACKAGES = join(INSTALLED, 'node_modules');
/** The file that a module of the generators would be loaded from. */
export const PACKAGE_FILE = join(INSTALLED, 'package.json');
export const DOCUMENT = join(ROOT, 'openapi.json');

/** Why the tests with other people's generators are skipped; with CI=true that is a failure. */
export function missingGenerators(): string | false {
  if (existsSync(join(PACKAGES, '.package-lock.json'))) return false;
  const reason = 'the generators are not installed: node scripts/ensure-installed.mjs --generators';
  if (process.env['CI']) throw new Error(reason);
  return reason;
}
