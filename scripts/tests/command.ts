import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Postgres } from './postgres.ts';

const TEST_FOLDERS = ['src', 'test', 'scripts', 'bin', 'bench'];
const TEST_TIMEOUT_MS = 120_000;
const GLOBAL_SETUP = 'test/support/global-setup.ts';
/** Options of Node whose value may be a separate argument: `--test-name-pattern X`. */
const TAKES_VALUE = /^--test-(?:name-pattern|skip-pattern|concurrency|timeout|shard|rerun-failures)$/;

export interface TestArguments {
  flags: string[];
  paths: string[];
  /** `--postgres=`: the server of the tests. */
  postgres?: Postgres | 'both';
  /** `--quick`: only the unit tests, without a server. */
  quick?: boolean;
  /** `--cpu`: the CPU of each file is printed. */
  cpu?: boolean;
}

/**
 * The arguments after `npm test --`: paths select files, `--postgres=embedded|debian|both` the server, `--quick` only the unit
 * tests; all others are passed to Node's runner. `--only` is short for --test-only.
 */
export function parseArguments(args: readonly string[]): TestArguments {
  const flags: string[] = [];
  const paths: string[] = [];
  let postgres: TestArguments['postgres'];
  for (const [index, arg] of args.entries()) {
    const isValue = TAKES_VALUE.test(args[index - 1] ?? '');
    const [, server] = /^--postgres=(embedded|debian|both)$/.exec(arg) ?? [];
    if (server) postgres = server as TestArguments['postgres'];
    else if (arg.startsWith('-') || isValue) flags.push(arg === '--only' ? '--test-only' : arg);
    else paths.push(arg);
  }
  const quick = flags.includes('--quick');
  const cpu = flags.includes('--cpu');
  return {
    flags: flags.filter((flag) => flag !== '--quick' && flag !== '--cpu'),
    paths,
    ...(postgres === undefined ? {} : { postgres }),
    ...(quick ? { quick } : {}),
    ...(cpu ? { cpu } : {}),
  };
}

/** A full disk, a clock set by hours, three times the possible load: `npm run test:faults` runs them. */
const ONLY_WHEN_NAMED = 'test/resilience/';
/** They read real files beside the checkout: a whole run leaves them out where there are none. */
const OF_SAMPLES = 'test/samples/';
const SAMPLES = '../shared/samples';

/** Every test file of the project, or those of the paths: a file, a directory or a pattern. */
export function testFiles(root: string, paths: readonly string[]): string[] {
  const patterns = paths.length > 0 ? paths.map((path) => patternOf(root, path)) : TEST_FOLDERS.map(allBelow);
  const found = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }));
  const leftOut = [ONLY_WHEN_NAMED, ...(existsSync(join(root, SAMPLES)) ? [] : [OF_SAMPLES])];
  const isChosen = (file: string): boolean => !leftOut.some((folder) => file.startsWith(folder));
  const chosen = paths.length > 0 ? found : found.filter(isChosen);
  return [...new Set(chosen)].sort();
}

const allBelow = (folder: string): string => `${folder}/**/*.test.ts`;

function patternOf(root: string, path: string): string {
  const full = join(root, path);
  return existsSync(full) && statSync(full).isDirectory() ? allBelow(path.replace(/\/+$/, '')) : path;
}

interface RunnerOptions {
  readonly root: string;
  readonly parsed: TestArguments;
  readonly files: readonly string[];
  readonly concurrency: number;
}

/** The runner's arguments; flags of the caller come last, so that they override ours. */
export function runnerArguments(
  { root, parsed, files, concurrency }: RunnerOptions,
  closing: string,
): string[] {
  const setup =
    !parsed.quick && existsSync(join(root, GLOBAL_SETUP)) ? [`--test-global-setup=${GLOBAL_SETUP}`] : [];
  return [
    '--test',
    ...setup,
    `--test-concurrency=${concurrency}`,
    `--test-timeout=${TEST_TIMEOUT_MS}`,
    ...reporter('story.ts', 'stdout'),
    ...reporter('closing.ts', closing),
    ...parsed.flags,
    ...files,
  ];
}

function reporter(name: string, destination: string): string[] {
  return [`--test-reporter=${join(import.meta.dirname, name)}`, `--test-reporter-destination=${destination}`];
}
