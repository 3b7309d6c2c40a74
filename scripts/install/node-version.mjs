import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The oldest supported Node, from "engines" in package.json.
 * @param {string} root
 */
export function oldestNode(root) {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return String(engines.node).replace(/^>=\s*/, '');
}

/**
 * @param {string} version
 * @param {string} oldest
 */
export function isOlder(version, oldest) {
  const [major = 0, minor = 0, patch = 0] = numbers(version);
  const [oldestMajor = 0, oldestMinor = 0, oldestPatch = 0] = numbers(oldest);
  if (major !== oldestMajor) return major < oldestMajor;
  if (minor !== oldestMinor) return minor < oldestMinor;
  return patch < oldestPatch;
}

/** @param {string} version */
function numbers(version) {
  return version.replace(/^v/, '').split('.').map(Number);
}

/**
 * The Node that npm installed beside the packages; npm scripts find it first on PATH. It exists for Linux on arm64 and x64.
 * @param {string} root
 * @returns {{ path: string, version: string } | undefined}
 */
export function pinnedNode(root) {
  const path = join(root, 'node_modules', '.bin', 'node');
  if (!existsSync(path)) return undefined;
  const manifest = join(realpathSync(path), '..', '..', 'package.json');
  return { path, version: JSON.parse(readFileSync(manifest, 'utf8')).version };
}

/**
 * The message for a Node that is too old, else undefined.
 * @param {string} root
 */
export function nodeFault(root) {
  const oldest = oldestNode(root);
  const running = pinnedNode(root)?.version ?? process.versions.node;
  if (!isOlder(running, oldest)) return undefined;
  const { platform, arch } = process;
  const remedy = hasPinnedNode(platform, arch)
    ? 'run `npm ci`, which brings it'
    : `npm brings none for ${platform} ${arch}: install Node ${oldest.split('.')[0]} from nodejs.org or your version manager`;
  return `Node ${oldest} or newer is needed and this is ${running}; ${remedy}`;
}

/**
 * @param {string} platform
 * @param {string} arch
 */
function hasPinnedNode(platform, arch) {
  return platform === 'linux' && (arch === 'arm64' || arch === 'x64');
}
