import type { Dispatcher } from 'undici';
import { type Failure, failure, failureOf } from './failure.ts';
import type { Outbound } from './outbound.ts';
import { checkUrl } from './url.ts';

export interface OutboundRequest {
  method: Dispatcher.HttpMethod;
  headers?: Record<string, string>;
  body?: Buffer | string;
  /** For everything: name, connection, TLS, request and the last byte of the reply. Real time, whatever the clock of the caller. */
  deadlineMs: number;
  /** Of the body of the reply. */
  maxBytes: number;
  signal?: AbortSignal;
}

export interface Head {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
}

export interface Reply extends Head {
  /** As sent, never unpacked; its first `maxBytes`. */
  readonly body: Buffer;
  readonly cut: boolean;
}

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; failure: Failure };

/** What becomes of a reply's body, a piece at a time; false ends the reading. */
export type Take = (piece: Buffer) => boolean | Promise<boolean>;

/** Calls, follows no redirect, and keeps the beginning of the reply; what lies beyond is not read. */
export async function fetchOutbound(
  outbound: Outbound,
  url: string,
  request: OutboundRequest,
): Promise<Outcome<Reply>> {
  const pieces: Buffer[] = [];
  let room = request.maxBytes;
  let cut = false;
  const outcome = await exchange(outbound, url, request, () => (piece) => {
    pieces.push(piece.subarray(0, room));
    cut = piece.length > room;
    room -= Math.min(room, piece.length);
    return !cut;
  });
  return outcome.ok ? { ok: true, value: { ...outcome.value, body: Buffer.concat(pieces), cut } } : outcome;
}

/** The call itself. `begin` sees the head and says what to do with the body. Never throws for what happens out there. */
export async function exchange(
  outbound: Outbound,
  url: string,
  { deadlineMs, signal, ...request }: Omit<OutboundRequest, 'maxBytes'>,
  begin: (head: Head) => Take,
): Promise<Outcome<Head>> {
  const checked = checkUrl(url, outbound.policy);
  if (!checked.ok) return { ok: false, failure: failure('refused address', `the address ${checked.fault}`) };
  const ending = new AbortController();
  const giveUp = (): void => ending.abort();
  if (signal?.aborted) return { ok: false, failure: failure('cancelled') };
  signal?.addEventListener('abort', giveUp, { once: true });
  // What came while this process was busy is read first: only what is not there yet is late.
  const timer = setTimeout(() => setImmediate(giveUp), deadlineMs);
  let head: Head | undefined;
  try {
    const reply = await outbound.agent.request({
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
      ? failure(signal?.aborted ? 'cancelled' : 'too late')
      : failureOf(error);
    return { ok: false, failure: head === undefined ? failed : brokenOff(failed, head.status) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

async function drain(body: Dispatcher.ResponseData['body'], take: Take): Promise<void> {
  // Leaving the loop early destroys the body, and the connection with it.
  for await (const piece of body) if (!(await take(piece))) return;
}

/** After the head a lost connection is a reply that broke off. */
const brokenOff = (failed: Failure, status: number): Failure =>
  failed.kind === 'no connection'
    ? { ...failure('broken reply', 'the reply broke off'), status }
    : { ...failed, status };
