import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataDirectory } from './data-directory.ts';

/** What a running server writes into postmaster.pid. */
export interface Postmaster {
  readonly pid: number;
  readonly socketFolder: string;
  readonly isReady: boolean;
}

const STOP_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 20;

/** The server of this cluster, if one runs: ours, of another process, or left by a crash. */
export function findPostmaster({ cluster }: DataDirectory): Postmaster | undefined {
  const lines = readPidFile(cluster);
  const pid = Number(lines?.[0]);
  if (lines === undefined || !Number.isInteger(pid) || pid <= 0 || !isServerOf(cluster, pid))
    return undefined;
  return { pid, socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' };
}

/**
 * After a crash the file may have a pid that another program has since, and PostgreSQL would not start. We write our
 * pid instead of deleting the file: a server ignores a lock of its own parent, and still checks whether old sessions
 * use the shared memory.
 */
export function removeStalePidFile({ cluster }: DataDirectory): void {
  const lines = readPidFile(cluster);
  if (lines === undefined) return;
  writeFileSync(join(cluster, 'postmaster.pid'), [process.pid, ...lines.slice(1)].join('\n'));
}

/** Fast shutdown: sessions end, everything is written. After 10 s an immediate shutdown; its next start recovers. */
export async function stopPostmaster(directory: DataDirectory, { pid }: Postmaster): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    sendSignal(pid, signal);
    const until = performance.now() + STOP_TIMEOUT_MS;
    while (findPostmaster(directory)?.pid === pid && performance.now() < until) await pause(POLL_INTERVAL_MS);
    if (findPostmaster(directory)?.pid !== pid) break;
  }
}

/**
 * The marker on the command line of a server, which distinguishes it from another program with its pid. Made of the
 * inode of the directory, so that it stays valid when the directory is moved.
 */
export function clusterName(cluster: string): string {
  const { dev, ino } = statSync(cluster, { bigint: true });
  return `gable-${dev.toString(36)}-${ino.toString(36)}`;
}

function isServerOf(cluster: string, pid: number): boolean {
  const [program, ...args] = readCommand(pid);
  return program?.endsWith('postgres') === true && args.includes(`cluster_name=${clusterName(cluster)}`);
}

/** Empty for a dead process and for a zombie, which some containers never reap. */
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
