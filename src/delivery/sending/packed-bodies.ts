import { constants, zstdCompressSync } from 'node:zlib';
import type { FinishedAttempt } from './next-state.ts';

/** Only the delivery log shows them: the fastest level makes a property five times smaller. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** A larger body is not stored; the largest property is far smaller. */
const MAX_STORED_BODY_BYTES = 256 * 1024;
const MAX_HEADERS = 50;
const MAX_HEADER_CHARS = 500;

/** Bodies are sent as one value with ranges: an array of bytea would be sent as hexadecimal. */
export interface PackedBodies {
  bytes: Buffer;
  ranges: { request: ByteRange | undefined; reply: ByteRange | undefined }[];
}

interface ByteRange {
  /** From 1, as `substring` counts. */
  at: number;
  length: number;
}

export function packBodies(finished: readonly FinishedAttempt[]): PackedBodies {
  const pieces: Buffer[] = [];
  let length = 0;
  const put = (bytes: Buffer | undefined): ByteRange | undefined => {
    if (bytes === undefined) return undefined;
    pieces.push(bytes);
    length += bytes.length;
    return { at: length - bytes.length + 1, length: bytes.length };
  };
  const ranges = finished.map(({ attempt: { request, reply } }) => ({
    request: put(
      request === undefined || request.body.length > MAX_STORED_BODY_BYTES
        ? undefined
        : zstdCompressSync(request.body, COMPRESSION),
    ),
    reply: put(reply?.body),
  }));
  return { bytes: Buffer.concat(pieces), ranges };
}

export const toAttemptRows = (finished: readonly FinishedAttempt[], { ranges }: PackedBodies): object[] =>
  finished.map(({ claimed, attempt, next }, at) => ({
    account_id: claimed.accountId,
    event_notification_id: claimed.id,
    claim_id: claimed.claim,
    status: next.status,
    due_at: next.dueAt,
    delivered_at: next.deliveredAt,
    error: next.error,
    failed_attempts: next.failedAttempts,
    internal_failures: next.internalFailures,
    lane: next.lane,
    attempt_number: claimed.attempt,
    event_destination_id: claimed.destinationId,
    started_at: attempt.startedAt,
    took_ms: attempt.tookMs,
    outcome: attempt.outcome,
    probe: claimed.probe,
    request_headers: attempt.request?.headers,
    request_at: ranges[at]?.request?.at,
    request_length: ranges[at]?.request?.length,
    reply_status: attempt.reply?.status,
    reply_headers: attempt.reply && truncateHeaders(attempt.reply.headers),
    reply_at: ranges[at]?.reply?.at,
    reply_length: ranges[at]?.reply?.length,
  }));

const truncateHeaders = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => [name, String(value).slice(0, MAX_HEADER_CHARS)]),
  );
