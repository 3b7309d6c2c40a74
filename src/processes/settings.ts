import { resolve } from 'node:path';
import { parseOrigins } from '../api/middleware/cross-origin.ts';
import { type MasterKey, parseMasterKeys } from '../delivery/keys/master-keys.ts';
import { editDistance } from '../lib/edit-distance.ts';
import { parseOAuthClients } from '../sign-in/oauth.ts';
import { parseProviders } from '../sign-in/provider.ts';
import { defaultIndexMb } from './default-index-size.ts';
import { AUTO_THREADS } from './default-threads.ts';
import { refuseText, SettingError } from './setting-error.ts';
import { parseChoice, parseInteger, parseList, parseOptional, text } from './setting-parsers.ts';
import { parseHttpUrl, parseMailServer, parsePostgresUrl } from './setting-urls.ts';
import { tracingSettings } from './tracing-settings.ts';

/** A setting: its default, its parser, and why one would change it. `.env.example` is generated from the list. */
interface Setting<Value> {
  fallback: string;
  why: string;
  /** Its value is not repeated in an error. */
  secret?: true;
  read(text: string): Value;
}

function parseKeysSetting(value: string): MasterKey[] {
  const keys = parseMasterKeys(value);
  if (keys === undefined) throw new SettingError('must be VERSION:BASE64 of 32 bytes, or several of them');
  return keys;
}

export const settings = {
  PORT: {
    fallback: '8080',
    why: 'The port the API listens on. 0: any free one.',
    read: parseInteger(0, 65535),
  },
  HOST: {
    fallback: '127.0.0.1',
    why: 'The host it listens on. 0.0.0.0 lets other machines connect; put a TLS proxy in front first.',
    read: text,
  },
  SERVE_THREADS: {
    fallback: 'auto',
    why: 'Threads that serve requests in a process, all on one port. Above 1 another thread coordinates them. Each takes some 200 MB; DATABASE_SESSIONS is divided among them. auto: one up to two cores, then one for each core but one, as far as memory and sessions suffice.',
    read: (value: string): number => (value === 'auto' ? AUTO_THREADS : parseInteger(1, 64)(value)),
  },
  WORK_PORT: {
    fallback: '8081',
    why: 'The port where a worker answers /health and /metrics. 0: any free one.',
    read: parseInteger(0, 65535),
  },
  DATA_DIR: {
    fallback: './data',
    why: 'The directory of the embedded PostgreSQL and other files. Put it on a disk you back up.',
    read: (value: string): string => resolve(value),
  },
  DATABASE_URL: {
    fallback: '',
    why: 'A PostgreSQL of your own (15 or later) instead of the embedded one; needed for several machines.',
    read: parsePostgresUrl,
  },
  DATABASE_SESSIONS: {
    fallback: '10',
    why: 'Database connections of a process. Raise it with the cores of the database, not with the load.',
    read: parseInteger(2, 200),
  },
  DATABASE_PREPARE: {
    fallback: 'on',
    why: 'on or off: prepare statements by name. off behind a pooler that shares server sessions and does not follow prepared statements (PgBouncer before 1.21, or with max_prepared_statements 0).',
    read: parseChoice('on', 'off'),
  },
  DATABASE_REPLICA_URL: {
    fallback: '',
    why: 'A streaming standby of DATABASE_URL that answers searches by SQL, analytics, sales, geography and properties by id. Empty: the primary does.',
    secret: true,
    read: parsePostgresUrl,
  },
  DATABASE_REPLICA_LAG_MS: {
    fallback: '2000',
    why: 'The maximum lag of the replica; beyond it, or when the replica is not reachable, the primary answers.',
    read: parseInteger(500, 600_000),
  },
  WAREHOUSE_DIR: {
    fallback: '',
    why: 'The directory of the Parquet files that analytics reads, one for all processes. Empty: warehouse under DATA_DIR.',
    read: (value: string): string | undefined => (value === '' ? undefined : resolve(value)),
  },
  REGIONS: {
    fallback: '',
    why: 'The regions that a process serves or works for, separated by commas; public is the default one. Empty: all. See docs/guides/scaling.md.',
    read: parseList,
  },
  SEARCH_MEMORY_MB: {
    fallback: 'auto',
    why: 'The maximum size of the memory index for searches; about 0.6 KB a live property. auto: a quarter of the memory of the machine or its cgroup, at most 8192. 0: SQL answers all searches.',
    read: (value: string): number =>
      value === 'auto' ? defaultIndexMb() : parseInteger(0, 1_000_000)(value),
  },
  WAREHOUSE_MEMORY_MB: {
    fallback: '512',
    why: 'The maximum memory of analytics in a process; beyond it DuckDB uses the disk, or refuses the query.',
    read: parseInteger(64, 1_000_000),
  },
  WAREHOUSE_THREADS: {
    fallback: '2',
    why: 'Threads for analytics in a process.',
    read: parseInteger(1, 256),
  },
  BASE_URL: {
    fallback: '',
    why: 'The URL of the API for customers. Empty: the one it listens on.',
    read: parseHttpUrl,
  },
  CONSOLE_URL: {
    fallback: '',
    why: 'The URL of the web console. Empty: /console under the API.',
    read: parseHttpUrl,
  },
  SIGN_IN_PROVIDERS: {
    fallback: '',
    why: 'The OpenID Connect providers for signing in to the console: [{"id":"acme","name":"Acme","issuer":"https://id.acme.example","clientId":"…","clientSecret":"…"}]. Register CONSOLE_URL/sign-in/ID/callback there.',
    secret: true,
    read: refuseText(parseProviders),
  },
  OPERATORS: {
    fallback: '',
    why: 'Verified emails, comma-separated, of people who may use the operator screens of the console.',
    read: parseList,
  },
  LOCAL_SIGN_IN: {
    fallback: '',
    why: 'on or off: sign in to the console without a provider, as an operator. Empty: on only with the embedded database, no provider and a loopback HOST.',
    read: parseChoice('', 'on', 'off'),
  },
  DEMO: {
    fallback: '',
    why: 'on or off: a demo account, key and world. Empty: on with the embedded database, off with your own.',
    read: parseChoice('', 'on', 'off'),
  },
  MASTER_KEYS: {
    fallback: '',
    why: 'The keys that encrypt the signing keys: VERSION:BASE64 of 32 bytes, several comma-separated, the one in use first. Empty: a file in DATA_DIR; required with DATABASE_URL.',
    secret: true,
    read: parseKeysSetting,
  },
  BACKUP_PASSPHRASE: {
    fallback: '',
    why: 'The passphrase of gable backup and gable restore, which seals the master keys. Empty: --passphrase-file.',
    secret: true,
    read: parseOptional,
  },
  SMTP_URL: {
    fallback: '',
    why: 'The mail server, as smtp://user:password@host:587 or smtps://. Empty: mails are written to DATA_DIR/mail.',
    read: parseMailServer,
  },
  MAIL_FROM: {
    fallback: 'Gable <alerts@localhost>',
    why: 'The sender of mails. Use an email of a domain that your mail server may send for.',
    read: text,
  },
  OUTBOUND_LOOPBACK: {
    fallback: 'off',
    why: 'on: webhooks and feeds may call this machine, also without TLS. For development; ignored with DATABASE_URL.',
    read: parseChoice('off', 'on'),
  },
  OAUTH_CLIENTS: {
    fallback: '',
    why: 'Hosted assistants that may ask people for access: client-id=https://redirect, comma-separated. Empty: none.',
    read: refuseText(parseOAuthClients),
  },
  OAUTH_REGISTRATION: {
    fallback: 'off',
    why: 'on: any assistant registers itself (RFC 7591) and may then ask people for access.',
    read: parseChoice('off', 'on'),
  },
  CORS_ORIGINS: {
    fallback: '',
    why: 'Sites whose pages may call the API with a key, as https://app.example, comma-separated, or *. Empty: none.',
    read: refuseText(parseOrigins),
  },
  TRUSTED_PROXIES: {
    fallback: '',
    why: 'IP addresses or networks, comma-separated, whose X-Forwarded-For is trusted. Empty: none.',
    read: parseList,
  },
  METRICS_TOKEN: {
    fallback: '',
    why: 'When set, /metrics requires it as a bearer token. Set it when others can reach the port.',
    read: parseOptional,
  },
  LOG_LEVEL: {
    fallback: 'info',
    why: 'debug, info, warn, error or silent. warn omits the line of each request.',
    read: parseChoice('debug', 'info', 'warn', 'error', 'silent'),
  },
  LOG_FORMAT: {
    fallback: 'auto',
    why: 'json for machines, text for people, auto: text on a terminal and json elsewhere.',
    read: parseChoice('auto', 'json', 'text'),
  },
  ...tracingSettings,
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;
export type Settings = { [Name in SettingName]: ReturnType<(typeof settings)[Name]['read']> };

const NAMES = Object.keys(settings) as SettingName[];

export type ReadSettings = { settings: Settings } | { faults: string[] };

/** `file` is the content of .env, where every name must be known. In the environment only likely typing errors are reported. */
export function readSettings(environment: NodeJS.ProcessEnv, file: NodeJS.Dict<string>): ReadSettings {
  const faults = [
    ...Object.keys(file).flatMap((name) => (isSetting(name) ? [] : unknownSettingMessage(name, '.env'))),
    ...Object.keys(environment).flatMap((name) =>
      !isSetting(name) && findSimilarSetting(name) !== undefined
        ? unknownSettingMessage(name, 'the environment')
        : [],
    ),
  ];
  const read: Partial<Record<SettingName, unknown>> = {};
  for (const name of NAMES) {
    const given = environment[name] ?? file[name] ?? settings[name].fallback;
    try {
      read[name] = settings[name].read(given);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      faults.push(`${name}${isSecret(name) ? '' : `=${given}`}: ${error.message}.`);
    }
  }
  return faults.length > 0 ? { faults } : { settings: read as Settings };
}

/** A URL may contain a password, and a malformed one may contain it anywhere. */
const isSecret = (name: SettingName): boolean => 'secret' in settings[name] || name.endsWith('_URL');

const isSetting = (name: string): name is SettingName => Object.hasOwn(settings, name);

function unknownSettingMessage(name: string, where: string): string[] {
  const similar = findSimilarSetting(name);
  return [`${name} in ${where} is not a setting${similar === undefined ? '' : `; did you mean ${similar}?`}`];
}

/** A setting one edit away. Short names are excluded: HOME is not a mistyped HOST. */
const findSimilarSetting = (name: string): SettingName | undefined =>
  NAMES.find((known) => known.length > 6 && editDistance(name, known, 1) <= 1);

export const renderEnvironmentExample = (): string =>
  `# Every setting of Gable with its default. Copy to .env and change what you need; environment variables override it.\n\n${NAMES.map(
    (name) => `# ${settings[name].why}\n# ${name}=${settings[name].fallback}\n`,
  ).join('\n')}`;
