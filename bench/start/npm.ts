import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

/** `npm start` in a process group of its own. */
export const startNpm = (cwd: string, env: Record<string, string>): ChildProcess =>
  spawn('npm', ['start'], {
    cwd,
    env: { ...process.env, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });

/** Of a process and its descendants, in seconds. */
export function cpuSeconds(pid: number): number {
  const seconds = ([days = '', clock = '']: string[]): number =>
    clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) + Number(days || 0) * 86_400;
  return descendants(pid)
    .flatMap((one) => execPs(['-o', 'time=', '-p', String(one)]))
    .reduce((sum, text) => sum + seconds(text.includes('-') ? text.split('-') : ['', text]), 0);
}

const execPs = (words: string[]): string[] => {
  try {
    return [execFileSync('ps', words, { encoding: 'utf8' }).trim()];
  } catch {
    return [];
  }
};

export async function stop(npm: ChildProcess): Promise<void> {
  const gone = once(npm, 'exit');
  process.kill(-(npm.pid ?? 0), 'SIGTERM');
  await gone;
}

/** npm, node and PostgreSQL at once. */
export async function killAll(npm: ChildProcess): Promise<void> {
  const gone = once(npm, 'exit');
  for (const pid of descendants(npm.pid ?? 0)) process.kill(pid, 'SIGKILL');
  await gone;
}

function descendants(root: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  const found = [root];
  for (const parent of found) for (const [pid, ppid] of rows) if (ppid === parent && pid) found.push(pid);
  return found;
}
