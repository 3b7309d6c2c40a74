import type { Log } from '../../src/lib/log.ts';

export interface Line {
  level: 'info' | 'warn' | 'error';
  fields: Record<string, unknown>;
  message: string;
}

/** A log with every fact of every line, for tests of what is told, how often, and what must never be. */
export function keptLog(): Log & { readonly kept: Line[] } {
  const kept: Line[] = [];
  const keep = (level: Line['level']) => (fields: object, message: string) =>
    void kept.push({ level, fields: fields as Line['fields'], message });
  return { info: keep('info'), warn: keep('warn'), error: keep('error'), kept };
}
