import { redactApiKeys } from '../accounts/key.ts';
import { redactSigningKeys } from '../delivery/keys/signing-keys.ts';
import type { Access, AccessLog, Log } from '../lib/log.ts';
import { redactUrlPasswords } from '../lib/url-password.ts';
import { DescriptorWriter } from './descriptor-writer.ts';
import type { Settings } from './settings.ts';

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type Level = (typeof LEVELS)[number];

type LogFields = object & { err?: unknown };

/** The destination of log lines. */
export interface LogSink {
  write(line: string): unknown;
  flushSync(): void;
}

export type LogSettings = Pick<Settings, 'LOG_LEVEL' | 'LOG_FORMAT'>;

/**
 * Structured logs: JSON lines, or one line of text each. API keys, signing keys and passwords of URLs are redacted in every line.
 * pino is not used because every request writes a line: it took 20 µs of CPU of a null route, this takes 5.
 */
export function createLog(settings: LogSettings, sink: LogSink = getStderrSink(settings)): Log {
  const render = isTextFormat(settings) ? renderTextLine : renderJsonLine;
  const at =
    (level: Level) =>
    (fields: LogFields, message: string): void => {
      if (!isLevelEnabled(settings, level)) return;
      sink.write(redactUrlPasswords(redactSigningKeys(redactApiKeys(render(level, fields, message)))));
      if (level === 'error') sink.flushSync();
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** The log of a command: a person wants its result, not what a service reports of itself. */
export const createCommandLog = (settings: LogSettings): Log =>
  createLog({ ...settings, LOG_LEVEL: settings.LOG_LEVEL === 'info' ? 'warn' : settings.LOG_LEVEL });

/** These lines contain no client input, so that nothing is escaped or redacted: 2 µs instead of 7. */
export function createAccessLog(settings: LogSettings, sink: LogSink = getStderrSink(settings)): AccessLog {
  if (!isLevelEnabled(settings, 'info')) return () => undefined;
  const render = isTextFormat(settings) ? renderTextAccess : renderJsonAccess;
  return (access) => sink.write(render(access));
}

const isLevelEnabled = ({ LOG_LEVEL }: LogSettings, level: Level): boolean =>
  LEVELS.indexOf(level) >= LEVELS.indexOf(LOG_LEVEL);

const isTextFormat = ({ LOG_FORMAT }: LogSettings): boolean =>
  LOG_FORMAT === 'text' || (LOG_FORMAT === 'auto' && process.stderr.isTTY === true);

/** The resolved format: serving threads have no terminal to detect. */
export const resolveLogFormat = (settings: LogSettings): 'text' | 'json' =>
  isTextFormat(settings) ? 'text' : 'json';

const renderJsonAccess = ({ at, requestId, method, route, status, ms, accountId }: Access): string =>
  `${accessPrefix(at.getTime())}${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${renderMs(ms)}${accountId === undefined ? '' : `,"accountId":"${accountId}"`}}\n`;

const renderTextAccess = ({ at, method, route, status, ms, requestId }: Access): string =>
  `${isoText(at.getTime()).slice(11, 19)} ${status} ${route.startsWith(method) ? route : `${method} ${route}`}  ${renderMs(ms)} ms  ${requestId}\n`;

/** Built once for all requests of a millisecond. */
let lastPrefix = { ms: 0, text: '' };
function accessPrefix(ms: number): string {
  if (ms !== lastPrefix.ms)
    lastPrefix = { ms, text: `{"level":"info","time":"${isoText(ms)}","msg":"request","requestId":"` };
  return lastPrefix.text;
}

/** Texts of durations below 100 ms: rendering a fraction takes as long as the rest of a line. */
const MAX_KNOWN_HUNDREDTHS = 10_000;
const knownDurations: (string | undefined)[] = Array(MAX_KNOWN_HUNDREDTHS).fill(undefined);

function renderMs(ms: number): string {
  const hundredths = Math.round(ms * 100);
  if (hundredths >= MAX_KNOWN_HUNDREDTHS) return String(hundredths / 100);
  let text = knownDurations[hundredths];
  if (text === undefined) {
    text = String(hundredths / 100);
    knownDurations[hundredths] = text;
  }
  return text;
}

let stderrSink: LogSink | undefined;
/** Standard output is for the output of commands. */
function getStderrSink(settings: LogSettings): LogSink {
  stderrSink ??= openStderrSink(settings);
  return stderrSink;
}

/** Writes lines that another thread has buffered. */
export const writeLogLines = (lines: string): void => void stderrSink?.write(lines);

const STDERR = 2;
/** How long the end of a process waits for a slow reader of its log. */
const MAX_EXIT_FLUSH_MS = 1_000;

function openStderrSink(settings: LogSettings): LogSink {
  const render = isTextFormat(settings) ? renderTextLine : renderJsonLine;
  const describeDropped = (lines: number): string => {
    const fields: object = { event: 'log.lines_dropped', lines };
    return render('warn', fields, 'log lines were dropped: nobody read them');
  };
  const writer = new DescriptorWriter(STDERR, describeDropped);
  const sink = bufferSink({ write: (text) => writer.write(text), flushSync: () => writer.flush() });
  process.on('exit', () => {
    sink.flushSync();
    writer.flushWithin(MAX_EXIT_FLUSH_MS);
  });
  return sink;
}

const MAX_BUFFERED_LINES = 50;
const MAX_BUFFERED_MS = 250;

/**
 * Lines are written in batches, at the latest after a quarter of a second: a system call for each took 5 % of the CPU of a null
 * route. Errors are written at once.
 */
export function bufferSink(out: LogSink): LogSink {
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const writeBuffered = (): void => {
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
      if (lines.length >= MAX_BUFFERED_LINES) writeBuffered();
      else timer ??= setTimeout(writeBuffered, MAX_BUFFERED_MS).unref();
    },
    flushSync() {
      writeBuffered();
      out.flushSync();
    },
  };
}

function renderJsonLine(level: Level, fields: LogFields, message: string): string {
  const members = JSON.stringify(serializeFields(fields));
  const rest = members === '{}' ? '}' : `,${members.slice(1)}`;
  return `{"level":"${level}","time":"${isoNow()}","msg":${JSON.stringify(message)}${rest}\n`;
}

const isoNow = (): string => isoText(Date.now());

/** Under load many lines have the same millisecond. */
let lastTime = { ms: 0, text: '' };
function isoText(ms: number): string {
  if (ms !== lastTime.ms) lastTime = { ms, text: new Date(ms).toISOString() };
  return lastTime.text;
}

/** An error is only under `err`: testing every field would take as long as the rest of the line. */
function serializeFields(fields: LogFields): object {
  const { err } = fields;
  if (!(err instanceof Error)) return fields;
  const { name, message, stack } = err;
  return { ...fields, err: { name, message, stack, ...('code' in err ? { code: err.code } : {}) } };
}

function renderTextLine(level: Level, fields: LogFields, message: string): string {
  const parts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (value instanceof Error ? value.message : `${name}=${formatInline(value)}`));
  const mark = level === 'info' ? '' : `${level.toUpperCase()} `;
  return `${isoNow().slice(11, 19)} ${mark}${[message, ...parts].join('  ')}\n`;
}

const formatInline = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);
