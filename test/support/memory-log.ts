import type { Log } from '../../src/lib/log.ts';

export interface LogLine {
  level: 'info' | 'warn' | 'error';
  fields: Record<string, unknown>;
  message: string;
}

/** A log with all fields of every line, for tests of what is logged, how often, and what must never be. */
export function createMemoryLog(): Log & { readonly kept: LogLine[] } {
  const kept: LogLine[] = [];
  const keep = (level: LogLine['level']) => (fields: object, message: string) =>
    void kept.push({ level, fields: fields as LogLine['fields'], message });
  return { info: keep('info'), warn: keep('warn'), error: keep('error'), kept };
}
