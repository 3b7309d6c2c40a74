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
  /** False: faster, without safety against power cuts. For tests only. */
  readonly durable?: boolean;
  /** Called while a server starts, which takes some tenths of a second in processes of its own. */
  readonly onLaunch?: (() => void) | undefined;
}

export interface EmbeddedServer {
  readonly connection: Connection;
  /** True when a server of this data directory ran already: of another process, or left by a crash. */
  readonly joined: boolean;
  /** Ends our use of the server; the last process stops it. Close the pools first. */
  leave(): Promise<void>;
}

const RESTART_BACKOFF = { firstMs: 100, capMs: 5_000 };

/** A real PostgreSQL on this machine, started or joined, and started again if it dies while we use it. */
export async function joinEmbeddedServer({
  dataDir,
  log,
  durable = true,
  onLaunch,
}: EmbeddedOptions): Promise<EmbeddedServer> {
  const directory = openDataDirectory(dataDir, durable);
  const first = await withFileLock(directory.lockFile, () => joinServer(directory, { onLaunch }));
  const watch = supervise(directory, first, log);
  let left: Promise<void> | undefined;
  return {
    connection: { host: first.socketFolder, port: SOCKET_PORT, user: OWNER, database: OWNER },
    joined: first.joined,
    leave: () => {
      left ??= watch
        .end()
        .then((current) => withFileLock(directory.lockFile, () => withdraw(directory, current)));
      return left;
    },
  };
}

async function withdraw(
  directory: DataDirectory,
  { presence, socketFolder }: ServerMembership,
): Promise<void> {
  const running = findPostmaster(directory);
  // The connection of our presence may have been cut while the server lives on; or the server is dying.
  const isLast = await presence
    .withdraw()
    .catch(async () => (await registerPresence(socketFolder)).withdraw())
    .catch(() => false);
  if (isLast && running !== undefined) await stopPostmaster(directory, running);
  if (findPostmaster(directory) === undefined) rmSync(socketFolder, { recursive: true, force: true });
}

function supervise(directory: DataDirectory, first: ServerMembership, log: Log) {
  const ending = new AbortController();
  const ended = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
  let current = first;

  async function watch(): Promise<void> {
    for (;;) {
      await Promise.race([current.presence.lost, ended]);
      if (ending.signal.aborted) return;
      current = (await rejoin(directory, current, log, ending.signal)) ?? current;
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

/** Undefined only when the signal aborted meanwhile. */
async function rejoin(
  directory: DataDirectory,
  { socketFolder }: ServerMembership,
  log: Log,
  signal: AbortSignal,
): Promise<ServerMembership | undefined> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    // Also before the first attempt: another process may be starting it.
    await pause(backoffMs(attempt, RESTART_BACKOFF), undefined, { signal }).catch(() => {});
    if (signal.aborted) return undefined;
    try {
      const attendance = await withFileLock(directory.lockFile, () =>
        joinServer(directory, { socketFolder }),
      );
      if (!attendance.joined)
        log.warn({ event: 'database.restarted' }, 'PostgreSQL died and was started again');
      return attendance;
    } catch (error) {
      if (attempt === 0)
        log.error(
          { event: 'database.restart_failed', err: error },
          'PostgreSQL died and does not start again; retrying',
        );
    }
  }
  return undefined;
}
