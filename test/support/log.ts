import type { Log } from '../../src/lib/log.ts';

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

/** A log that a test can read: one `level: message` for each line. */
export function recordingLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const at = (level: string) => (_: object, message: string) => void lines.push(`${level}: ${message}`);
  return { info: at('info'), warn: at('warn'), error: at('error'), lines };
}
