import type { Dispatcher } from 'undici';
import type { OutboundClient } from './client.ts';
import { classifyError, createFailure, type OutboundFailure } from './failure.ts';
import { checkUrl } from './url.ts';

export interface OutboundRequest {
  method: Dispatcher.HttpMethod;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /**
   * For name resolution, connection, TLS, request and the last byte of the reply together. Real time, independent of
   * the clock.
   */
  deadlineMs: number;
  /** Of the body of the reply. */
  maxBytes: number;
  signal?: AbortSignal;
}

export interface ResponseHead {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
}

export interface OutboundReply extends ResponseHead {
  /** As sent, never decompressed; its first `maxBytes`. */
  readonly body: Buffer;
  readonly truncated: boolean;
}

export type OutboundResult<Value> = { ok: true; value: Value } | { ok: false; failure: OutboundFailure };

/** Consumes the body of a reply, a chunk at a time; false ends the reading. */
export type BodyConsumer = (piece: Buffer) => boolean | Promise<boolean>;

/** Calls without following redirects, and returns the beginning of the reply; the rest is not read. */
export async function fetchOutbound(
  outbound: OutboundClient,
  url: string,
  request: OutboundRequest,
): Promise<OutboundResult<OutboundReply>> {
  const pieces: Buffer[] = [];
  let remainingBytes = request.maxBytes;
  let cut = false;
  const outcome = await requestOutbound(outbound, url, request, () => (piece) => {
    pieces.push(piece.subarray(0, remainingBytes));
    cut = piece.length > remainingBytes;
    remainingBytes -= Math.min(remainingBytes, piece.length);
    return !cut;
  });
  return outcome.ok
    ? { ok: true, value: { ...outcome.value, body: Buffer.concat(pieces), truncated: cut } }
    : outcome;
}

/**
 * The call itself. `begin` gets the headers and returns what consumes the body. Never throws for failures of the other
 * side.
 */
export async function requestOutbound(
  outbound: OutboundClient,
  url: string,
  { deadlineMs, signal, ...request }: Omit<OutboundRequest, 'maxBytes'>,
  begin: (head: ResponseHead) => BodyConsumer,
): Promise<OutboundResult<ResponseHead>> {
  const checked = checkUrl(url, outbound.policy);
  if (!checked.ok) return { ok: false, failure: createFailure('blocked', `the address ${checked.fault}`) };
  const agent = await outbound.agent();
  const ending = new AbortController();
  const giveUp = (): void => ending.abort();
  if (signal?.aborted) return { ok: false, failure: createFailure('cancelled') };
  signal?.addEventListener('abort', giveUp, { once: true });
  // Data that arrived while this process was busy is read first: only what has not arrived is late.
  const timer = setTimeout(() => setImmediate(giveUp), deadlineMs);
  let head: ResponseHead | undefined;
  try {
    const reply = await agent.request({
      ...request,
      origin: checked.url.origin,
      path: checked.url.pathname + checked.url.search,
      signal: ending.signal,
    });
    head = { status: reply.statusCode, headers: reply.headers };
    await drain(reply.body, begin(head));
    return { ok: true, value: head };
  } catch (error) {
    const failed = ending.signal.aborted
      ? createFailure(signal?.aborted ? 'cancelled' : 'timeout')
      : classifyError(error);
    return { ok: false, failure: head === undefined ? failed : toBrokenReply(failed, head.status) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

async function drain(body: Dispatcher.ResponseData['body'], take: BodyConsumer): Promise<void> {
  // Leaving the loop early destroys the body, and the connection with it.
  for await (const piece of body) if (!(await take(piece))) return;
}

/** After the headers a lost connection is an incomplete reply. */
const toBrokenReply = (failed: OutboundFailure, status: number): OutboundFailure =>
  failed.kind === 'connect'
    ? { ...createFailure('invalid reply', 'the reply broke off'), status }
    : { ...failed, status };
