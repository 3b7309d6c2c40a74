import { resolve } from 'node:path';
import { type MasterKey, parseMasterKeys } from '../delivery/keys/master-keys.ts';
import { type IdentityProvider, parseProviders } from '../sign-in/provider.ts';

/** Every setting, its default, how it is read, and why one would change it. `.env.example` is written from this list. */
interface Setting<Value> {
  fallback: string;
  why: string;
  /** Not repeated when it cannot be read. */
  secret?: true;
  read(text: string): Value;
}

class SettingError extends Error {}

const text = (value: string): string => value;
const parseOptional = (value: string): string | undefined => (value === '' ? undefined : value);

const parseInteger =
  (least: number, most: number) =>
  (value: string): number => {
    if (!/^\d{1,9}$/.test(value) || Number(value) < least || Number(value) > most) {
      throw new SettingError(`must be a whole number from ${least} to ${most}`);
    }
    return Number(value);
  };

const parseChoice =
  <const Values extends readonly string[]>(...values: Values) =>
  (value: string): Values[number] => {
    const found = values.find((known) => known === value);
    if (found === undefined) throw new SettingError(`must be one of ${values.join(', ')}`);
    return found;
  };

function parseHttpUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (!URL.canParse(value) || !/^https?:/.test(value))
    throw new SettingError('must be an http or https address');
  return value.replace(/\/+$/, '');
}

/** A # or % in a password that is not written as %23 or %25 makes another address of it, which would be shown where it is not reached. */
function validateUrlParts({ username, password, hash }: URL): void {
  const isReadable = hash === '' && [username, password].every((part) => isDecodable(part));
  if (!isReadable) throw new SettingError('has a # or % in its password that is not written as %23 or %25');
}

function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

function parsePostgresUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new SettingError('must look like postgres://user:password@host:5432/database');
  }
  validateUrlParts(new URL(value));
  return value;
}

function parseKeysSetting(value: string): MasterKey[] {
  const keys = parseMasterKeys(value);
  if (keys === undefined) throw new SettingError('must be VERSION:BASE64 of 32 bytes, or several of them');
  return keys;
}

function parseMailServer(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^smtps?:\/\//.test(value) || !URL.canParse(value)) {
    throw new SettingError('must look like smtp://user:password@host:587');
  }
  validateUrlParts(new URL(value));
  return value;
}

function parseSignInProviders(value: string): IdentityProvider[] {
  const providers = parseProviders(value);
  if (typeof providers === 'string') throw new SettingError(providers);
  return providers;
}

const parseList = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const settings = {
  PORT: {
    fallback: '8080',
    why: 'The port the API listens on. 0 takes any free one.',
    read: parseInteger(0, 65535),
  },
  HOST: {
    fallback: '127.0.0.1',
    why: 'The address it listens on. 0.0.0.0 lets other machines in; put a TLS proxy in front first.',
    read: text,
  },
  SERVE_THREADS: {
    fallback: '1',
    why: 'Threads that answer calls in a serving process, all on one port: as many as the cores it may use. Above 1 one more keeps what they share. Each takes some 200 MB; DATABASE_SESSIONS is divided among them.',
    read: parseInteger(1, 64),
  },
  WORK_PORT: {
    fallback: '8081',
    why: 'Where a process that only works answers /health and /metrics. 0 takes any free one.',
    read: parseInteger(0, 65535),
  },
  DATA_DIR: {
    fallback: './data',
    why: 'Where the embedded PostgreSQL and other files live. Put it on a disk you back up.',
    read: (value: string): string => resolve(value),
  },
  DATABASE_URL: {
    fallback: '',
    why: 'A PostgreSQL of your own (15 or later) instead of the embedded one; needed for several machines.',
    read: parsePostgresUrl,
  },
  DATABASE_SESSIONS: {
    fallback: '10',
    why: 'Connections a process keeps to the database. Raise it with the cores of the database, not with the load.',
    read: parseInteger(2, 200),
  },
  DATABASE_PREPARE: {
    fallback: 'on',
    why: 'on or off: prepare statements by name. off behind a pooler that shares server sessions and does not follow prepared statements (PgBouncer before 1.21, or with max_prepared_statements 0).',
    read: parseChoice('on', 'off'),
  },
  DATABASE_REPLICA_URL: {
    fallback: '',
    why: 'A streaming standby of DATABASE_URL that answers searches by SQL, figures, sales, geography and properties by id. Empty: the database itself does.',
    secret: true,
    read: parsePostgresUrl,
  },
  DATABASE_REPLICA_LAG_MS: {
    fallback: '2000',
    why: 'How many milliseconds the replica may be behind; beyond that, or when it is not reachable, the database itself answers.',
    read: parseInteger(500, 600_000),
  },
  WAREHOUSE_DIR: {
    fallback: '',
    why: 'The folder of the Parquet files that analytics reads, one for all processes. Empty: warehouse under DATA_DIR.',
    read: (value: string): string | undefined => (value === '' ? undefined : resolve(value)),
  },
  SEARCH_MEMORY_MB: {
    fallback: '0',
    why: 'Most memory that properties may take so that searches are answered from memory; some 0.6 KB for each on the market. 0: SQL answers all.',
    read: parseInteger(0, 1_000_000),
  },
  WAREHOUSE_MEMORY_MB: {
    fallback: '512',
    why: 'Most memory that working out figures takes in a process; beyond it goes to disk, or is refused.',
    read: parseInteger(64, 1_000_000),
  },
  WAREHOUSE_THREADS: {
    fallback: '2',
    why: 'Threads that work out figures in a process.',
    read: parseInteger(1, 256),
  },
  BASE_URL: {
    fallback: '',
    why: 'The address customers reach the API at. Empty: the one it listens on.',
    read: parseHttpUrl,
  },
  CONSOLE_URL: {
    fallback: '',
    why: 'The address of the web console. Empty: /console under the API.',
    read: parseHttpUrl,
  },
  SIGN_IN_PROVIDERS: {
    fallback: '',
    why: 'Who vouches for people in the console, any OpenID Connect provider: [{"id":"acme","name":"Acme","issuer":"https://id.acme.example","clientId":"…","clientSecret":"…"}]. Register CONSOLE_URL/sign-in/ID/callback there.',
    secret: true,
    read: parseSignInProviders,
  },
  OPERATORS: {
    fallback: '',
    why: 'Verified mail addresses, comma-separated, of people who may use the operator screens of the console.',
    read: parseList,
  },
  LOCAL_SIGN_IN: {
    fallback: '',
    why: 'on or off: enter the console with one click, without a provider, as an operator. Empty: on only with the embedded database, no provider and a HOST of this machine.',
    read: parseChoice('', 'on', 'off'),
  },
  DEMO: {
    fallback: '',
    why: 'on or off: a demo account, key and world. Empty: on with the embedded database, off with your own.',
    read: parseChoice('', 'on', 'off'),
  },
  MASTER_KEYS: {
    fallback: '',
    why: 'What seals the signing keys: VERSION:BASE64 of 32 bytes, several comma-separated, the one in use first. Empty: a file in DATA_DIR; needed with DATABASE_URL.',
    secret: true,
    read: parseKeysSetting,
  },
  SMTP_URL: {
    fallback: '',
    why: 'The mail server, as smtp://user:password@host:587 or smtps://. Empty: mails become files in DATA_DIR/mail.',
    read: parseMailServer,
  },
  MAIL_FROM: {
    fallback: 'Gable <alerts@localhost>',
    why: 'Whom mails are from. Use an address of a domain that lets your mail server send for it.',
    read: text,
  },
  OUTBOUND_LOOPBACK: {
    fallback: 'off',
    why: 'on: webhooks and feeds may go to this machine, also without TLS. For development; never with a database of your own.',
    read: parseChoice('off', 'on'),
  },
  TRUSTED_PROXIES: {
    fallback: '',
    why: 'Addresses or networks, comma-separated, whose X-Forwarded-For is believed. Empty: nobody is.',
    read: parseList,
  },
  METRICS_TOKEN: {
    fallback: '',
    why: 'When set, /metrics asks for it as a bearer token. Set it when strangers can reach the port.',
    read: parseOptional,
  },
  LOG_LEVEL: {
    fallback: 'info',
    why: 'debug, info, warn, error or silent. warn drops the line each request writes.',
    read: parseChoice('debug', 'info', 'warn', 'error', 'silent'),
  },
  LOG_FORMAT: {
    fallback: 'auto',
    why: 'json for machines, text for people, auto: text on a terminal and json elsewhere.',
    read: parseChoice('auto', 'json', 'text'),
  },
} satisfies Record<string, Setting<unknown>>;

export type SettingName = keyof typeof settings;
export type Settings = { [Name in SettingName]: ReturnType<(typeof settings)[Name]['read']> };

const NAMES = Object.keys(settings) as SettingName[];

export type ReadSettings = { settings: Settings } | { faults: string[] };

/** `file` is what .env holds: there every name must be known. In the environment only near misses of our names are suspicious. */
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

/** An address may hold a password, and one that cannot be read may hold it anywhere. */
const isSecret = (name: SettingName): boolean => 'secret' in settings[name] || name.endsWith('_URL');

const isSetting = (name: string): name is SettingName => Object.hasOwn(settings, name);

function unknownSettingMessage(name: string, where: string): string[] {
  const meant = findSimilarSetting(name);
  return [`${name} in ${where} is not a setting${meant === undefined ? '' : `; did you mean ${meant}?`}`];
}

/** A name one slip away from ours. Short names have too many innocent neighbours (HOME and HOST). */
const findSimilarSetting = (name: string): SettingName | undefined =>
  NAMES.find((known) => known.length > 6 && isOneEditAway(name, known));

function isOneEditAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same += 1;
  const rest = (name: string, skip: number): string => name.slice(same + skip);
  const swapped = one[same] === other[same + 1] && one[same + 1] === other[same];
  return (
    rest(one, 1) === rest(other, 1) ||
    rest(one, 1) === rest(other, 0) ||
    rest(one, 0) === rest(other, 1) ||
    (swapped && rest(one, 2) === rest(other, 2))
  );
}

export const renderEnvironmentExample = (): string =>
  `# Every setting of Gable with its default. Copy to .env and change what you need; real environment variables win.\n\n${NAMES.map(
    (name) => `# ${settings[name].why}\n# ${name}=${settings[name].fallback}\n`,
  ).join('\n')}`;
