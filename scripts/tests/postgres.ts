import { findPostgres, NO_POSTGRES } from '../install/find-postgres.mjs';
import type { TestArguments } from './command.ts';
import { findFilesReaching } from './quick.ts';

/** `embedded` is the server from npm, `debian` a stock one of the distribution, the oldest supported version. */
export type Postgres = 'embedded' | 'debian';

/** The one that the global set-up starts (test/support/global-setup.ts). */
export const POSTGRES_VARIABLE = 'GABLE_TEST_POSTGRES';

export const TITLES: Readonly<Record<Postgres, string>> = {
  embedded: 'the embedded PostgreSQL',
  debian: "the distribution's PostgreSQL",
};

/**
 * Folders and files whose tests are of processes, browsers, clients, HTTP and broken networks, or that start servers of
 * their own, or compute more than they ask. A whole run has them once, on the distribution's server: it is the oldest
 * version, asks for passwords and has the settings of its package. The other files of src run their statements on both
 * servers, and a test with a DATA_DIR starts the embedded one anyway. `--postgres=both` runs everything on both.
 */
const RUN_ONCE = [
  'test/e2e/',
  'test/console/',
  'test/clients/',
  'test/generators/',
  'test/samples/',
  'test/conformance/',
  'test/delivery/',
  'src/analytics/oracle.test.ts',
  'src/api/',
  'src/backup/',
  'src/db/embedded.test.ts',
  'src/db/half-open.test.ts',
  'src/db/pooler.test.ts',
  'src/db/replica.test.ts',
  'src/demo/',
  'src/exports/',
  'src/geo/',
  'src/ingest/lost-answers.test.ts',
  'src/processes/',
  'src/properties/search/memory/',
  'src/valuation/',
];

/**
 * Files that run no statement but those that cheaper files run on both servers. A version can differ in a statement, not in what
 * the service makes of its rows. Decision 0050 has the commands that find them.
 */
export const STATEMENTS_OF_OTHERS = [
  'src/addresses/formats/formats.test.ts',
  'src/alerts/oracle.test.ts',
  'src/alerts/price-news.test.ts',
  'src/alerts/read-alerts.test.ts',
  'src/analytics/facts.test.ts',
  'src/favorites/favorites.test.ts',
  'src/identity/key-store.test.ts',
  'src/identity/zone-sizes.test.ts',
  'src/imports/import.test.ts',
  'src/imports/memory.test.ts',
  'src/ingest/dropped-members.test.ts',
  'src/ingest/ingest-feed.test.ts',
  'src/ingest/ingest-records.test.ts',
  'src/ingest/lengths.test.ts',
  'src/ingest/parse-listing.test.ts',
  'src/ingest/pipeline.test.ts',
  'src/ingest/price-order.test.ts',
  'src/ingest/relocate.test.ts',
  'src/properties/moves.test.ts',
  'src/properties/packed-claims.test.ts',
  'src/properties/publishers/publishers.test.ts',
  'src/properties/record-in-order.test.ts',
  'src/properties/record.test.ts',
  'src/properties/search/regions-engine.test.ts',
  'src/properties/stored-events.test.ts',
  'src/transactions/fixtures.test.ts',
];

/**
 * Files of those folders that run on both all the same, and why. A version of PostgreSQL can differ in a statement, a plan, an error
 * code or a lock, not in the shape of a response.
 */
export const RUN_ON_BOTH: Readonly<Record<string, string>> = {
  'test/conformance/isolation.test.ts': 'every route, with the data of two accounts',
  'test/conformance/queries.test.ts': 'random criteria against plain SQL',
  'test/conformance/hostile-records.test.ts': 'values that the database refuses',
  'test/conformance/internal-errors.test.ts': 'error codes of the database',
  'test/delivery/digests.test.ts': 'the statements of claims, attempts and digests',
  'test/delivery/suspension.test.ts': 'the statements of suspensions and replays',
};

export const isRepeated = (file: string, { postgres }: TestArguments): boolean =>
  postgres === 'both' ||
  file in RUN_ON_BOTH ||
  ![...RUN_ONCE, ...STATEMENTS_OF_OTHERS].some((path) => file.startsWith(path));

/**
 * A whole run uses both servers: everything that needs a database on the distribution's, a part again on the embedded
 * one. Named files run on the embedded one, unless `--postgres=` selects another.
 */
export function chosenServers({ postgres, paths, flags, quick }: TestArguments): readonly Postgres[] {
  if (quick) return ['embedded'];
  if (postgres === 'both') return ['debian', 'embedded'];
  if (postgres !== undefined) return [postgres];
  const whole = paths.length === 0 && !flags.includes('--watch') && !process.env.TEST_DATABASE_URL;
  return whole ? ['debian', 'embedded'] : ['embedded'];
}

const SERVER_MODULE = 'test/support/database-server.ts';

/** The files that run on the second server of a run too: those that can use a database, apart from those that run once. */
export function filesToRepeat(root: string, files: readonly string[], parsed: TestArguments): string[] {
  return findFilesReaching(root, files, [SERVER_MODULE]).filter((file) => isRepeated(file, parsed));
}

/** Tests of processes, clients and files, which wait more than they compute. */
const PROCESS_FOLDERS = ['test/e2e/', 'test/clients/', 'test/generators/', 'test/samples/'];

export const testsProcesses = (file: string): boolean =>
  PROCESS_FOLDERS.some((folder) => file.startsWith(folder));

/** The files that use neither server, apart from those of processes. */
function filesWithoutServer(root: string, files: readonly string[]): string[] {
  const users = new Set(findFilesReaching(root, files, [SERVER_MODULE]));
  return files.filter((file) => !users.has(file) && !testsProcesses(file));
}

export interface PassFiles {
  readonly name: 'first' | 'again';
  readonly postgres: Postgres;
  readonly files: readonly string[];
}

/** The files of each pass. With both servers some files are repeated on the second one, with those that use neither. */
export function splitFiles(
  root: string,
  files: readonly string[],
  { parsed, servers }: { parsed: TestArguments; servers: readonly Postgres[] },
): PassFiles[] {
  const [postgres, second] = servers;
  if (postgres === undefined) return [];
  const repeated = second === undefined ? [] : filesToRepeat(root, files, parsed);
  if (second === undefined || repeated.length === 0) return [{ name: 'first', postgres, files }];
  const free = new Set(filesWithoutServer(root, files));
  const passes: PassFiles[] = [
    { name: 'first', postgres, files: files.filter((file) => !free.has(file)) },
    { name: 'again', postgres: second, files: [...repeated, ...free].sort() },
  ];
  return passes.filter((pass) => pass.files.length > 0);
}

/** Why tests cannot run on a server of the distribution: a failure with CI set, else a skip. */
export const debianMissing = (): string | undefined =>
  findPostgres() === undefined ? NO_POSTGRES : undefined;
