import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchange } from '../outbound/fetch.ts';
import type { Outbound } from '../outbound/outbound.ts';

/** The whole of a slow but honest file; the connection of a silent one is given up with it. */
const DEADLINE_MS = 15 * 60_000;

export interface ToPull {
  address: string;
  maxBytes: number;
  /** What is known of the file; the server may answer that it is still the same. */
  etag?: string | undefined;
  lastModified?: string | undefined;
}

export type Pulled =
  | { outcome: 'file'; file: PulledFile }
  | { outcome: 'same' }
  | { outcome: 'failed'; error: string; retryAfterMs?: number };

/** The file as it was sent, on disk without a name: it is gone with its handle, whatever becomes of the process. */
export interface PulledFile {
  bytes: number;
  sha256: Buffer;
  etag: string | null;
  lastModified: string | null;
  read(): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export async function pull(outbound: Outbound, toPull: ToPull, signal: AbortSignal): Promise<Pulled> {
  const handle = await namelessFile();
  let isKept = false;
  try {
    const pulled = await download(outbound, toPull, handle, signal);
    isKept = pulled.outcome === 'file';
    return pulled;
  } finally {
    if (!isKept) await handle.close();
  }
}

async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'gable-feed-'));
  try {
    return await open(join(folder, 'feed'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function download(
  outbound: Outbound,
  toPull: ToPull,
  handle: FileHandle,
  signal: AbortSignal,
): Promise<Pulled> {
  const hash = createHash('sha256');
  let bytes = 0;
  const headers = {
    'user-agent': 'Gable feed',
    // A file that is packed on the way is as welcome as one that is packed at rest.
    'accept-encoding': 'gzip, identity',
    ...(toPull.etag === undefined ? {} : { 'if-none-match': toPull.etag }),
    ...(toPull.lastModified === undefined ? {} : { 'if-modified-since': toPull.lastModified }),
  };
  const outcome = await exchange(
    outbound,
    toPull.address,
    { method: 'GET', headers, deadlineMs: DEADLINE_MS, signal },
    ({ status }) =>
      async (piece) => {
        if (status !== 200) return false;
        bytes += piece.length;
        if (bytes > toPull.maxBytes) return false;
        hash.update(piece);
        await handle.appendFile(piece);
        return true;
      },
  );
  if (!outcome.ok) return { outcome: 'failed', error: outcome.failure.message };
  const { status, headers: told } = outcome.value;
  if (status === 304) return { outcome: 'same' };
  if (status !== 200) return refusal(status, told);
  if (bytes > toPull.maxBytes)
    return { outcome: 'failed', error: `the file has more than ${toPull.maxBytes} bytes` };
  return {
    outcome: 'file',
    file: {
      bytes,
      sha256: hash.digest(),
      etag: textOf(told['etag']),
      lastModified: textOf(told['last-modified']),
      read: () => handle.createReadStream({ start: 0, autoClose: false }),
      close: () => handle.close(),
    },
  };
}

type Headers = Record<string, string | string[] | undefined>;

const textOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header.length <= 1_000 ? header : null;

function refusal(status: number, headers: Headers): Pulled {
  const location = textOf(headers['location']);
  const isRedirect = status >= 300 && status < 400 && location !== null;
  const error = isRedirect
    ? `the server answers ${status} to ${location}: redirects are not followed`
    : `the server answers ${status}`;
  const seconds = Number(textOf(headers['retry-after']) ?? '');
  return { outcome: 'failed', error, ...(seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}) };
}
