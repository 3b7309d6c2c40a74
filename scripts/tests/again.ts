import { relative } from 'node:path';
import { isBundle } from './bundles.ts';
import type { TestArguments } from './command.ts';
import { type Pass, type PassResult, runPass } from './pass.ts';
import { type Postgres, TITLES } from './postgres.ts';

/** More failing files than this are no accident. */
const MAX_FILES = 3;

/** A file that failed beside others, and what became of it alone. */
export interface Repeated {
  readonly file: string;
  readonly postgres: Postgres;
  /** What it wrote and threw the first time. */
  readonly output: string;
  readonly passed: boolean;
}

/** A run of named files is its author's own: only a run of everything repeats. */
export const repeatsFailures = ({ paths, flags }: TestArguments): boolean =>
  paths.length === 0 && !flags.includes('--watch');

/**
 * Runs each failed file once more, alone. Nothing is repeated when too many failed, when a runner itself failed, or when a process of
 * several files died: nobody knows what of it is left.
 */
export async function runFailedAgain(
  passes: readonly PassResult[],
  common: Pick<Pass, 'root' | 'parsed' | 'folder' | 'run' | 'print'>,
): Promise<Repeated[]> {
  const failed = passes.flatMap(({ postgres, closing }) =>
    closing.failed.map((failure) => ({ ...failure, postgres })),
  );
  const isComplete = passes.every(
    ({ code, silent, interrupted, closing }) =>
      !silent &&
      interrupted === undefined &&
      (code === 0 || closing.failed.length > 0) &&
      closing.failed.every(({ file }) => !isBundle(file)),
  );
  if (!isComplete || failed.length > MAX_FILES) return [];
  const repeated: Repeated[] = [];
  for (const { file, output, postgres } of failed) {
    const path = relative(common.root, file);
    console.log(`\n${path} failed: again, alone, on ${TITLES[postgres]}:\n`);
    const name = `again-${repeated.length}`;
    const { code } = await runPass({ ...common, files: [path], postgres, name, concurrency: 1 });
    repeated.push({ file: path, postgres, output, passed: code === 0 });
  }
  return repeated;
}

/** All that failed passed alone. */
export const isForgiven = (passes: readonly PassResult[], repeated: readonly Repeated[]): boolean =>
  repeated.length > 0 &&
  repeated.every(({ passed }) => passed) &&
  passes.flatMap(({ closing }) => closing.failed).length === repeated.length;
