import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports CPU time of programs in hundredths of a second. */
const TICKS_A_SECOND = 100;

/** CPU seconds of a PostgreSQL server and all its sessions, ended ones too; undefined where the system does not report it. */
export function serverCpu(postmaster: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  let ticks = 0;
  for (const pid of readdirSync('/proc')) {
    const stat = /^\d+$/.test(pid) ? statOf(pid) : undefined;
    if (stat === undefined) continue;
    if (Number(pid) === postmaster) ticks += stat.own + stat.children;
    else if (stat.parent === postmaster) ticks += stat.own;
  }
  return ticks / TICKS_A_SECOND;
}

function statOf(pid: string): { parent: number; own: number; children: number } | undefined {
  try {
    // The name in brackets may contain spaces: fields are counted after it.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const ticks = (...places: number[]): number =>
      places.reduce((sum, place) => sum + (fields[place] ?? 0), 0);
    return { parent: fields[1] ?? 0, own: ticks(11, 12), children: ticks(13, 14) };
  } catch {
    // The process ended between the listing and the read.
    return undefined;
  }
}
