import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../src/lib/clock.ts';

export interface ReceivedRequest {
  method: string;
  /** Path and query, as sent. */
  url: string;
  headers: IncomingHttpHeaders;
  /** Names and values alternating, as sent: shows repeated headers and their case. */
  rawHeaders: string[];
  /** The bytes as received, undecoded. */
  body: Buffer;
  /** False when the client left before the end of its body; then no behaviour was applied. */
  complete: boolean;
  /** When the headers were read. */
  arrivedAt: Date;
}

export interface Exchange {
  request: ReceivedRequest;
  response: ServerResponse;
  /** Aborted when the reply is finished, or either side closed the connection. */
  over: AbortSignal;
  /** Ends the connection by RST, also under TLS. */
  reset(): void;
}

/** How a receiver handles one request. A test may pass its own function. */
export type Behaviour = (exchange: Exchange) => void | Promise<void>;

/** Reads a request to its end, or to where its client left. */
export async function read(incoming: IncomingMessage, clock: Clock): Promise<ReceivedRequest> {
  const { method = '', url = '', headers, rawHeaders } = incoming;
  const arrivedAt = clock.now();
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of incoming) chunks.push(chunk);
  } catch {
    // The client left: `complete` is false.
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
