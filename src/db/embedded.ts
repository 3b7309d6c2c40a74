import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '../lib/backoff.ts';
import type { Log } from '../lib/log.ts';
import type { Connection } from './connection.ts';
import { type DataDirectory, openDataDirectory } from './embedded/data-directory.ts';
import { joinServer, type ServerMembership } from './embedded/join.ts';
import { withFileLock } from './embedded/lock.ts';
import { findPostmaster, stopPostmaster } from './embedded/postmaster.ts';
import { OWNER, registerPresence } from './embedded/presence.ts';
import { SOCKET_PORT } from './embedded/server.ts';

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Log;
  /** False gives up safety against power cuts for speed: for tests only. */
  readonly durable?: boolean;
}

export interface EmbeddedServer {
  readonly connection: Connection;
  /** True when a server of this data folder ran already: another process's, or one left by a crash. */
  readonly joined: boolean;
  /** Ends our use of the server; the last process to leave stops it. Close the pools first. */
  leave(): Promise<void>;
}

const RESTART_BACKOFF = { firstMs: 100, capMs: 5_000 };

/** A real PostgreSQL on this machine, started or joined, and started again should it die while we use it. */
export async function joinEmbeddedServer({
  dataDir,
  log,
  durable = true,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const place = openDataDirectory(dataDir, durable);
  const first = await withFileLock(place.lockFile, () => joinServer(place));
  const watch = supervise(place, first, log);
  let left: Promise<void> | undefined;
  return {
    connection: { host: first.socketFolder, port: SOCKET_PORT, user: OWNER, database: OWNER },
    joined: first.joined,
    leave: () => {
      left ??= watch.end().then((current) => withFileLock(place.lockFile, () => withdraw(place, current)));
      return left;
    },
  };
}

async function withdraw(place: DataDirectory, { presence, socketFolder }: ServerMembership): Promise<void> {
  const running = findPostmaster(place);
  // Our presence may have been cut a moment ago while the server lives on; or the server is dying this very moment.
  const isLast = await presence
    .withdraw()
    .catch(async () => (await registerPresence(socketFolder)).withdraw())
    .catch(() => false);
  if (isLast && running !== undefined) await stopPostmaster(place, running);
  if (findPostmaster(place) === undefined) rmSync(socketFolder, { recursive: true, force: true });
}

function supervise(place: DataDirectory, first: ServerMembership, log: Log) {
  const ending = new AbortController();
  const ended = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
  let current = first;

  async function watch(): Promise<void> {
    for (;;) {
      await Promise.race([current.presence.lost, ended]);
      if (ending.signal.aborted) return;
      current = (await rejoin(place, current, log, ending.signal)) ?? current;
    }
  }

  const watching = watch();
  return {
    end: async () => {
      ending.abort();
      await watching;
      return current;
    },
  };
}

/** Undefined only when we were told to end meanwhile. */
async function rejoin(
  place: DataDirectory,
  { socketFolder }: ServerMembership,
  log: Log,
  signal: AbortSignal,
): Promise<ServerMembership | undefined> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    // Also before the first try: another process may be starting it at this moment.
    await pause(backoffMs(attempt, RESTART_BACKOFF), undefined, { signal }).catch(() => {});
    if (signal.aborted) return undefined;
    try {
      const attendance = await withFileLock(place.lockFile, () => joinServer(place, socketFolder));
      if (!attendance.joined) log.warn({}, 'PostgreSQL had died and was started again');
      return attendance;
    } catch (error) {
      if (attempt === 0) log.error({ err: error }, 'PostgreSQL died and does not start again; trying on');
    }
  }
  return undefined;
}
