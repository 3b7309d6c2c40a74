import { relative } from 'node:path';
import { styleText } from 'node:util';
import type { Repeated } from './again.ts';
import { addCounts } from './counts.ts';
import type { Leftover } from './leftovers.ts';
import type { PassResult } from './pass.ts';
import type { Postgres } from './postgres.ts';

const MAX_SLOW_FILES = 10;

export interface Closing {
  readonly root: string;
  readonly passes: readonly PassResult[];
  /** Files that could not run, and why. */
  readonly unavailable: readonly string[];
  /** Files that did not run. */
  readonly unreported: readonly string[];
  readonly left: readonly Leftover[];
  readonly repeated: readonly Repeated[];
  /** Whether all failures passed alone, and count as passed. */
  readonly forgiven: boolean;
  /** Of `--cpu`: a table. */
  readonly cpu: readonly string[];
}

/** The end of the output: slowest files, skips, leftovers, failures that passed alone, counts. */
export function printClosing(closing: Closing): void {
  const { root, passes, unavailable, unreported, left, repeated, forgiven, cpu } = closing;
  const results = passes.map(({ postgres, closing }, index) => ({ index, postgres, ...closing }));
  // The server is named for a repetition only.
  const inFirst = new Set(results[0]?.files.map(({ file }) => file));
  const serverOf = (file: string, { index, postgres }: { index: number; postgres: Postgres }) =>
    index > 0 && inFirst.has(file) ? postgres : undefined;
  const seconds = results.flatMap((pass) =>
    pass.files.map((time) => ({ ...time, again: serverOf(time.file, pass) })),
  );
  const slowest = seconds.toSorted((a, b) => b.seconds - a.seconds).slice(0, MAX_SLOW_FILES);
  printList(
    'slowest files',
    slowest.map(
      ({ file, seconds: time, again }) =>
        `${time.toFixed(1).padStart(6)} s  ${relative(root, file)}${again === undefined ? '' : ` (${again})`}`,
    ),
  );
  printList('skipped', [
    ...results.flatMap((pass) =>
      pass.skipped.map(({ name, file, why }) => {
        const again = serverOf(file, pass);
        return `${name} (${relative(root, file)}${again === undefined ? '' : `, ${again}`}): ${why}`;
      }),
    ),
    ...unavailable,
  ]);
  printList('not run, and a failure', unreported);
  printList(
    'left running, ended, and a failure',
    left.map(({ pid, command }) => `${pid}  ${command}`),
  );
  for (const { file, postgres, output, passed } of repeated) {
    const end = passed ? 'passed alone' : 'failed alone too';
    printList(`failed beside other tests, ${end}: ${file} (${postgres})`, output.trimEnd().split('\n'));
  }
  printList('seconds of CPU', cpu);
  console.log('');
  for (const count of countsOf(results, forgiven)) console.log(styleText('blue', `ℹ ${count}`));
}

function countsOf(results: readonly { counts: readonly string[] }[], forgiven: boolean): string[] {
  const counts = new Map(
    addCounts(results.map((result) => result.counts)).map((line) => line.split(' ') as [string, string]),
  );
  if (forgiven) {
    const passed = ['pass', 'fail', 'cancelled'].reduce(
      (sum, name) => sum + Number(counts.get(name) ?? 0),
      0,
    );
    counts.set('pass', `${passed}`).set('fail', '0').set('cancelled', '0');
  }
  return [...counts].map(([name, value]) => `${name} ${value}`);
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}:\n  ${lines.join('\n  ')}`);
}
