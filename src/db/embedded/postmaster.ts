import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataDirectory } from './data-directory.ts';

/** What a running server writes about itself in postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly isReady: boolean;
}

const STOP_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 20;

/** The server of this cluster, if one runs: ours, another process's, or the orphan of a crashed run. */
export function findPostmaster({ cluster }: DataDirectory): Postmaster | undefined {
  const lines = readPidFile(cluster);
  const pid = Number(lines?.[0]);
  if (lines === undefined || !Number.isInteger(pid) || pid <= 0 || !isServerOf(cluster, pid))
    return undefined;
  return { pid, socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' };
}

/**
 * After a crash the file may name a process number that another program has got since, and PostgreSQL would not
 * start. We write ourselves in instead of removing it: a server ignores a lock held by its own parent, yet still
 * looks whether old sessions use the shared memory named there, and refuses rather than spoil the data.
 */
export function removeStalePidFile({ cluster }: DataDirectory): void {
  const lines = readPidFile(cluster);
  if (lines === undefined) return;
  writeFileSync(join(cluster, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'));
}

/** Fast shutdown: sessions are ended, everything is written. After 10 s it is told to leave at once; its next start recovers. */
export async function stopPostmaster(place: DataDirectory, { pid }: Postmaster): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    sendSignal(pid, signal);
    const until = performance.now() + STOP_TIMEOUT_MS;
    while (findPostmaster(place)?.pid === pid && performance.now() < until) await pause(POLL_INTERVAL_MS);
    if (findPostmaster(place)?.pid !== pid) break;
  }
}

/**
 * The name a server carries on its command line, by which it is told from whatever program has its process number
 * now. Made of the folder's inode, so that it holds when the folder is moved while its server runs.
 */
export function clusterName(cluster: string): string {
  const { dev, ino } = statSync(cluster, { bigint: true });
  return `gable-${dev.toString(36)}-${ino.toString(36)}`;
}

function isServerOf(cluster: string, pid: number): boolean {
  const [program, ...args] = readCommand(pid);
  return program?.endsWith('postgres') === true && args.includes(`cluster_name=${clusterName(cluster)}`);
}

/** Empty for a dead process and for a zombie, which nobody reaps in some containers. */
function readCommand(pid: number): string[] {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/);
  } catch {
    return [];
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function readPidFile(cluster: string): string[] | undefined {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
