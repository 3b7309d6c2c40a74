import { findPostgres, NO_POSTGRES } from '../install/find-postgres.mjs';
import type { TestArguments } from './command.ts';

/** `embedded` is the server from npm, `debian` a stock one of the distribution, the oldest supported version. */
export type Postgres = 'embedded' | 'debian';

/** The one that the global set-up starts (test/support/global-setup.ts). */
export const POSTGRES_VARIABLE = 'GABLE_TEST_POSTGRES';
/** A directory where each test file that uses a database writes its name (test/support/database-server.ts). */
export const DATABASE_USERS_VARIABLE = 'GABLE_TEST_DATABASE_USERS';

/** The file that a process of several test files runs at the moment, relative to the project (bundled.ts). */
export const BUNDLED_FILE_VARIABLE = 'GABLE_TEST_FILE';

export const TITLES: Readonly<Record<Postgres, string>> = {
  embedded: 'the embedded PostgreSQL',
  debian: "the distribution's PostgreSQL",
};

/**
 * Tests of processes, browsers, clients, fuzzing, broken networks and HTTP run once, on the embedded server: other files run their
 * statements on both, and stock-postgres, pooler and replica test processes on the distribution's server. They take two fifths
 * of the time. `--postgres=both` repeats them too.
 */
const RUN_ONCE = [
  'test/e2e/',
  'test/console/',
  'test/clients/',
  'test/generators/',
  'src/geo/import-samples.test.ts',
  ...[
    'fuzz',
    'fuzz-uploads',
    'hot-scanners',
    'regular-expressions',
    'slow-senders',
    'raw-http',
    'stalls',
    'limits',
    'mcp-budget',
    'mcp-hostile',
  ].map((name) => `test/conformance/${name}.test.ts`),
  ...['fairness', 'faults', 'outages'].map((name) => `test/delivery/${name}.test.ts`),
];

export const isRepeated = (file: string, { postgres }: TestArguments): boolean =>
  postgres === 'both' || !RUN_ONCE.some((folder) => file.startsWith(folder));

/** A whole run uses both servers; named files run on the embedded one, unless `--postgres=` selects another. */
export function chosenServers({ postgres, paths, flags, quick }: TestArguments): readonly Postgres[] {
  if (quick) return ['embedded'];
  if (postgres === 'both') return ['embedded', 'debian'];
  if (postgres !== undefined) return [postgres];
  const whole = paths.length === 0 && !flags.includes('--watch') && !process.env.TEST_DATABASE_URL;
  return whole ? ['embedded', 'debian'] : ['embedded'];
}

/** Why tests cannot run on a server of the distribution: a failure with CI set, else a skip. */
export const debianMissing = (): string | undefined =>
  findPostgres() === undefined ? NO_POSTGRES : undefined;
