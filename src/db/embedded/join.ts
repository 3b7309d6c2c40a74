import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '../../lib/backoff.ts';
import { isUnavailable } from '../unavailable.ts';
import { ensureCluster } from './cluster.ts';
import { type DataDirectory, recreateSocketDirectory, socketDirectory } from './data-directory.ts';
import { findPostmaster, type Postmaster, removeStalePidFile, stopPostmaster } from './postmaster.ts';
import { type Presence, registerPresence } from './presence.ts';
import { launchServer, readLogTail, SOCKET_PORT } from './server.ts';

/**
 * After a hard kill old sessions may hold the shared memory for some seconds: the server refuses to start meanwhile.
 */
const MAX_STARTS = 8;
const START_BACKOFF = { firstMs: 100, capMs: 2_000 };
/** Recovery after a crash may take long; after this an operator should look. */
const READY_TIMEOUT_MS = 300_000;
const POLL_INTERVAL_MS = 20;

export interface ServerMembership {
  readonly presence: Presence;
  readonly socketFolder: string;
  /** True when the server ran already. */
  readonly joined: boolean;
}

interface JoinOptions {
  /** The one it has used before. */
  readonly socketFolder?: string;
  /** Called while a server starts. */
  readonly onLaunch?: (() => void) | undefined;
}

/** Ensures that the server runs and that we are counted as present. Call it under the lock of the directory. */
export async function joinServer(
  directory: DataDirectory,
  { socketFolder = socketDirectory(directory), onLaunch }: JoinOptions = {},
): Promise<ServerMembership> {
  await ensureCluster(directory);
  const starting = createStarter(directory, socketFolder, onLaunch);
  const until = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < until) {
    const running = findPostmaster(directory);
    if (running === undefined) await starting.startUnlessUnderWay();
    else if (running.isReady && !hasSocket(running)) await stopPostmaster(directory, running);
    const presence = await tryRegister(running);
    if (running !== undefined && presence !== undefined) {
      return { presence, socketFolder: running.socketFolder, joined: !starting.hasStarted() };
    }
    await pause(POLL_INTERVAL_MS);
  }
  throw new Error(`PostgreSQL did not become ready; ${readLogTail(directory)}`);
}

/** A server without its socket, as after /tmp was emptied, is unreachable: it is stopped and started again. */
const hasSocket = ({ socketFolder }: Postmaster) => existsSync(join(socketFolder, `.s.PGSQL.${SOCKET_PORT}`));

async function tryRegister(running: Postmaster | undefined): Promise<Presence | undefined> {
  if (running === undefined || !running.isReady) return undefined;
  try {
    return await registerPresence(running.socketFolder);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return undefined;
  }
}

/** Starts the server, with a bounded number of retries while it exits at once. */
function createStarter(directory: DataDirectory, folder: string, onLaunch?: () => void) {
  let server: ChildProcess | undefined;
  let starts = 0;
  let failure: Error | undefined;
  const isUnderWay = () =>
    server?.pid !== undefined && server.exitCode === null && server.signalCode === null;
  return {
    hasStarted: () => starts > 0,
    startUnlessUnderWay: async () => {
      if (isUnderWay()) return;
      if (failure !== undefined)
        throw new Error(`PostgreSQL cannot be run here (${failure.message}): set DATABASE_URL`);
      if (starts === MAX_STARTS) throw new Error(`PostgreSQL does not start; ${readLogTail(directory)}`);
      if (starts > 0) await pause(backoffMs(starts - 1, START_BACKOFF));
      removeStalePidFile(directory);
      recreateSocketDirectory(folder, directory);
      server = launchServer(directory, folder);
      server.once('error', (error) => {
        failure = error;
      });
      starts += 1;
      onLaunch?.();
    },
  };
}
