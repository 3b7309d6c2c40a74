// npm test: Node's runner over every test file, with a temporary directory of its own. The output ends with the runner's
// counts. A process that a test left running is listed and ended, and fails the run.
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { styleText } from 'node:util';
import { parseArguments, testFiles } from './tests/command.ts';
import { addCounts } from './tests/counts.ts';
import { endLeftovers } from './tests/leftovers.ts';
import { type PassResult, RUN_MARK, runPass } from './tests/pass.ts';
import { chosenServers, debianMissing, isRepeated, type Postgres, TITLES } from './tests/postgres.ts';
import { quickFiles } from './tests/quick.ts';

const MAX_SLOW_FILES = 10;

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

const passes = new Map<Postgres, PassResult>();
const unavailable: string[] = [];
for (const postgres of chosenServers(parsed)) {
  const chosen = filesFor(postgres);
  if (chosen.length === 0) continue;
  const missing = postgres === 'debian' ? debianMissing() : undefined;
  if (missing !== undefined) {
    unavailable.push(`${chosen.length} files on ${TITLES[postgres]}: ${missing}`);
    continue;
  }
  if (passes.size > 0) console.log(`\n${chosen.length} files again, on ${TITLES[postgres]}:\n`);
  const result = await runPass({ root, parsed, files: chosen, postgres, folder, run });
  passes.set(postgres, result);
  if (result.interrupted) break;
}
const left = await endLeftovers(`${RUN_MARK}=${run}`);
printClosing();
rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
process.exitCode = exitCode();

/** After the first pass, the files that used a database in it. */
function filesFor(postgres: Postgres): readonly string[] {
  const before = passes.get('embedded');
  if (postgres === 'embedded' || before === undefined) return files;
  return files.filter((file) => before.databaseUsers.has(file) && isRepeated(file, parsed));
}

function exitCode(): number {
  const results = [...passes.values()];
  const interrupted = results.find((result) => result.interrupted)?.interrupted;
  if (interrupted) return 128 + constants.signals[interrupted];
  const failed = results.find(({ code, silent }) => code !== 0 || silent);
  if (failed) return failed.code || 1;
  return left.length > 0 || (unavailable.length > 0 && process.env.CI) ? 1 : 0;
}

function printClosing(): void {
  const results = [...passes].map(([postgres, { closing }]) => ({ postgres, ...closing }));
  const seconds = results.flatMap(({ postgres, files: times }) =>
    times.map((time) => ({ ...time, postgres })),
  );
  const slowest = seconds.toSorted((a, b) => b.seconds - a.seconds).slice(0, MAX_SLOW_FILES);
  printList(
    'slowest files',
    slowest.map(
      ({ file, seconds: time, postgres }) =>
        `${time.toFixed(1).padStart(6)} s  ${relative(root, file)}${postgres === 'embedded' ? '' : ` (${postgres})`}`,
    ),
  );
  printList('skipped', [
    ...results.flatMap(({ skipped, postgres }) =>
      skipped.map(
        ({ name, file, why }) =>
          `${name} (${relative(root, file)}${postgres === 'embedded' ? '' : `, ${postgres}`}): ${why}`,
      ),
    ),
    ...unavailable,
  ]);
  printList(
    'left running, ended, and a failure',
    left.map(({ pid, command }) => `${pid}  ${command}`),
  );
  console.log('');
  const counts = addCounts(results.map((result) => result.counts));
  for (const count of counts) console.log(styleText('blue', `ℹ ${count}`));
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length > 0) console.log(`\n${title}:\n  ${lines.join('\n  ')}`);
}
