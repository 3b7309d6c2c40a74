import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../src/lib/clock.ts';

export interface ReceivedRequest {
  method: string;
  /** Path and query, as sent. */
  url: string;
  headers: IncomingHttpHeaders;
  /** Names and values in turn, as sent: the only place to see a header twice, or its case. */
  rawHeaders: string[];
  /** The bytes as they came, undecoded. */
  body: Buffer;
  /** False when the client left before the end of its body; then no behaviour was applied. */
  complete: boolean;
  /** When the head was read. */
  arrivedAt: Date;
}

export interface Exchange {
  request: ReceivedRequest;
  response: ServerResponse;
  /** Aborted when the reply is finished, or the connection gone by whichever side. */
  over: AbortSignal;
  /** Ends the connection by RST, also under TLS. */
  reset(): void;
}

/** How a receiver treats one request. A test may pass a function of its own. */
export type Behaviour = (exchange: Exchange) => void | Promise<void>;

/** Reads a request to its end, or to where its client left. */
export async function read(incoming: IncomingMessage, clock: Clock): Promise<ReceivedRequest> {
  const { method = '', url = '', headers, rawHeaders } = incoming;
  const arrivedAt = clock.now();
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk);
  } catch {
    // The client left: `complete` tells.
  }
  return {
    method,
    url,
    headers,
    rawHeaders,
    body: Buffer.concat(chunks),
    complete: incoming.complete,
    arrivedAt,
  };
}
