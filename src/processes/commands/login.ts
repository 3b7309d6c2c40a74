import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';

const PATH = '/console/api/device-grants';
const TIMEOUT_MS = 30_000;

interface DeviceAuthorization {
  userCode: string;
  deviceCode: string;
  verificationUri: string;
  verificationUriComplete: string;
  expiresIn: number;
  interval: number;
}

interface PollReplyJson {
  status: 'PENDING' | 'GRANTED' | 'DENIED' | 'TAKEN' | 'EXPIRED';
  key?: string;
}

const printStatus = (line: string): void => void process.stderr.write(`${line}\n`);

async function post<Reply>(url: string, body: object): Promise<Reply | 'busy'> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    throw new CommandError(`${url} cannot be reached: ${(error.cause as Error)?.message ?? error.message}`);
  });
  if (reply.status === 429 || reply.status === 503) return 'busy';
  if (!reply.ok) throw new CommandError(`${url} answers ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Reply;
}

const REFUSALS = {
  DENIED: 'the person denied it',
  TAKEN: 'another program has collected the key',
  EXPIRED: 'it was not approved in time',
};

async function pollForKey(base: string, grant: DeviceAuthorization): Promise<string> {
  const until = performance.now() + grant.expiresIn * 1000;
  while (performance.now() < until) {
    await wait(grant.interval * 1000);
    const answer = await post<PollReplyJson>(`${base}${PATH}/key`, { deviceCode: grant.deviceCode });
    if (answer === 'busy' || answer.status === 'PENDING') continue;
    if (answer.key !== undefined) return answer.key;
    throw new CommandError(`no key: ${REFUSALS[answer.status as keyof typeof REFUSALS] ?? answer.status}`);
  }
  throw new CommandError(`no key: ${REFUSALS.EXPIRED}`);
}

/** The file is never readable by other users, not even before its mode is set. */
async function storeKey(file: string, key: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${key}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(draft, 0o600);
  await rename(draft, file);
}

function baseUrl({ settings, options }: CommandInput): string {
  const given = options['url'];
  if (given === undefined) return settings.BASE_URL ?? `http://localhost:${settings.PORT}`;
  if (typeof given !== 'string' || !URL.canParse(given) || !/^https?:/.test(given))
    throw usageError('--url must be the URL of a Gable service, such as https://api.gable.example');
  return given.replace(/\/+$/, '');
}

const defaultKeyFile = (): string => join(homedir(), '.config', 'gable', 'key');

async function login(given: CommandInput): Promise<void> {
  const base = baseUrl(given);
  const file = resolve(String(given.options['file'] ?? defaultKeyFile()));
  const program = String(given.options['name'] ?? `gable login on ${hostname()}`);
  const grant = await post<DeviceAuthorization>(`${base}${PATH}`, { program });
  if (grant === 'busy') throw new CommandError(`${base} is busy; try again in a minute`);
  printStatus(`Open ${grant.verificationUriComplete}`);
  printStatus(`and approve the code ${grant.userCode}. Waiting …`);
  await storeKey(file, await pollForKey(base, grant));
  printStatus(`The key is in ${file}, readable by you only.`);
}

export const loginCommands: Command[] = [
  {
    words: 'login',
    usage: '[--url URL] [--name NAME] [--file PATH]',
    summary: 'get an API key by approval in the console',
    help: [
      'Prints a code and a URL. A person signed in there approves, and the key is written to PATH with mode 600.',
      'PATH defaults to ~/.config/gable/key. NAME names the key in the console, where it can be revoked.',
      'URL is that of the service; it defaults to BASE_URL, else this machine. No database is needed.',
    ],
    options: { url: { type: 'string' }, name: { type: 'string' }, file: { type: 'string' } },
    run: login,
  },
];
