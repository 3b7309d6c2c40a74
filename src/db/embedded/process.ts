import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * An identity that stays the same while a process runs and differs from the next process with its pid: its start time.
 * Undefined when no such process runs; a zombie, which some containers never reap, counts as ended.
 */
export function readProcessIdentity(pid: number): string | undefined {
  return process.platform === 'linux' ? readLinuxStartTime(pid) : readPsStartTime(pid);
}

function readLinuxStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the name of the program in brackets and may have spaces: count from its end (proc(5)).
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : rest[18];
  } catch {
    return undefined;
  }
}

function readPsStartTime(pid: number): string | undefined {
  try {
    const [state, ...start] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .split(/\s+/);
    return state === undefined || state.startsWith('Z') ? undefined : start.join(' ');
  } catch {
    return undefined;
  }
}
