import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ReadRequest } from './reader.ts';
import type { CountryRows } from './rows.ts';

export const READER_PATH = fileURLToPath(new URL('./reader.ts', import.meta.url));

/**
 * Reads the packages of a country in a child process. In this process it would block every request for 1.5 s at the
 * start of the service; in a thread its 250 MB would never be released.
 */
export async function readInChildProcess(order: ReadRequest, signal?: AbortSignal): Promise<CountryRows> {
  signal?.throwIfAborted();
  const reader = fork(READER_PATH, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaint = '';
  reader.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const ended = once(reader, 'close').then(([code, signal]) => {
    throw new Error(
      `reading the divisions of ${order.countryCode} ended with ${signal ?? code}: ${complaint}`,
    );
  });
  const kill = (): void => void reader.kill('SIGKILL');
  signal?.addEventListener('abort', kill);
  try {
    reader.send(order);
    const [rows] = await Promise.race([once(reader, 'message'), ended]);
    return rows;
  } finally {
    signal?.removeEventListener('abort', kill);
    ended.catch(() => {});
    reader.kill();
  }
}
