import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/**
 * The path of a data file of an npm package, resolved in the directories where Node looks for packages and not through
 * the package's entry: `exports` hides some of these files, and one entry reads the working directory.
 */
function resolvePackageFile(name: string, path: string): string {
  const file = (resolve.paths(name) ?? [])
    .map((folder) => join(folder, name, path))
    .find((candidate) => existsSync(candidate));
  if (file === undefined) throw new Error(`${name}/${path} is not installed; run: npm ci`);
  return file;
}

export const readPackageBytes = (name: string, path: string): Buffer =>
  readFileSync(resolvePackageFile(name, path));

export const readPackageJson = <Content>(name: string, path: string): Content =>
  JSON.parse(readFileSync(resolvePackageFile(name, path), 'utf8'));

/** `name@version` for each, so that the text changes with any of them. */
export const readPackageVersions = (names: readonly string[]): string =>
  names
    .map((name) => `${name}@${readPackageJson<{ version: string }>(name, 'package.json').version}`)
    .join(' ');
