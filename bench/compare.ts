import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../test/support/temporary-directory.ts';
import type { TestScope } from '../test/support/test-scope.ts';
import { type Figures, measureRun } from './compare/measure-run.ts';
import { quantile } from './search/spread.ts';
import { currentLoad } from './support/database.ts';
import { parseOptions } from './support/options.ts';

export const title =
  'Another bench on two commits in turn: the median of paired ratios of each figure (--from COMMIT --to COMMIT --rounds N --lines REGEX --from-words WORDS: the options of the former commit, where they differ, --bench COMMIT: both with the benches of this commit, --partial: a bench that fails after some of the lines counts too -- NAME …)';

const ROOT = join(import.meta.dirname, '..');

/**
 * Each round runs both commits one after the other, the second first in every other round. What runs beside them is in one
 * pair, and the median leaves it out.
 */
export async function run(args: string[], scope: TestScope): Promise<void> {
  const end = args.indexOf('--');
  const options = parseOptions(args.slice(0, Math.max(0, end)), {
    from: '',
    to: '',
    rounds: 5,
    lines: 'CPU',
    fromWords: '',
    bench: '',
    partial: false,
  });
  const words = args.slice(end + 1);
  const [name] = words;
  if (end < 0 || name === undefined || options.from === '' || options.to === '')
    throw new Error('compare --from COMMIT --to COMMIT [--rounds N] [--lines REGEX] -- NAME …');
  const trees = [options.from, options.to].map((commit) => checkOut(scope, commit, options.bench));
  const formerWords = options.fromWords === '' ? words : [name, ...options.fromWords.split(' ')];
  const figures: Figures[][] = trees.map(() => []);
  for (let round = 0; round <= options.rounds; round += 1) {
    const order = round % 2 === 0 ? [0, 1] : [1, 0];
    for (const at of order) {
      const found = await measureRun(trees[at] ?? '', at === 0 ? formerWords : words, {
        lines: new RegExp(options.lines),
        isPartial: options.partial,
      });
      // The first round warms the files of both.
      if (round > 0) figures[at]?.push(found);
    }
    console.log(`round ${round} of ${options.rounds}, load ${currentLoad()}`);
    // A run that is ended has its figures too.
    if (round > 0) printRatios(figures);
  }
}

/** What a bench imports beside the sources. */
const BENCH_FOLDERS = ['bench', 'test/support', 'test/fixtures', 'test/faults'];

/** The files of a commit beside these packages: both commits run with the same ones. */
function checkOut(scope: TestScope, commit: string, benchCommit: string): string {
  const folder = join(temporaryDirectory(scope), 'tree');
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: ROOT, stdio: 'pipe', encoding: 'utf8' }).trim();
  git('worktree', 'add', '--detach', folder, commit);
  // The other tree has another HEAD.
  if (benchCommit !== '')
    git('-C', folder, 'checkout', git('rev-parse', benchCommit), '--', ...BENCH_FOLDERS);
  scope.after(async () => void git('worktree', 'remove', '--force', folder));
  if (!existsSync(join(folder, 'node_modules')))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function printRatios([from = [], to = []]: readonly Figures[][]): void {
  for (const label of from[0]?.keys() ?? []) {
    const pairs = from.flatMap((one, at) => {
      const [before, after] = [one.get(label), to[at]?.get(label)];
      return before === undefined || after === undefined || before === 0 ? [] : [{ before, after }];
    });
    if (pairs.length === 0) continue;
    const ratios = pairs.map(({ before, after }) => after / before);
    const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(ratios, share).toFixed(3));
    const medianOf = (values: readonly number[]): string => quantile(values, 0.5).toFixed(2);
    const values = `${medianOf(pairs.map(({ before }) => before))} and ${medianOf(pairs.map(({ after }) => after))}`;
    console.log(`${median} (${low} to ${high}, ${pairs.length} pairs, medians ${values}): ${label}`);
  }
}
