import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { readProcessIdentity } from './process.ts';

const POLL_INTERVAL_MS = 30;

/**
 * Runs the work while no other process of this machine does so under the same lock file. The lock of a dead process is
 * taken over, also when another program has its pid since.
 */
export async function withFileLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const ours = `${process.pid} ${readProcessIdentity(process.pid)} ${randomUUID()}\n`;
  while (!tryLock(file, ours)) await pause(POLL_INTERVAL_MS);
  try {
    return await work();
  } finally {
    if (readLockFile(file) === ours) rmSync(file, { force: true });
  }
}

function tryLock(file: string, ours: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, ours);
  try {
    // A link is created atomically: a lock always has its holder.
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    dropIfStale(file);
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Two processes may find the same stale lock: only one of them can rename it. If the rename catches a fresh lock
 * instead, it is put back. Even then nothing breaks: a cluster appears by one rename and PostgreSQL refuses a second
 * server on it.
 */
function dropIfStale(file: string): void {
  const found = readLockFile(file);
  if (found === undefined || isOwnerAlive(found)) return;
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (readLockFile(aside) !== found) linkSync(aside, file);
  } catch {
    // Another process was faster.
  } finally {
    rmSync(aside, { force: true });
  }
}

function isOwnerAlive(content: string): boolean {
  const [pid, identity] = content.split(' ');
  return identity !== undefined && readProcessIdentity(Number(pid)) === identity;
}

function readLockFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
