import type { OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as timer } from 'node:timers/promises';
import { createGzip } from 'node:zlib';
import type { Behaviour } from './exchange.ts';

export function answer(
  status: number,
  reply: { headers?: OutgoingHttpHeaders; body?: string | Buffer } = {},
): Behaviour {
  return ({ response }) => {
    response.writeHead(status, reply.headers).end(reply.body);
  };
}

export function redirect(location: string, status = 302): Behaviour {
  return answer(status, { headers: { location } });
}

/** The request is read and never answered. */
export function stallBeforeHead(): Behaviour {
  return () => {};
}

/** The headers are sent, and nothing after them. */
export function stallAfterHead(status = 200): Behaviour {
  return ({ response }) => {
    response.writeHead(status).flushHeaders();
  };
}

/** The body is sent byte by byte, the first at once. */
export function drip(body: string | Buffer, everyMs: number): Behaviour {
  return async ({ response, over }) => {
    response.writeHead(200).flushHeaders();
    for (const byte of Buffer.from(body)) {
      response.write(Buffer.of(byte));
      await timer(everyMs, undefined, { signal: over });
    }
    response.end();
  };
}

/** So many bytes without a content length, generated as they are read. */
export function hugeBody(bytes: number): Behaviour {
  return async ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    await pipeline(zeros(bytes), response);
  };
}

/** A thousandth of `bytes` on the wire, `bytes` after decompression. */
export function gzipBomb(bytes: number): Behaviour {
  return async ({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    await pipeline(zeros(bytes), createGzip({ level: 9 }), response);
  };
}

/** Exactly these bytes instead of a reply, then the end of the connection. */
export function raw(bytes: string | Buffer): Behaviour {
  return ({ response }) => {
    response.socket?.end(bytes);
  };
}

/** A chunk whose length is no number. */
export function badChunking(): Behaviour {
  return raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\nhello\r\n0\r\n\r\n');
}

/** Promises one length and sends another: fewer bytes than promised, or more. */
export function contentLengthLie({ promised, sent }: { promised: number; sent: number }): Behaviour {
  return raw(`HTTP/1.1 200 OK\r\ncontent-length: ${promised}\r\n\r\n${'x'.repeat(sent)}`);
}

/** So many interim replies before the real one, a 204. */
export function informationFlood(count: number): Behaviour {
  return raw(
    `${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(count)}HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n`,
  );
}

/** One header of so many bytes; Node's own clients stop at 16 KiB. */
export function hugeHeaders(bytes: number): Behaviour {
  return raw(`HTTP/1.1 200 OK\r\nx-huge: ${'x'.repeat(bytes)}\r\ncontent-length: 0\r\n\r\n`);
}

/** The head and so many bytes of body, then a reset. */
export function resetMidReply(afterBytes = 10): Behaviour {
  return async ({ response, reset }) => {
    response.writeHead(200, { 'content-length': afterBytes + 1_000 });
    await new Promise((resolve) => response.write('x'.repeat(afterBytes), resolve));
    reset();
  };
}

/** The request is read, then the connection reset without a byte of reply. */
export function resetBeforeHead(): Behaviour {
  return ({ reset }) => reset();
}

const CHUNK_BYTES = 65_536;

function zeros(bytes: number): Readable {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  return Readable.from(
    (function* () {
      for (let left = bytes; left > 0; left -= CHUNK_BYTES)
        yield chunk.subarray(0, Math.min(left, CHUNK_BYTES));
    })(),
  );
}
