import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The directories of the supported major versions on Debian and Ubuntu, the oldest first. */
const FOLDERS = [15, 16, 17, 18].map((major) => `/usr/lib/postgresql/${major}/bin`);
/** On Debian it is not on the PATH of a plain user. */
const POOLERS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'];

export const NO_POSTGRES =
  'no PostgreSQL server of the distribution: install postgresql-15 (Debian), or name the folder of its programs in GABLE_POSTGRES_BIN';

/**
 * The directory of the programs of a stock PostgreSQL: GABLE_POSTGRES_BIN, or the oldest supported version installed.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function findPostgres(env = process.env) {
  const folders = env.GABLE_POSTGRES_BIN ? [env.GABLE_POSTGRES_BIN] : FOLDERS;
  return folders.find((folder) => existsSync(join(folder, 'postgres')));
}

/** @returns {string | undefined} */
export function findPgBouncer() {
  return POOLERS.find((path) => existsSync(path));
}
