import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const GRACE_MS = 3_000;
const POLL_MS = 50;

export interface Leftover {
  pid: number;
  command: string;
}

/**
 * Processes with the mark of a run in their environment: all descendants, detached ones too. On systems other than Linux the
 * list is empty.
 */
export function processesMarked(mark: string): Leftover[] {
  return pids().flatMap((pid) => {
    const environment = readOrEmpty(`/proc/${pid}/environ`);
    if (pid === process.pid || !environment.split('\0').includes(mark)) return [];
    return [{ pid, command: readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim() }];
  });
}

/** Waits a moment for the processes of a run, then kills and returns the remaining ones. */
export async function endLeftovers(mark: string): Promise<Leftover[]> {
  await goneWithin(mark, GRACE_MS);
  const left = processesMarked(mark);
  signalAll(left, 'SIGTERM');
  if (left.length > 0) await goneWithin(mark, GRACE_MS);
  signalAll(processesMarked(mark), 'SIGKILL');
  return left;
}

async function goneWithin(mark: string, limitMs: number): Promise<void> {
  const until = Date.now() + limitMs;
  while (processesMarked(mark).length > 0 && Date.now() < until) await wait(POLL_MS);
}

function signalAll(processes: readonly Leftover[], signal: NodeJS.Signals): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended before the signal.
    }
  }
}

function pids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // it ended, or belongs to somebody else
  }
}
