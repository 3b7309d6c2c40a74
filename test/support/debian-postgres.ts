import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres, NO_POSTGRES } from '../../scripts/install/find-postgres.mjs';
import { SERVER_ENVIRONMENT, SUPERUSER } from '../../src/db/embedded/cluster.ts';
import { withFileLock } from '../../src/db/embedded/lock.ts';
import { findServerUser, type ServerUser } from '../../src/db/embedded/user.ts';
import { copyDirectory } from './copy-directory.ts';
import { asAdministrator, createDatabase, ensureTemplate, templateName } from './database-server.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

const OWNER = 'gable';
const PASSWORD_BYTES = 12;
const PASSWORD_FILE = 'password';
/** Passed on, so that the test runner finds and ends a server that a killed test left running. */
const RUN_MARK = 'GABLE_TEST_RUN';
const START_ATTEMPTS = 5;

/** For the `skip` option of a test: the reason when the server is missing. With CI set nothing is skipped, so the test fails. */
export const debianPostgresMissing = (): string | false =>
  findPostgres() === undefined && !process.env['CI'] ? NO_POSTGRES : false;

/** A real server of the distribution with its own settings (jit included), on loopback and with passwords. */
export interface DebianPostgres {
  /** Of a role that may create databases and nothing else. */
  readonly url: string;
  readonly superuserUrl: string;
  readonly port: number;
  readonly password: string;
  /** Contains the cluster, its log, and files of a pooler or a standby. */
  readonly folder: string;
  readonly user: ServerUser | undefined;
  /** `immediate` is what a crash leaves behind. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  /** Stops the server and removes its files. */
  remove(): Promise<void>;
}

export type ServerSettings = Readonly<Record<string, string>>;

/** Not durable: nothing in it is worth keeping. All other settings are those of the package, unless `settings` changes them. */
export async function startDebianPostgres(settings: ServerSettings = {}): Promise<DebianPostgres> {
  const template = await ensureServerTemplate();
  const directory = createDirectory();
  copyDirectory(template, directory.folder);
  const password = readFileSync(join(template, PASSWORD_FILE), 'utf8').trim();
  return startControlled({ ...directory, password }, settings);
}

/**
 * The directory of a stopped server with its roles and the migrated template database. The first server of a run creates
 * it, all others are copies: initdb and the migrations take 1.6 s of CPU, a copy 0.1.
 */
async function ensureServerTemplate(): Promise<string> {
  const template = join(tmpdir(), templateName('_debian'));
  await withFileLock(`${template}.lock`, async () => {
    if (existsSync(template)) return;
    const server = await createServer();
    await ensureTemplate({ connectionString: server.url });
    await server.stop();
    renameSync(server.folder, template);
  });
  return template;
}

async function createServer(): Promise<DebianPostgres> {
  const directory = { ...createDirectory(), password: randomBytes(PASSWORD_BYTES).toString('hex') };
  await initialise(directory);
  const server = await startControlled(directory, {});
  await createOwner(server);
  return server;
}

/** A streaming standby of `primary` with its own directory. */
export async function startStandby(
  primary: DebianPostgres,
  settings: ServerSettings = {},
): Promise<DebianPostgres> {
  const { user, password } = primary;
  const { folder, cluster } = createDirectory();
  await program('pg_basebackup', user, [
    `--dbname=${primary.superuserUrl}`,
    `--pgdata=${cluster}`,
    '--write-recovery-conf',
    '--checkpoint=fast',
    '--no-sync',
  ]);
  return startControlled({ cluster, folder, user, password }, settings);
}

interface PostgresDirectory {
  readonly cluster: string;
  readonly folder: string;
  readonly user: ServerUser | undefined;
  readonly password: string;
}

/** Runs a program of the server's package as a user that is not root. */
export async function program(
  name: string,
  user: ServerUser | undefined,
  args: readonly string[],
): Promise<string> {
  const bin = findPostgres();
  if (bin === undefined) throw new Error(NO_POSTGRES);
  const mark = process.env[RUN_MARK];
  const env = { ...SERVER_ENVIRONMENT, ...(mark === undefined ? {} : { [RUN_MARK]: mark }) };
  const { stdout } = await run(join(bin, name), args, { ...user, cwd: '/', env });
  return stdout;
}

function createDirectory(): Omit<PostgresDirectory, 'password'> {
  const folder = mkdtempSync(join(tmpdir(), 'gable-debian-'));
  chmodSync(folder, 0o755);
  const cluster = join(folder, 'cluster');
  const user = findServerUser(cluster, folder);
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  return { folder, cluster, user };
}

async function initialise({ cluster, folder, user, password }: PostgresDirectory): Promise<void> {
  mkdirSync(cluster, { mode: 0o700 });
  const passwordFile = join(folder, PASSWORD_FILE);
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  for (const path of user === undefined ? [] : [cluster, passwordFile])
    chownSync(path, user?.uid ?? 0, user?.gid ?? 0);
  await program('initdb', user, [
    `--pgdata=${cluster}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--auth=scram-sha-256',
    '--no-sync',
    '--no-instructions',
  ]);
}

async function startControlled(place: PostgresDirectory, settings: ServerSettings): Promise<DebianPostgres> {
  const { cluster, folder, user, password } = place;
  const control = (...args: string[]) =>
    program('pg_ctl', user, [`--pgdata=${cluster}`, '--silent', '--wait', ...args]);
  let port = 0;
  const start = async (): Promise<void> => {
    const options = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      fsync: 'off',
      full_page_writes: 'off',
      ...settings,
    };
    const given = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`);
    await control('--timeout=60', `--log=${join(folder, 'log')}`, `--options=${given.join(' ')}`, 'start');
  };
  // Another process may take a free port before the server does.
  for (let attempt = 1; ; attempt += 1) {
    port = await freePort();
    try {
      await start();
      break;
    } catch (error) {
      const log = join(folder, 'log');
      const text = existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : '';
      if (attempt === START_ATTEMPTS)
        throw new Error(`${(error as Error).message}\n${text}`, { cause: error });
    }
  }
  const stop = async (mode: 'fast' | 'immediate' = 'fast'): Promise<void> => {
    if (existsSync(join(cluster, 'postmaster.pid'))) await control(`--mode=${mode}`, 'stop');
  };
  const urlOf = (role: string) => `postgres://${role}:${password}@127.0.0.1:${port}/postgres`;
  return {
    url: urlOf(OWNER),
    superuserUrl: urlOf(SUPERUSER),
    port,
    password,
    folder,
    user,
    stop,
    start,
    async remove() {
      await stop('immediate');
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function createOwner({ superuserUrl, user, password }: DebianPostgres): Promise<void> {
  await program('psql', user, [
    superuserUrl,
    '--quiet',
    '--command',
    `create role ${OWNER} login createdb password '${password}'`,
  ]);
}

/** A server with its own migrated database, removed when the test ends. */
export async function debianDatabase(
  t: { after(end: () => Promise<void>): void },
  settings: ServerSettings = {},
): Promise<{ server: DebianPostgres; url: string }> {
  const server = await startDebianPostgres(settings);
  t.after(() => server.remove());
  await asAdministrator({ connectionString: server.url }, (client) =>
    createDatabase(client, OWNER, templateName()),
  );
  return { server, url: urlTo(server.url, OWNER) };
}

export function urlTo(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
