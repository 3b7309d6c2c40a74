import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const GRACE_MS = 3_000;
const POLL_MS = 50;

export interface Leftover {
  pid: number;
  command: string;
}

/** How the processes of a run are known. */
export interface RunIdentity {
  /** `NAME=value` in the environment of its descendants, detached ones too. */
  readonly mark: string;
  /**
   * Its temporary directory. A PostgreSQL gets no environment; its arguments name its socket or its files there. A process of
   * the service gets it as TMPDIR.
   */
  readonly folder: string;
}

/** The processes of a run, except this one. On systems other than Linux the list is empty. */
export function processesOf({ mark, folder }: RunIdentity): Leftover[] {
  return pids().flatMap((pid) => {
    if (pid === process.pid) return [];
    const command = readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
    const environment = readOrEmpty(`/proc/${pid}/environ`).split('\0');
    const isOurs =
      environment.includes(mark) ||
      environment.includes(`TMPDIR=${folder}`) ||
      command.includes(`${folder}/`);
    return isOurs ? [{ pid, command }] : [];
  });
}

/** Waits a moment for the processes of a run, then kills and returns the remaining ones. */
export async function endLeftovers(run: RunIdentity): Promise<Leftover[]> {
  await goneWithin(run, GRACE_MS);
  const left = processesOf(run);
  signalAll(left, 'SIGTERM');
  if (left.length > 0) await goneWithin(run, GRACE_MS);
  signalAll(processesOf(run), 'SIGKILL');
  return left;
}

async function goneWithin(run: RunIdentity, limitMs: number): Promise<void> {
  const until = Date.now() + limitMs;
  while (processesOf(run).length > 0 && Date.now() < until) await wait(POLL_MS);
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
