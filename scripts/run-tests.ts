// npm test: Node's runner over every test file, with a temporary directory of its own. The output ends with the runner's
// counts. A process that a test left running is listed and ended, and fails the run.
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isForgiven, repeatsFailures, runFailedAgain } from './tests/again.ts';
import { writeBundles } from './tests/bundles.ts';
import { parseArguments, testFiles } from './tests/command.ts';
import { endLeftovers } from './tests/leftovers.ts';
import { type PassResult, RUN_MARK, runPass } from './tests/pass.ts';
import { chosenServers, debianMissing, isRepeated, type Postgres, TITLES } from './tests/postgres.ts';
import { printClosing } from './tests/print-closing.ts';
import { quickFiles } from './tests/quick.ts';

const root = process.cwd();
const parsed = parseArguments(process.argv.slice(2));
const found = testFiles(root, parsed.paths);
const files = parsed.quick ? quickFiles(root, found) : found;
if (files.length === 0) {
  console.error(`no test file matches ${parsed.paths.join(' ') || 'the usual folders'}`);
  process.exit(1);
}

const run = randomUUID();
const folder = mkdtempSync(join(tmpdir(), 'gt-')); // short: paths of Unix sockets end at about 100 bytes
chmodSync(folder, 0o1777); // as the system's own: a database started by root runs as somebody else

const common = { root, parsed, folder, run };
const passes = new Map<Postgres, PassResult>();
const servers = chosenServers(parsed);
const missing = servers.includes('debian') ? debianMissing() : undefined;
for (const postgres of servers) {
  if (postgres === 'debian' && missing !== undefined) continue;
  const chosen = filesFor();
  if (chosen.length === 0) continue;
  if (passes.size > 0) console.log(`\n${chosen.length} files again, on ${TITLES[postgres]}:\n`);
  const result = await runPass({ ...common, files: filesToRun(chosen), postgres });
  passes.set(postgres, result);
  if (result.interrupted) break;
}
const unavailable = missing === undefined ? [] : [describeMissing(missing)];
const repeated = repeatsFailures(parsed) ? await runFailedAgain(passes, common) : [];
const forgiven = isForgiven(passes, repeated);
const left = await endLeftovers({ mark: `${RUN_MARK}=${run}`, folder });
printClosing({ root, passes, unavailable, left, repeated, forgiven });
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
process.exitCode = exitCode();

/** All of them in the first pass; in the second those that used a database in it, apart from those that run once. */
function filesFor(): readonly string[] {
  const [before] = passes.values();
  if (before === undefined) return files;
  return files.filter((file) => before.databaseUsers.has(file) && isRepeated(file, parsed));
}

/** Without the distribution's server everything has run on the embedded one, if that was chosen. */
function describeMissing(reason: string): string {
  const users = passes.get('embedded')?.databaseUsers.size ?? files.length;
  return `${users} files on ${TITLES.debian}: ${reason}`;
}

/** A whole run, and one of all unit tests, puts files that can share a process into bundles. */
function filesToRun(chosen: readonly string[]): readonly string[] {
  const isWhole = parsed.paths.length === 0 && parsed.flags.length === 0;
  return isWhole ? writeBundles(root, chosen, folder) : chosen;
}

function exitCode(): number {
  const results = [...passes.values()];
  const interrupted = results.find((result) => result.interrupted)?.interrupted;
  if (interrupted) return 128 + constants.signals[interrupted];
  const failed = forgiven ? undefined : results.find(({ code, silent }) => code !== 0 || silent);
  if (failed) return failed.code || 1;
  return left.length > 0 || (unavailable.length > 0 && process.env.CI) ? 1 : 0;
}
