import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type DataDirectory, openDirectoryHandle } from './data-directory.ts';
import { findNativeDirectory } from './native.ts';

/** PostgreSQL gets nothing of the environment: PGDATA, PGPORT or a locale would change its behaviour. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** The superuser of initdb, for presence and set-up only. */
export const SUPERUSER = 'postgres';

const DRAFT_PREFIX = 'postgres.new';

/**
 * Creates the cluster if there is none. initdb uses another name, so that an interrupted one leaves no partial cluster.
 */
export async function ensureCluster(directory: DataDirectory): Promise<void> {
  if (existsSync(join(directory.cluster, 'PG_VERSION'))) return;
  if (existsSync(directory.cluster) && readdirSync(directory.cluster).length > 0) {
    throw new Error(
      `${directory.cluster} is not empty and holds no PostgreSQL database: move it away, then start again`,
    );
  }
  for (const name of readdirSync(directory.dataDir)) {
    if (name.startsWith(DRAFT_PREFIX))
      rmSync(join(directory.dataDir, name), { recursive: true, force: true });
  }
  const draft = join(directory.dataDir, `${DRAFT_PREFIX}-${process.pid}`);
  mkdirSync(draft);
  chmodSync(draft, 0o700);
  if (directory.user !== undefined) chownSync(draft, directory.user.uid, directory.user.gid);
  await initializeCluster(directory, draft);
  renameSync(draft, directory.cluster);
}

async function initializeCluster(directory: DataDirectory, draft: string): Promise<void> {
  const folder = openDirectoryHandle(draft, directory.user);
  const initdb = spawn(
    join(findNativeDirectory(directory.user), 'bin', 'initdb'),
    initdbArguments(folder.path, directory.durable),
    {
      ...directory.user,
      cwd: '/',
      env: SERVER_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe', ...folder.descriptors],
    },
  );
  const exit = new Promise<number | null>((resolve, reject) => {
    initdb.once('error', reject);
    initdb.once('close', resolve);
  });
  try {
    const [complaint, code] = await Promise.all([initdb.stderr ? text(initdb.stderr) : '', exit]);
    if (code !== 0) {
      throw new Error(
        `PostgreSQL could not set up ${directory.cluster}: ${complaint.trim()}. Fix that, or set DATABASE_URL to a PostgreSQL of your own`,
      );
    }
  } finally {
    folder.close();
  }
}

function initdbArguments(path: string, durable: boolean): string[] {
  return [
    `--pgdata=${path}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    // With the "C" locale of the C library pg_trgm drops every letter that is not ASCII: "élan" would be "lan".
    `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}
