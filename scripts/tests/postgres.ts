import { findPostgres, NO_POSTGRES } from '../install/find-postgres.mjs';
import type { TestArguments } from './command.ts';

/** `embedded` is the server that npm brings, `debian` a stock one of the distribution, the oldest that we support. */
export type Postgres = 'embedded' | 'debian';

/** Which one the global set-up starts (test/support/global-setup.ts). */
export const POSTGRES_VARIABLE = 'GABLE_TEST_POSTGRES';
/** A folder where each test file that asks for a database leaves its name (test/support/database-server.ts). */
export const DATABASE_USERS_VARIABLE = 'GABLE_TEST_DATABASE_USERS';

export const TITLES: Readonly<Record<Postgres, string>> = {
  embedded: 'the embedded PostgreSQL',
  debian: "the distribution's PostgreSQL",
};

/**
 * Whole processes, browsers, made-up requests, broken networks and HTTP itself are tested once in a whole run, on the server that is ours: what they ask of
 * PostgreSQL the other files ask of both, and processes have files of their own on the distribution's server (stock-postgres, pooler,
 * replica). They are two fifths of the time. `--postgres=both` repeats them too.
 */
const RUN_ONCE = [
  'test/e2e/',
  'test/console/',
  ...['fuzz', 'slow-senders', 'raw-http', 'stalls', 'limits', 'mcp-budget', 'mcp-hostile'].map(
    (name) => `test/conformance/${name}.test.ts`,
  ),
  ...['fairness', 'faults', 'outages'].map((name) => `test/delivery/${name}.test.ts`),
];

export const isRepeated = (file: string, { postgres }: TestArguments): boolean =>
  postgres === 'both' || !RUN_ONCE.some((folder) => file.startsWith(folder));

/** A whole run goes over both servers; files that were named run on our own, unless `--postgres=` says otherwise. */
export function chosenServers({ postgres, paths, flags, quick }: TestArguments): readonly Postgres[] {
  if (quick) return ['embedded'];
  if (postgres === 'both') return ['embedded', 'debian'];
  if (postgres !== undefined) return [postgres];
  const whole = paths.length === 0 && !flags.includes('--watch') && !process.env.TEST_DATABASE_URL;
  return whole ? ['embedded', 'debian'] : ['embedded'];
}

/** Why tests cannot run on a server of the distribution. With CI set it is a failure, without it a skip. */
export const debianMissing = (): string | undefined =>
  findPostgres() === undefined ? NO_POSTGRES : undefined;
