import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { identityOf } from './process.ts';

const LOOK_AGAIN_MS = 30;

/**
 * Runs the work while no other process of this machine runs work under the same lock file. A lock whose holder is
 * dead is taken over, also when another program has got its process number since.
 */
export async function withLock<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  const ours = `${process.pid} ${identityOf(process.pid)} ${randomUUID()}\n`;
  while (!take(file, ours)) await pause(LOOK_AGAIN_MS);
  try {
    return await work();
  } finally {
    if (read(file) === ours) rmSync(file, { force: true });
  }
}

function take(file: string, ours: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, ours);
  try {
    // A link appears whole or not at all: nobody ever reads a lock without its holder.
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
 * Two processes may find the same stale lock: only one of them can rename it away. Should the rename catch a fresh
 * lock instead, it is put back. What the lock guards is safe even then: a cluster appears by one rename and
 * PostgreSQL refuses a second server on it.
 */
function dropIfStale(file: string): void {
  const found = read(file);
  if (found === undefined || isHeld(found)) return;
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
    if (read(aside) !== found) linkSync(aside, file);
  } catch {
    // Another process was faster.
  } finally {
    rmSync(aside, { force: true });
  }
}

function isHeld(content: string): boolean {
  const [pid, identity] = content.split(' ');
  return identity !== undefined && identityOf(Number(pid)) === identity;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
