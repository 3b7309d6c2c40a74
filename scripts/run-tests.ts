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
import { CpuSampler, describeCpu } from './tests/cpu-sampler.ts';
import { endLeftovers } from './tests/leftovers.ts';
import { OrderedOutput } from './tests/ordered-output.ts';
import { type PassResult, RUN_MARK, runPass } from './tests/pass.ts';
import {
  chosenServers,
  debianMissing,
  filesToRepeat,
  type PassFiles,
  splitFiles,
  TITLES,
} from './tests/postgres.ts';
import { printClosing } from './tests/print-closing.ts';
import { quickFiles } from './tests/quick.ts';
import { temporaryRoot } from './tests/temporary-folder.ts';
import { findUnreported } from './tests/unreported.ts';

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
const sampler = parsed.cpu ? new CpuSampler(folder) : undefined;
/** Files of a whole run of which nothing was heard: a process of several files may end before its time. */
const unreported: string[] = [];
const passes = await runPasses();
const unavailable = missing === undefined ? [] : [describeMissing(missing)];
const repeated = repeatsFailures(parsed) ? await runFailedAgain(passes, common) : [];
const forgiven = isForgiven(passes, repeated);
const cpu = describeCpu(sampler?.end() ?? []);
const left = await endLeftovers({ mark: `${RUN_MARK}=${run}`, folder });
printClosing({ root, passes, unavailable, unreported, left, repeated, forgiven, cpu });
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
process.exitCode = exitCode();

/** Both passes at the same time. */
async function runPasses(): Promise<PassResult[]> {
  const output = new OrderedOutput(print);
  const chosen = splitFiles(root, files, { parsed, servers: available }).map((pass) => ({
    pass,
    part: output.add(),
  }));
  return Promise.all(
    chosen.map(async ({ pass, part }) => {
      part.write(titleOf(pass));
      const concurrency = concurrencyOf(pass);
      const own = { files: filesToRun(pass, concurrency), concurrency, print: part.write };
      const result = await runPass({ ...common, ...pass, ...own });
      part.end();
      if (isWhole) unreported.push(...findUnreported(root, pass.files, result.closing));
      return result;
    }),
  );
}

function titleOf({ name, postgres, files: some }: PassFiles): string {
  if (name === 'first') return '';
  const again = filesToRepeat(root, files, parsed).length;
  const once = some.length === again ? '' : `; beside them ${some.length - again} that use no server`;
  return `\n${again} files again, on ${TITLES[postgres]}${once}:\n\n`;
}

/** A process more than there are cores, since tests wait for PostgreSQL, browsers and processes, and a third of that beside them. */
function concurrencyOf({ name }: PassFiles): number {
  const first = Math.max(2, availableParallelism()) + (parsed.quick ? 0 : 1);
  return name === 'first' ? first : Math.round(first / 3);
}

/** Without the distribution's server everything has run on the embedded one, if that was chosen. */
function describeMissing(reason: string): string {
  const users = filesToRepeat(root, files, { ...parsed, postgres: 'both' });
  return `${users.length} files on ${TITLES.debian}: ${reason}`;
}

/** In a whole run, and one of all unit tests, few processes share the files that can share one. */
function filesToRun({ name, files: some }: PassFiles, processes: number): readonly string[] {
  if (!isWhole) return some;
  const bundles = join(folder, `bundles-${name}`);
  mkdirSync(bundles);
  return writeBundles(root, some, { folder: bundles, processes });
}

function exitCode(): number {
  const interrupted = passes.find((result) => result.interrupted)?.interrupted;
  if (interrupted) return 128 + constants.signals[interrupted];
  const failed = forgiven ? undefined : passes.find(({ code, silent }) => code !== 0 || silent);
  if (failed) return failed.code || 1;
  return left.length > 0 || unreported.length > 0 || (unavailable.length > 0 && process.env.CI) ? 1 : 0;
}
