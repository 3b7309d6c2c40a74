import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutboundClient } from '../outbound/client.ts';
import { requestOutbound } from '../outbound/fetch.ts';

/** The whole of a slow but honest file; the connection of a silent one is given up with it. */
const DEADLINE_MS = 15 * 60_000;

export interface PullRequest {
  url: string;
  maxBytes: number;
  /** What is known of the file; the server may answer that it is still the same. */
  etag?: string | undefined;
  lastModified?: string | undefined;
}

export type PullResult =
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

export async function pullFeedFile(
  outbound: OutboundClient,
  toPull: PullRequest,
  signal: AbortSignal,
): Promise<PullResult> {
  const handle = await openUnlinkedFile();
  let isKept = false;
  try {
    const pulled = await download(outbound, toPull, handle, signal);
    isKept = pulled.outcome === 'file';
    return pulled;
  } finally {
    if (!isKept) await handle.close();
  }
}

async function openUnlinkedFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'gable-feed-'));
  try {
    return await open(join(folder, 'feed'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function download(
  outbound: OutboundClient,
  toPull: PullRequest,
  handle: FileHandle,
  signal: AbortSignal,
): Promise<PullResult> {
  const hash = createHash('sha256');
  let bytes = 0;
  const headers = {
    'user-agent': 'Gable feed',
    // A file that is packed on the way is as welcome as one that is packed at rest.
    'accept-encoding': 'gzip, identity',
    ...(toPull.etag === undefined ? {} : { 'if-none-match': toPull.etag }),
    ...(toPull.lastModified === undefined ? {} : { 'if-modified-since': toPull.lastModified }),
  };
  const outcome = await requestOutbound(
    outbound,
    toPull.url,
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
  const { status, headers: replyHeaders } = outcome.value;
  if (status === 304) return { outcome: 'same' };
  if (status !== 200) return toFailure(status, replyHeaders);
  if (bytes > toPull.maxBytes)
    return { outcome: 'failed', error: `the file has more than ${toPull.maxBytes} bytes` };
  return {
    outcome: 'file',
    file: {
      bytes,
      sha256: hash.digest(),
      etag: headerText(replyHeaders['etag']),
      lastModified: headerText(replyHeaders['last-modified']),
      read: () => handle.createReadStream({ start: 0, autoClose: false }),
      close: () => handle.close(),
    },
  };
}

type Headers = Record<string, string | string[] | undefined>;

const headerText = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header.length <= 1_000 ? header : null;

function toFailure(status: number, headers: Headers): PullResult {
  const location = headerText(headers['location']);
  const isRedirect = status >= 300 && status < 400 && location !== null;
  const error = isRedirect
    ? `the server answers ${status} to ${location}: redirects are not followed`
    : `the server answers ${status}`;
  const seconds = Number(headerText(headers['retry-after']) ?? '');
  return { outcome: 'failed', error, ...(seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}) };
}
