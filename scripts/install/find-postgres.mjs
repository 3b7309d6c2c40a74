import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian and Ubuntu install each supported major version of the server, the oldest first. */
const FOLDERS = [15, 16, 17, 18].map((major) => `/usr/lib/postgresql/${major}/bin`);

export const NO_POSTGRES = 'no PostgreSQL server of the distribution: install postgresql-15 (Debian)';

/**
 * The programs of the oldest supported PostgreSQL server that the distribution installed.
 * @param {readonly string[]} [folders]
 * @returns {string | undefined}
 */
export function findPostgres(folders = FOLDERS) {
  return folders.find((folder) => existsSync(join(folder, 'postgres')));
}

/** Debian puts it where a plain user's PATH does not look. */
const POOLERS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'];

/** @returns {string | undefined} */
export function findPgBouncer() {
  return POOLERS.find((path) => existsSync(path));
}
