import { readFileSync } from 'node:fs';

/** Linux counts CPU time in /proc in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** CPU of a process in seconds: all its threads, also those that ended, and children that it waited for. */
export function readCpuSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name of the program may contain spaces; it ends at the last bracket.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_PER_SECOND;
}

/** The same with the children that run, such as the sessions of a database server. */
export function readTreeCpuSeconds(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + readIfRunning(Number(child)), readCpuSeconds(pid));
}

function readIfRunning(pid: number): number {
  try {
    return readTreeCpuSeconds(pid);
  } catch {
    return 0;
  }
}
