import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';

const PATH = '/console/api/device-grants';
const TIMEOUT_MS = 30_000;

interface DeviceGrantJson {
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

const say = (line: string): void => void process.stderr.write(`${line}\n`);

async function post<Reply>(address: string, body: object): Promise<Reply | 'busy'> {
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    throw new CommandError(
      `${address} cannot be reached: ${(error.cause as Error)?.message ?? error.message}`,
    );
  });
  if (reply.status === 429 || reply.status === 503) return 'busy';
  if (!reply.ok) throw new CommandError(`${address} answers ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Reply;
}

const REFUSALS = {
  DENIED: 'the person denied it',
  TAKEN: 'the key was taken by another program',
  EXPIRED: 'nobody approved in time',
};

async function pollForKey(base: string, asked: DeviceGrantJson): Promise<string> {
  const until = performance.now() + asked.expiresIn * 1000;
  while (performance.now() < until) {
    await wait(asked.interval * 1000);
    const answer = await post<PollReplyJson>(`${base}${PATH}/key`, { deviceCode: asked.deviceCode });
    if (answer === 'busy' || answer.status === 'PENDING') continue;
    if (answer.key !== undefined) return answer.key;
    throw new CommandError(`no key: ${REFUSALS[answer.status as keyof typeof REFUSALS] ?? answer.status}`);
  }
  throw new CommandError(`no key: ${REFUSALS.EXPIRED}`);
}

/** Never readable by others, not even for the moment before a change of its mode. */
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
    throw usageError('--url must be the address of a Gable, such as https://api.gable.example');
  return given.replace(/\/+$/, '');
}

const defaultKeyFile = (): string => join(homedir(), '.config', 'gable', 'key');

async function login(given: CommandInput): Promise<void> {
  const base = baseUrl(given);
  const file = resolve(String(given.options['file'] ?? defaultKeyFile()));
  const program = String(given.options['name'] ?? `gable login on ${hostname()}`);
  const asked = await post<DeviceGrantJson>(`${base}${PATH}`, { program });
  if (asked === 'busy') throw new CommandError(`${base} has no time just now; try again in a minute`);
  say(`Open ${asked.verificationUriComplete}`);
  say(`and approve the code ${asked.userCode}. Waiting …`);
  await storeKey(file, await pollForKey(base, asked));
  say(`The key is in ${file}, for you alone to read.`);
}

export const loginCommands: Command[] = [
  {
    words: 'login',
    usage: '[--url ADDRESS] [--name NAME] [--file PATH]',
    summary: 'get an API key that a person approves in the console',
    help: [
      'Prints a code and an address. Whoever is signed in there approves, and the key is written to PATH with mode 600:',
      '~/.config/gable/key when left out. It bears NAME in the console, where it can be revoked.',
      'ADDRESS is where the service is; BASE_URL or this machine when left out. No database is needed here.',
    ],
    options: { url: { type: 'string' }, name: { type: 'string' }, file: { type: 'string' } },
    run: login,
  },
];
