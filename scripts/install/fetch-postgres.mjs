import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, aptObstacle, aptUpdate, lastLineOf } from './apt.mjs';
import { findPgBouncer, findPostgres } from './find-postgres.mjs';
import { withInstallLock } from './lock.mjs';
import { say } from './refusal.mjs';

const PURPOSE = 'the tests on a stock PostgreSQL';

/** The first of these that the distribution has: not every release has version 15. */
const SOUGHT = [
  { title: 'PostgreSQL', find: findPostgres, packages: ['postgresql-15', 'postgresql'] },
  { title: 'PgBouncer', find: findPgBouncer, packages: ['pgbouncer'] },
];

/**
 * Installs a stock PostgreSQL and a pooler for the tests where possible. It never stops the run: tests that need them skip by
 * name, and fail when CI is set.
 * @param {string} root
 */
export async function ensurePostgres(root) {
  const missing = SOUGHT.filter(({ find }) => !find());
  if (missing.length === 0) return;
  const failure =
    obstacle() ??
    (await withInstallLock(
      join(root, '.installing'),
      () => fetchAll(),
      (pid) => say(`another process (pid ${pid}) is installing packages; waiting for it`),
    ));
  const titles = missing.map(({ title }) => title).join(' and ');
  if (failure) say(`${PURPOSE} will be skipped: there is no ${titles} of the distribution and ${failure}`);
}

/**
 * The packages contain services that systemd would start: nothing is installed on a machine with systemd.
 * @returns {string | undefined}
 */
function obstacle() {
  const named = process.env.GABLE_POSTGRES_BIN;
  if (named && !findPostgres()) return `GABLE_POSTGRES_BIN holds no server: ${named}`;
  if (existsSync('/run/systemd/system') && !process.env.CI) {
    return 'systemd would start what apt-get installs; install them yourself, or set CI=true';
  }
  return aptObstacle();
}

/** @returns {Promise<string | undefined>} why something is still missing */
async function fetchAll() {
  const update = await aptUpdate();
  if (update.signal) process.exit(130);
  for (const { title, find, packages } of SOUGHT) {
    const failure = await fetchFirst(find, packages);
    if (failure) return `${title} could not be installed (${failure})`;
  }
  return undefined;
}

/**
 * @param {() => string | undefined} find
 * @param {readonly string[]} packages
 */
async function fetchFirst(find, packages) {
  let failure = 'no package brought it';
  for (const name of packages) {
    if (find()) return undefined;
    const result = await aptInstall([name], PURPOSE);
    if (result.signal) process.exit(130);
    if (!result.ok) failure = lastLineOf(result.output);
  }
  return find() ? undefined : failure;
}
