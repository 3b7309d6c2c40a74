import sonicBoom from 'sonic-boom';
import { withoutKeys } from '../accounts/key.ts';
import { withoutSigningKeys } from '../delivery/keys/signing-keys.ts';
import type { Access, AccessLog, Log } from '../lib/log.ts';
import { withoutUrlPasswords } from '../lib/url-password.ts';
import type { Settings } from './settings.ts';

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type Level = (typeof LEVELS)[number];

type LogFields = object & { err?: unknown };

/** What a line is written to. */
export interface Sink {
  write(line: string): unknown;
  flushSync(): void;
}

export type LogSettings = Pick<Settings, 'LOG_LEVEL' | 'LOG_FORMAT'>;

/**
 * Structured logs: JSON lines for machines, one plain line each for people; an API key, a signing key or the password of an
 * address in any of them is blotted out. Written by
 * hand because each request writes one: pino took 20 µs of a null route's CPU for it, this takes 5.
 */
export function createLog(settings: LogSettings, sink: Sink = standardError()): Log {
  const render = isPlain(settings) ? plainLine : jsonLine;
  const at =
    (level: Level) =>
    (fields: LogFields, message: string): void => {
      if (!isTold(settings, level)) return;
      sink.write(withoutUrlPasswords(withoutSigningKeys(withoutKeys(render(level, fields, message)))));
      if (level === 'error') sink.flushSync();
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** Nothing in these lines comes from a client, so nothing needs to be escaped or blotted out: 2 µs instead of 7. */
export function createAccessLog(settings: LogSettings, sink: Sink = standardError()): AccessLog {
  if (!isTold(settings, 'info')) return () => undefined;
  const render = isPlain(settings) ? plainAccess : jsonAccess;
  return (access) => sink.write(render(access));
}

const isTold = ({ LOG_LEVEL }: LogSettings, level: Level): boolean =>
  LEVELS.indexOf(level) >= LEVELS.indexOf(LOG_LEVEL);

const isPlain = ({ LOG_FORMAT }: LogSettings): boolean =>
  LOG_FORMAT === 'text' || (LOG_FORMAT === 'auto' && process.stderr.isTTY === true);

/** What is decided for this process, where other threads cannot tell. */
export const shownFormat = (settings: LogSettings): 'text' | 'json' => (isPlain(settings) ? 'text' : 'json');

const jsonAccess = ({ at, requestId, method, route, status, ms, accountId }: Access): string =>
  `{"level":"info","time":"${isoText(at.getTime())}","msg":"request","requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${rounded(ms)}${accountId === undefined ? '' : `,"accountId":"${accountId}"`}}\n`;

const plainAccess = ({ at, method, route, status, ms, requestId }: Access): string =>
  `${isoText(at.getTime()).slice(11, 19)} ${status} ${route.startsWith(method) ? route : `${method} ${route}`}  ${rounded(ms)} ms  ${requestId}\n`;

const rounded = (ms: number): number => Math.round(ms * 100) / 100;

let shared: Sink | undefined;
/** Standard output belongs to what a command prints. */
function standardError(): Sink {
  shared ??= openStandardError();
  return shared;
}

/** Whole lines of another thread, which gathered them. */
export const writeLines = (lines: string): void => void standardError().write(lines);

function openStandardError(): Sink {
  const sink = gathered(new sonicBoom.SonicBoom({ fd: 2, sync: true }));
  process.on('exit', () => sink.flushSync());
  return sink;
}

const GATHERED_LINES = 50;
const GATHERED_MS = 250;

/**
 * Lines go out together, at the latest after a quarter of a second, as a system call for each cost 5 % of a null route's CPU; faults go
 * out at once. Gathered as a list: handed over one by one, each line's pieces were joined anew to count its bytes, 3 µs a request.
 */
export function gathered(out: Sink): Sink {
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const handOver = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const text = lines.join('');
    lines = [];
    out.write(text);
  };
  return {
    write(line) {
      lines.push(line);
      if (lines.length >= GATHERED_LINES) handOver();
      else timer ??= setTimeout(handOver, GATHERED_MS).unref();
    },
    flushSync() {
      handOver();
      out.flushSync();
    },
  };
}

function jsonLine(level: Level, fields: LogFields, message: string): string {
  const facts = JSON.stringify(told(fields));
  const rest = facts === '{}' ? '}' : `,${facts.slice(1)}`;
  return `{"level":"${level}","time":"${isoNow()}","msg":${JSON.stringify(message)}${rest}\n`;
}

const isoNow = (): string => isoText(Date.now());

/** Under load many lines share a millisecond. */
let lastTime = { ms: 0, text: '' };
function isoText(ms: number): string {
  if (ms !== lastTime.ms) lastTime = { ms, text: new Date(ms).toISOString() };
  return lastTime.text;
}

/** An error stands under `err`, and only there: looking for one in every field would cost as much as the rest of the line. */
function told(fields: LogFields): object {
  const { err } = fields;
  if (!(err instanceof Error)) return fields;
  const { name, message, stack } = err;
  return { ...fields, err: { name, message, stack, ...('code' in err ? { code: err.code } : {}) } };
}

function plainLine(level: Level, fields: LogFields, message: string): string {
  const facts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (value instanceof Error ? value.message : `${name}=${inline(value)}`));
  const mark = level === 'info' ? '' : `${level.toUpperCase()} `;
  return `${isoNow().slice(11, 19)} ${mark}${[message, ...facts].join('  ')}\n`;
}

const inline = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
