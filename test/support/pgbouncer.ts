import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type DebianPostgres, debianPostgresMissing } from './debian-postgres.ts';
import { freePort } from './free-port.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const MISSING = 'no PgBouncer: install pgbouncer (Debian)';
const START_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 20;

/** The reason to skip a test that needs the pooler and its server; undefined in CI. */
export const pgBouncerMissing = (): string | false =>
  debianPostgresMissing() || (!existsSync(PROGRAM) && !process.env['CI'] ? MISSING : false);

export interface PgBouncer {
  /** The role and database of `url`, through the pooler. */
  through(url: string): string;
}

type TestScope = { after(end: () => Promise<void>): void };

/** A real PgBouncer before a server in transaction mode, until the test ends. */
export async function startPgBouncer(
  t: TestScope,
  server: DebianPostgres,
  settings: Readonly<Record<string, string>> = {},
): Promise<PgBouncer> {
  const folder = join(server.folder, `pgbouncer-${Math.random().toString(36).slice(2)}`);
  const port = await freePort();
  mkdirSync(folder);
  const users = join(folder, 'users.txt');
  const configuration = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"gable" "${server.password}"\n`);
  const chosen = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: '6',
    max_client_conn: '500',
    ...settings,
  };
  const lines = Object.entries(chosen).map(([name, value]) => `${name} = ${value}`);
  const database = `* = host=127.0.0.1 port=${server.port}`;
  writeFileSync(configuration, `[databases]\n${database}\n[pgbouncer]\n${lines.join('\n')}\n`);
  const { user } = server;
  if (user !== undefined)
    for (const path of [folder, users, configuration]) chownSync(path, user.uid, user.gid);
  const pooler = spawn(PROGRAM, [configuration], { ...user, cwd: '/', stdio: 'ignore' });
  t.after(async () => {
    if (pooler.exitCode !== null || pooler.signalCode !== null) return;
    pooler.kill('SIGKILL');
    await once(pooler, 'exit');
  });
  await waitForPort(port);
  return {
    through(url) {
      const changed = new URL(url);
      changed.port = String(port);
      return changed.href;
    },
  };
}

async function waitForPort(port: number): Promise<void> {
  const until = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const connected = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (connected) return;
    if (performance.now() > until) throw new Error('PgBouncer does not listen');
    await pause(POLL_INTERVAL_MS);
  }
}
