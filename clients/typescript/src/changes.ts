import { GableError } from './error.ts';
import { type Operations, operations } from './generated/operations.ts';
import type { Criteria, Problem } from './generated/schemas.ts';
import type { OperationRow } from './operation.ts';
import { DEFAULT_RETRY, isRetryable, sleep, waitMs } from './retry.ts';
import { type Call, type ClientOptions, send } from './send.ts';
import { LostStream, readEvents } from './server-events.ts';

/** A change of a property; its `cursor` continues after it. */
export type Change = Operations['listChanges']['entry'];

export interface ChangesOptions {
  /** Continues after the change with this cursor, of the last 30 days. Without it the stream starts now. */
  cursor?: string | undefined;
  /** Instead of a cursor: a moment of the last 30 days. */
  since?: string | undefined;
  /** Only properties that match, or matched before the change. */
  criteria?: Criteria | undefined;
  /** Ends the stream. */
  signal?: AbortSignal | undefined;
}

const ROW: OperationRow = operations.listChanges;
const EVENT_STREAM = 'text/event-stream';

/** Where a stream continues; a cursor once there is one. */
type Position = { cursor: string } | { since: string };

/**
 * Every change as it happens, each once. A lost connection is opened again after the last change, until the signal
 * aborts or the service refuses. The first connection fails like any other call.
 */
export async function* followChanges(
  client: ClientOptions,
  { cursor, since, criteria, signal }: ChangesOptions = {},
): AsyncGenerator<Change, void, undefined> {
  const { maxWaitMs } = { ...DEFAULT_RETRY, ...client.retry };
  const filter = criteria === undefined ? {} : { criteria: JSON.stringify(criteria) };
  const call = (parameters: object): Call => ({
    row: ROW,
    parameters: { ...filter, ...parameters },
    body: undefined,
    options: signal ? { signal } : {},
  });
  let position: Position | undefined;
  if (cursor !== undefined) position = { cursor };
  else if (since !== undefined) position = { since };
  let isOpened = false;
  for (let losses = 0; ; ) {
    try {
      // A stream that starts now notes its cursor first: a connection lost before its first event skips nothing.
      position ??= { cursor: await readCursorOfNow(client, call({})) };
      const response = await send(client, { ...call(position), accept: EVENT_STREAM });
      isOpened = true;
      for await (const { id, name, data } of readEvents(response.body as ReadableStream<Uint8Array>)) {
        losses = 0;
        if (name === 'problem') throw refusal(JSON.parse(data ?? '{}'));
        if (id !== undefined) position = { cursor: id };
        if (data !== undefined) yield JSON.parse(data) as Change;
      }
    } catch (error) {
      if (signal?.aborted || !isOpened || !isLost(error)) throw error;
    }
    losses += 1;
    await sleep(Math.min(waitMs(losses, null, 0), maxWaitMs), signal);
  }
}

async function readCursorOfNow(client: ClientOptions, call: Call): Promise<string> {
  const reply = (await (await send(client, call)).json()) as Operations['listChanges']['reply'];
  return reply.meta.cursor;
}

/** A failed fetch, and a body that ends in the middle, are a TypeError in Node and in browsers. */
const isLost = (error: unknown): boolean =>
  error instanceof GableError
    ? isRetryable(error.status, true)
    : error instanceof TypeError || error instanceof LostStream;

/** The last event of a stream that the service ends, such as one of an account without credits. */
const refusal = (problem: Partial<Problem>): GableError =>
  new GableError(problem.status ?? 400, problem, undefined);
