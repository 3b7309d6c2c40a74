import {
  linkSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';

const RENEW_MS = 5_000;
const STALE_MS = 30_000;
const POLL_MS = 100;

/**
 * Runs the work while no other process in this directory does. The holder renews the file; a lock is stale when its process
 * is gone from this machine, or has not renewed it for 30 s (a process on another machine or in another container).
 * @template Result
 * @param {string} path
 * @param {() => Promise<Result>} work
 * @param {(holder: string) => void} onWait  called once, when another process holds it
 * @returns {Promise<Result>}
 */
export async function withInstallLock(path, work, onWait) {
  for (let isReported = false; !tryLock(path); await wait(POLL_MS)) {
    if (removeStale(path)) continue;
    if (!isReported) onWait(holderOf(path)?.pid ?? 'unknown');
    isReported = true;
  }
  const renewal = setInterval(() => utimesSync(path, new Date(), new Date()), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    rmSync(path, { force: true });
  }
}

/**
 * Linking a complete file acquires the lock atomically, so that nobody reads a partial one.
 * @param {string} path
 */
function tryLock(path) {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, `${process.pid} ${hostname()}`);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Checking and removing are two steps: the directory beside the lock prevents a second process from removing a lock that is
 * no longer stale.
 * @param {string} path
 */
function removeStale(path) {
  const gate = `${path}.stale`;
  if (!isStale(path) || !enter(gate)) return false;
  try {
    if (isStale(path)) rmSync(path, { force: true });
    return true;
  } finally {
    rmdirSync(gate);
  }
}

/** @param {string} gate */
function enter(gate) {
  try {
    mkdirSync(gate);
    return true;
  } catch {
    if (ageOf(gate) > STALE_MS) rmSync(gate, { recursive: true, force: true });
    return false;
  }
}

/** @param {string} path */
function isStale(path) {
  const holder = holderOf(path);
  if (!holder) return false;
  if (ageOf(path) > STALE_MS) return true;
  return holder.host === hostname() && !isAlive(Number(holder.pid));
}

/** @param {string} path */
function holderOf(path) {
  try {
    const [pid = '', host = ''] = readFileSync(path, 'utf8').split(' ');
    return { pid, host };
  } catch {
    return undefined;
  }
}

/** @param {string} path */
function ageOf(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
