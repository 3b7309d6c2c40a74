// npm test: Node's runner over every test file, with a temporary directory of its own. The output ends with the runner's
// counts. A process that a test left running is listed and ended, and fails the run.
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, constants } from 'node:os';
import { join } from 'node:path';
import { ensureService } from './install/service-build.mjs';
import { isForgiven, repeatsFailures, runFailedAgain } from './tests/again.ts';
import { writeBundles } from './tests/bundles.ts';
import { parseArguments, testFiles } from './tests/command.ts';
import { endLeftovers } from './tests/leftovers.ts';
import { OrderedOutput } from './tests/ordered-output.ts';
import { type PassResult, RUN_MARK, runPass } from './tests/pass.ts';
import {
  chosenServers,
  debianMissing,
  filesToRepeat,
  type Postgres,
  splitFiles,
  TITLES,
} from './tests/postgres.ts';
import { printClosing } from './tests/print-closing.ts';
import { quickFiles } from './tests/quick.ts';
import { temporaryRoot } from './tests/temporary-folder.ts';

const root = process.cwd();
const parsed = parseArguments(process.argv.slice(2));
const found = testFiles(root, parsed.paths);
const files = parsed.quick ? quickFiles(root, found) : found;
if (files.length === 0) {
  console.error(`no test file matches ${parsed.paths.join(' ') || 'the usual folders'}`);
  process.exit(1);
}

/** A whole run tests the processes as they are installed: built. A run of named files does not wait for a build. */
const isWhole = parsed.paths.length === 0 && parsed.flags.length === 0;
if (isWhole && !parsed.quick) await ensureService(root);

const run = randomUUID();
const folder = mkdtempSync(join(temporaryRoot(), 'gt-')); // short: paths of Unix sockets end at about 100 bytes
chmodSync(folder, 0o1777); // as the system's own: a database started by root runs as somebody else

const servers = chosenServers(parsed);
const missing = servers.includes('debian') ? debianMissing() : undefined;
const available = servers.filter((postgres) => postgres !== 'debian' || missing === undefined);
const print = (text: string): void => void process.stdout.write(text);
const common = { root, parsed, folder, run, print };
const passes = new Map(await runPasses());
const unavailable = missing === undefined ? [] : [describeMissing(missing)];
const repeated = repeatsFailures(parsed) ? await runFailedAgain(passes, common) : [];
const forgiven = isForgiven(passes, repeated);
const left = await endLeftovers({ mark: `${RUN_MARK}=${run}`, folder });
printClosing({ root, passes, unavailable, left, repeated, forgiven });
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
process.exitCode = exitCode();

/** Everything on the first server and, at the same time, a part again on the second one, with the files that need none. */
function runPasses(): Promise<[Postgres, PassResult][]> {
  const output = new OrderedOutput(print);
  const parts = splitFiles(root, files, { parsed, servers: available.length });
  const chosen = available.flatMap((postgres, index) => {
    const part = parts[index];
    return part === undefined ? [] : [{ postgres, ...part }];
  });
  return Promise.all(
    chosen.map(async ({ postgres, files: some, again }, index): Promise<[Postgres, PassResult]> => {
      const { write, end } = output.add();
      if (index > 0) {
        const once = some.length === again ? '' : `; beside them ${some.length - again} that use no server`;
        write(`\n${again} files again, on ${TITLES[postgres]}${once}:\n\n`);
      }
      const pass = { ...common, files: filesToRun(some, postgres), postgres, print: write };
      const result = await runPass({ ...pass, concurrency: concurrencyOf(index) });
      end();
      return [postgres, result];
    }),
  );
}

/**
 * Tests wait for PostgreSQL, browsers and processes: a file more than there are cores keeps them busy. The second pass has less
 * than a third of the work of the first: with a third of the files at once it does not end later.
 */
function concurrencyOf(index: number): number {
  const first = Math.max(2, availableParallelism()) + 1;
  return index === 0 ? first : Math.round(first / 3);
}

/** Without the distribution's server everything has run on the embedded one, if that was chosen. */
function describeMissing(reason: string): string {
  const users = filesToRepeat(root, files, { ...parsed, postgres: 'both' });
  return `${users.length} files on ${TITLES.debian}: ${reason}`;
}

/** A whole run, and one of all unit tests, puts files that can share a process into bundles. */
function filesToRun(some: readonly string[], postgres: Postgres): readonly string[] {
  if (!isWhole) return some;
  const bundles = join(folder, `bundles-${postgres}`);
  mkdirSync(bundles);
  return writeBundles(root, some, bundles);
}

function exitCode(): number {
  const results = [...passes.values()];
  const interrupted = results.find((result) => result.interrupted)?.interrupted;
  if (interrupted) return 128 + constants.signals[interrupted];
  const failed = forgiven ? undefined : results.find(({ code, silent }) => code !== 0 || silent);
  if (failed) return failed.code || 1;
  return left.length > 0 || (unavailable.length > 0 && process.env.CI) ? 1 : 0;
}
