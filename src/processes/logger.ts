import { type Logger, pino } from 'pino';
import type { Settings } from './settings.ts';

/** Structured logs: JSON lines for machines, one plain line each for people. */
export function createLog(settings: Pick<Settings, 'LOG_LEVEL' | 'LOG_FORMAT'>): Logger {
  const options = { level: settings.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const format = settings.LOG_FORMAT;
  const plain = format === 'text' || (format === 'auto' && process.stderr.isTTY === true);
  // Standard error, synchronously: standard output belongs to what a command prints, and no line is lost at exit.
  const stream = pino.destination({ dest: 2, sync: true });
  if (!plain) return pino(options, stream);
  return pino(options, { write: (line: string) => stream.write(plainLine(JSON.parse(line))) });
}

function plainLine({ time, level, msg, err, ...fields }: Record<string, unknown>): string {
  const label = pino.levels.labels[Number(level)] ?? '';
  const facts = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' ');
  const fault = (err as { message?: string } | undefined)?.message;
  const mark = label === 'info' ? '' : `${label.toUpperCase()} `;
  return `${String(time).slice(11, 19)} ${mark}${[msg, facts, fault].filter((part) => part !== undefined && part !== '').join('  ')}\n`;
}
