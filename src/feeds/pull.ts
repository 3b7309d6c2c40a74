import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OutboundClient } from '../outbound/client.ts';
import { requestOutbound } from '../outbound/fetch.ts';

/** Of a whole download, including a connection that stalls. */
const DEADLINE_MS = 15 * 60_000;

export interface PullRequest {
  url: string;
  maxBytes: number;
  /** Validators of the last file: the server may answer 304. */
  etag?: string | undefined;
  lastModified?: string | undefined;
}

export type PullResult =
  | { outcome: 'file'; file: PulledFile }
  | { outcome: 'same' }
  | { outcome: 'failed'; error: string; retryAfterMs?: number };

/** The downloaded file, unlinked on disk: it disappears with its handle, even when the process dies. */
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
  request: PullRequest,
  signal: AbortSignal,
): Promise<PullResult> {
  const handle = await openUnlinkedFile();
  let isOpen = false;
  try {
    const pulled = await download(outbound, request, handle, signal);
    isOpen = pulled.outcome === 'file';
    return pulled;
  } finally {
    if (!isOpen) await handle.close();
  }
}

async function openUnlinkedFile(): Promise<FileHandle> {
  const directory = await mkdtemp(join(tmpdir(), 'gable-feed-'));
  try {
    return await open(join(directory, 'feed'), 'wx+', 0o600);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function download(
  outbound: OutboundClient,
  request: PullRequest,
  handle: FileHandle,
  signal: AbortSignal,
): Promise<PullResult> {
  const hash = createHash('sha256');
  let bytes = 0;
  const headers = {
    'user-agent': 'Gable feed',
    // A compressed response is stored as is: reading detects gzip.
    'accept-encoding': 'gzip, identity',
    ...(request.etag === undefined ? {} : { 'if-none-match': request.etag }),
    ...(request.lastModified === undefined ? {} : { 'if-modified-since': request.lastModified }),
  };
  const outcome = await requestOutbound(
    outbound,
    request.url,
    { method: 'GET', headers, deadlineMs: DEADLINE_MS, signal },
    ({ status }) =>
      async (piece) => {
        if (status !== 200) return false;
        bytes += piece.length;
        if (bytes > request.maxBytes) return false;
        hash.update(piece);
        await handle.appendFile(piece);
        return true;
      },
  );
  if (!outcome.ok) return { outcome: 'failed', error: outcome.failure.message };
  const { status, headers: replyHeaders } = outcome.value;
  if (status === 304) return { outcome: 'same' };
  if (status !== 200) return toFailure(status, replyHeaders);
  if (bytes > request.maxBytes)
    return { outcome: 'failed', error: `the file has more than ${request.maxBytes} bytes` };
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
