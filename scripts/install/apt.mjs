import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runQuietly } from './run.mjs';

const FETCH_LIMIT_MS = 10 * 60_000;

/**
 * Why apt-get cannot be used here, or undefined.
 * @returns {string | undefined}
 */
export function aptObstacle() {
  if (process.env.GABLE_NO_APT === '1') return 'GABLE_NO_APT is set';
  if (!isDebianLike() || !succeeds('apt-get', ['--version'])) return 'this is not Debian or Ubuntu';
  if (!isRoot() && !succeeds('sudo', ['-n', 'true'])) return 'apt-get needs root';
  return undefined;
}

export function aptUpdate() {
  return aptGet('reading the package lists (apt-get update)', ['update', '-qq']);
}

/**
 * @param {readonly string[]} names
 * @param {string} purpose  completes "installing NAME for …"
 */
export function aptInstall(names, purpose) {
  const title = `installing ${names.join(' ')} for ${purpose} (apt-get)`;
  return aptGet(title, ['install', '-y', '-qq', '--no-install-recommends', ...names]);
}

/**
 * @param {string} title
 * @param {readonly string[]} args
 */
function aptGet(title, args) {
  const apt = ['apt-get', '-o', 'DPkg::Lock::Timeout=120', ...args];
  const asRoot = isRoot() ? apt : ['sudo', '-n', 'DEBIAN_FRONTEND=noninteractive', ...apt];
  const [command = '', ...rest] = asRoot;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return runQuietly({ title, command, args: rest, env, timeoutMs: FETCH_LIMIT_MS });
}

function isDebianLike() {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

function isRoot() {
  return process.getuid?.() === 0;
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function succeeds(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** @param {string} output */
export function lastLineOf(output) {
  return output.trim().split('\n').pop() || 'no output';
}
