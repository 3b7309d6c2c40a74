import { spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type DataDirectory, openDirectoryHandle } from './data-directory.ts';
import { findNativeDirectory } from './native.ts';

/** Nothing of the caller's environment reaches PostgreSQL: PGDATA, PGPORT or a locale would change what it does. */
export const SERVER_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** initdb's superuser, for presence and set-up only. */
export const SUPERUSER = 'postgres';

const DRAFT_PREFIX = 'postgres.new';

/** Makes the cluster if there is none. initdb works under another name, so that one killed half way leaves no half cluster. */
export async function ensureCluster(place: DataDirectory): Promise<void> {
  if (existsSync(join(place.cluster, 'PG_VERSION'))) return;
  if (existsSync(place.cluster) && readdirSync(place.cluster).length > 0) {
    throw new Error(
      `${place.cluster} is not empty and holds no PostgreSQL database: move it away, then start again`,
    );
  }
  for (const name of readdirSync(place.dataDir)) {
    if (name.startsWith(DRAFT_PREFIX)) rmSync(join(place.dataDir, name), { recursive: true, force: true });
  }
  const draft = join(place.dataDir, `${DRAFT_PREFIX}-${process.pid}`);
  mkdirSync(draft);
  chmodSync(draft, 0o700);
  if (place.user !== undefined) chownSync(draft, place.user.uid, place.user.gid);
  await initializeCluster(place, draft);
  renameSync(draft, place.cluster);
}

async function initializeCluster(place: DataDirectory, draft: string): Promise<void> {
  const folder = openDirectoryHandle(draft, place.user);
  const initdb = spawn(
    join(findNativeDirectory(place.user), 'bin', 'initdb'),
    initdbArguments(folder.path, place.durable),
    {
      ...place.user,
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
        `PostgreSQL could not set up ${place.cluster}: ${complaint.trim()}. Mend that, or set DATABASE_URL to a PostgreSQL of your own`,
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
    // With the C library's own "C" here, pg_trgm drops every letter that is not ASCII: "élan" would be "lan".
    `--lc-ctype=${process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'}`,
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
}
