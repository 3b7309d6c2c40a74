import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, link?: boolean,
 *   os?: Names, cpu?: Names, libc?: Names }} LockedPackage
 * @typedef {string | string[]} Names  as the package wrote it
 * @typedef {{ packages: Record<string, LockedPackage> }} Lock
 */

/**
 * The differences between node_modules and package-lock.json, one reason a package; empty when the install is complete.
 * npm's own record (node_modules/.package-lock.json) must agree with the lock, and every package must have its version on
 * disk: an interrupted `npm install` leaves the earlier record. Any install by npm is trusted. 253 packages take 20 ms.
 * @param {string} root
 * @param {{ dev: boolean }} wanted  without dev, an install made with --omit=dev is whole
 * @returns {string[]}
 */
export function missingPackages(root, wanted) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const recorded = readJson(join(root, 'node_modules', '.package-lock.json'));
  if (!recorded) return ['node_modules'];
  const expected = expectedPackages(JSON.parse(lockText), wanted);
  const leftOut = new Set(packagesLeftOut(root, lockText));
  return expected
    .filter(
      ([path, locked]) => !leftOut.has(path) && !isInstalled(root, path, locked, recorded.packages[path]),
    )
    .map(([path]) => path);
}

/**
 * @param {Lock} lock
 * @param {{ dev: boolean }} wanted
 */
function expectedPackages(lock, wanted) {
  return Object.entries(lock.packages).filter(([path, locked]) => {
    if (path === '' || locked.link) return false;
    if (locked.dev && !wanted.dev) return false;
    // An optional package without a platform belongs to one that has one: npm skips both.
    return !locked.optional || (isForOnePlatform(locked) && suitsThisPlatform(locked));
  });
}

/**
 * @param {string} root
 * @param {string} path
 * @param {LockedPackage} locked
 * @param {LockedPackage | undefined} recorded
 */
function isInstalled(root, path, locked, recorded) {
  if (recorded?.version !== locked.version || recorded?.integrity !== locked.integrity) return false;
  return readJson(join(root, path, 'package.json'))?.version === locked.version;
}

/** @param {LockedPackage} locked */
function isForOnePlatform(locked) {
  return Boolean(locked.os ?? locked.cpu ?? locked.libc);
}

/** @param {LockedPackage} locked */
function suitsThisPlatform(locked) {
  return (
    allows(locked.os, process.platform) &&
    allows(locked.cpu, process.arch) &&
    (!locked.libc || allows(locked.libc, libc()))
  );
}

/**
 * npm's rule for "os", "cpu" and "libc": a name allows, a name after "!" excludes.
 * @param {Names | undefined} labels
 * @param {string} name
 */
function allows(labels, name) {
  const names = [labels ?? []].flat();
  if (names.length === 0 || names.includes('any')) return true;
  if (names.includes(`!${name}`)) return false;
  return names.includes(name) || names.every((other) => other.startsWith('!'));
}

function libc() {
  if (process.platform !== 'linux') return 'none';
  const report = /** @type {any} */ (process.report);
  report.excludeNetwork = true; // otherwise it looks up the name of every open connection
  return report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/**
 * Records optional packages that npm itself skipped, for example because of their "engines", so that the next start does not
 * install again. `npm ci` removes this file with the directory.
 * @param {string} root
 * @param {string[]} paths
 */
export function rememberLeftOut(root, paths) {
  const lock = sha256(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  writeFileSync(leftOutFile(root), JSON.stringify({ lock, platform: platformName(), paths }));
}

/**
 * @param {string} root
 * @param {string} lockText
 * @returns {string[]}
 */
function packagesLeftOut(root, lockText) {
  const left = readJson(leftOutFile(root));
  return left && left.platform === platformName() && left.lock === sha256(lockText) ? left.paths : [];
}

/** @param {string} root */
function leftOutFile(root) {
  return join(root, 'node_modules', '.gable-left-out.json');
}

function platformName() {
  return `${process.platform} ${process.arch}`;
}

/** @param {string} text */
function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}

/** @param {string} path */
function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined; // absent, or cut off by a crash: either way not there
  }
}
