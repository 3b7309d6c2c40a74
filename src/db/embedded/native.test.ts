import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { temporaryDirectory } from '../../../test/support/temporary-directory.ts';
import { findNativeDirectory, findPackageDirectory } from './native.ts';

const isRoot = process.geteuid?.() === 0;
const NOBODY = { uid: 65_534, gid: 65_534 };

function folder(mode: number): string {
  const made = temporaryDirectory({ after });
  chmodSync(made, mode);
  return made;
}

/** The package after an install without scripts: no symbolic links, in a directory that only its owner may enter. */
const bare = join(folder(0o700), 'package');
cpSync(findPackageDirectory(), bare, {
  recursive: true,
  verbatimSymlinks: true,
  filter: (path) => !path.endsWith('.a'),
});
dropLinks();

function dropLinks(): void {
  const lib = join(bare, 'native', 'lib');
  for (const entry of readdirSync(lib, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) rmSync(join(lib, entry.name));
  }
}

const versionOf = (native: string, user = {}) =>
  execFileSync(join(native, 'bin', 'initdb'), ['--version'], { encoding: 'utf8', stdio: 'pipe', ...user });

test('an install without scripts gets its symbolic links at first use', () => {
  assert.throws(() => versionOf(join(bare, 'native')));
  assert.match(versionOf(findNativeDirectory(undefined, bare)), /PostgreSQL\) 18/);
});

test('root copies PostgreSQL out of a folder that only root may enter, once', {
  skip: !isRoot && 'only root can try',
}, () => {
  dropLinks();
  const copies = folder(0o755);
  const native = findNativeDirectory(NOBODY, bare, [copies]);
  assert.ok(native.startsWith(copies));
  assert.match(versionOf(native, { ...NOBODY, cwd: '/' }), /PostgreSQL\) 18/);
  rmSync(join(native, 'share'), { recursive: true });
  assert.equal(findNativeDirectory(NOBODY, bare, [copies]), native);
  assert.equal(existsSync(join(native, 'share')), false, 'it was copied again');
});

test('a platform without a packaged PostgreSQL gets a message about DATABASE_URL', () => {
  assert.throws(
    () => findPackageDirectory('plan9-mips'),
    /no PostgreSQL comes with Gable for plan9-mips: set DATABASE_URL/,
  );
});
