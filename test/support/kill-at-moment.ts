// Preloaded into a process: it or its threads kill it with SIGKILL at one point of their file work, after skipping some.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { KillMoment } from './kill-moments.ts';

const { moment, passing } = JSON.parse(process.env['KILL_AT'] ?? '') as {
  moment: KillMoment;
  passing: number;
};
const paths = new Map<number, string>();
let left = passing;

const isWanted = (path: string): boolean =>
  moment.file === 'documents' ? path.includes('.documents-') : path.endsWith('.new');

/** A load from the database is asynchronous; a compaction runs at once, or in the thread that is notified. */
function isDuring(): boolean {
  const stack = new Error().stack ?? '';
  const isFold = stack.includes('at runCommand ') || stack.includes('memory-search.ts');
  return moment.during === undefined || (moment.during === 'fold') === isFold;
}

function isNow(call: KillMoment['call'], path: string | undefined): boolean {
  if (call !== moment.call || path === undefined || !isWanted(path) || !isDuring()) return false;
  left -= 1;
  return left < 0;
}

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // The signal arrives a little later.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  throw new Error('still alive');
}

/** Calls it, unless it is the chosen one. */
function around<Result>(
  call: KillMoment['call'],
  path: string | undefined,
  work: { whole(): Result; half?(): unknown },
): Result {
  const isIt = isNow(call, path);
  if (isIt && moment.when === 'half') work.half?.();
  if (isIt && moment.when !== 'after') die();
  const result = work.whole();
  return isIt ? die() : result;
}

const { openSync, writeSync, fsyncSync, closeSync, renameSync, rmSync } = fs;
const plain = fs as unknown as Record<string, unknown>;
plain['openSync'] = (...args: Parameters<typeof openSync>): number => {
  const [path, flags] = args;
  if (flags === 'r') return openSync(...args);
  return around('openSync', String(path), {
    whole() {
      const file = openSync(...args);
      paths.set(file, String(path));
      return file;
    },
  });
};
type Writing = [file: number, bytes: Uint8Array, offset?: number, length?: number, position?: number | null];
plain['writeSync'] = (...args: Writing): number => {
  const [file, bytes, offset = 0, length = bytes.length - offset, position = null] = args;
  const isAside = moment.atStart === true && position !== 0;
  return around('writeSync', isAside ? undefined : paths.get(file), {
    whole: () => writeSync(file, bytes, offset, length, position),
    half: () => writeSync(file, bytes, offset, length >>> 1, position),
  });
};
plain['fsyncSync'] = (file: number): void =>
  around('fsyncSync', paths.get(file), { whole: () => fsyncSync(file) });
plain['closeSync'] = (file: number): void => {
  const path = paths.get(file);
  paths.delete(file);
  around('closeSync', path, { whole: () => closeSync(file) });
};
plain['renameSync'] = (from: string, to: string): void =>
  around('renameSync', from, { whole: () => renameSync(from, to) });
plain['rmSync'] = (...args: Parameters<typeof rmSync>): void =>
  around('rmSync', String(args[0]), { whole: () => rmSync(...args) });
syncBuiltinESMExports();
