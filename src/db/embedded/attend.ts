import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '../../lib/backoff.ts';
import { isUnavailable } from '../unavailable.ts';
import { ensureCluster } from './cluster.ts';
import { emptySocketFolder, type Place, socketFolder } from './place.ts';
import { disownPidFile, type Postmaster, runningPostmaster, stopPostmaster } from './postmaster.ts';
import { appear, type Presence } from './presence.ts';
import { lastWords, launchServer, SOCKET_PORT } from './server.ts';

/** After a hard kill old sessions may hold the shared memory for some seconds, and the server refuses to start meanwhile. */
const STARTS = 8;
const START_BACKOFF = { firstMs: 100, capMs: 2_000 };
/** Recovery after a crash may take long; longer than this somebody should look. */
const READY_WITHIN_MS = 300_000;
const LOOK_AGAIN_MS = 20;

export interface Attendance {
  readonly presence: Presence;
  readonly socketFolder: string;
  /** True when the server ran already. */
  readonly joined: boolean;
}

/** Makes sure that the server runs and that we are counted as present. Call it under the lock of the place. */
export async function attend(place: Place, keptSocketFolder?: string): Promise<Attendance> {
  await ensureCluster(place);
  const starting = starter(place, keptSocketFolder ?? socketFolder(place));
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until) {
    const running = runningPostmaster(place);
    if (running === undefined) await starting.startUnlessUnderWay();
    else if (running.isReady && !hasSocket(running)) await stopPostmaster(place, running);
    const presence = await tryToAppear(running);
    if (running !== undefined && presence !== undefined) {
      return { presence, socketFolder: running.socketFolder, joined: !starting.hasStarted() };
    }
    await pause(LOOK_AGAIN_MS);
  }
  throw new Error(`PostgreSQL did not become ready; ${lastWords(place)}`);
}

/** A server without its socket, as when /tmp was emptied, cannot be reached again: it is stopped and started anew. */
const hasSocket = ({ socketFolder }: Postmaster) => existsSync(join(socketFolder, `.s.PGSQL.${SOCKET_PORT}`));

async function tryToAppear(running: Postmaster | undefined): Promise<Presence | undefined> {
  if (running === undefined || !running.isReady) return undefined;
  try {
    return await appear(running.socketFolder);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return undefined;
  }
}

/** Starts the server, and starts it again while it exits at once, a bounded number of times. */
function starter(place: Place, folder: string) {
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
      if (starts === STARTS) throw new Error(`PostgreSQL does not start; ${lastWords(place)}`);
      if (starts > 0) await pause(backoffMs(starts - 1, START_BACKOFF));
      disownPidFile(place);
      emptySocketFolder(folder, place);
      server = launchServer(place, folder);
      server.once('error', (error) => {
        failure = error;
      });
      starts += 1;
    },
  };
}
