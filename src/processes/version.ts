import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this release, from package.json. */
export function readVersion(): string {
  const path = join(import.meta.dirname, '../../package.json');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
