import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fchownSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { SERVER_ENVIRONMENT } from './cluster.ts';
import { type DataDirectory, openDirectoryHandle } from './data-directory.ts';
import { findNativeDirectory } from './native.ts';
import { clusterName } from './postmaster.ts';
import { MIN_BUFFERS_MB, sharedBuffersMb } from './shared-buffers.ts';

/** The port only names the socket file: the server listens on no network. */
export const SOCKET_PORT = 5432;

const MAX_LOG_BYTES = 1_048_576;
const MAX_LOG_LINES = 8;

/** A server in its own session: Ctrl-C does not reach it, and it survives our crash. */
export function launchServer(directory: DataDirectory, socketFolder: string): ChildProcess {
  const log = openLog(directory);
  const folder = openDirectoryHandle(directory.cluster, directory.user);
  try {
    const server = spawn(
      join(findNativeDirectory(directory.user), 'bin', 'postgres'),
      ['-D', folder.path, ...serverSettings(directory, socketFolder)],
      {
        ...directory.user,
        cwd: '/',
        env: SERVER_ENVIRONMENT,
        detached: true,
        stdio: ['ignore', log, log, ...folder.descriptors],
      },
    );
    server.unref();
    return server;
  } finally {
    closeSync(log);
    folder.close();
  }
}

/** The end of the server's log, for the error that explains why it did not start. */
export function readLogTail({ logFile }: DataDirectory): string {
  const lines = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-MAX_LOG_LINES);
  return `${logFile} ends with:\n${lines.join('\n')}`;
}

function openLog({ logFile, user }: DataDirectory): number {
  const stat = statSync(logFile, { throwIfNoEntry: false });
  if (stat !== undefined && stat.size > MAX_LOG_BYTES) truncateSync(logFile);
  const log = openSync(logFile, 'a', 0o600);
  if (user !== undefined) fchownSync(log, user.uid, user.gid);
  return log;
}

/** Sized for a laptop that runs other programs too. Everything else is the default of PostgreSQL. */
function serverSettings(directory: DataDirectory, socketFolder: string): string[] {
  const chosen = {
    cluster_name: clusterName(directory.cluster),
    listen_addresses: '',
    port: String(SOCKET_PORT),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${directory.durable ? sharedBuffersMb() : MIN_BUFFERS_MB}MB`,
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Gable logs failed statements, without their values; here they would only fill the file.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    // A recycled segment keeps the bytes of rows that were removed by law.
    wal_recycle: 'off',
    ...(directory.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
