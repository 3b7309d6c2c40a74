import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';

/** The part of the driver's connection that copy uses; its types lack it. */
interface Wire {
  query(text: string): void;
  readonly stream: Readable & Writable;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

interface CopyQuery {
  submit(wire: Wire): void;
  handleCopyData?(message: { chunk: Buffer }, wire: Wire): void;
  handleCopyInResponse?(wire: Wire): void;
}

/** The server sends each row as a message, and a compressor passes each write to another thread and back: 0.3 ms for a row. */
const WRITE_BYTES = 64 * 1024;

/** Rows that are not written yet. */
class RowBuffer {
  #chunks: Buffer[] = [];
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  take(): Buffer {
    const rows = Buffer.concat(this.#chunks);
    this.#chunks = [];
    this.#bytes = 0;
    return rows;
  }
}

/**
 * Streams `copy … to stdout` into a stream and returns the number of rows. It reads the socket only as fast as the
 * stream takes the rows.
 */
export async function copyTo(client: pg.ClientBase, statement: string, sink: Writable): Promise<number> {
  let socket: Readable | undefined;
  const buffer = new RowBuffer();
  try {
    const rows = await runCopy(client, {
      submit: (wire) => {
        socket = wire.stream;
        wire.query(statement);
      },
      handleCopyData({ chunk }, wire) {
        // The driver uses the memory of a message again after this call.
        buffer.push(Buffer.from(chunk));
        if (buffer.bytes < WRITE_BYTES || sink.write(buffer.take())) return;
        wire.stream.pause();
        sink.once('drain', () => wire.stream.resume());
      },
    });
    if (buffer.bytes > 0) sink.write(buffer.take());
    return rows;
  } finally {
    // A stream that is ended before it is drained says nothing more, and the next statement would wait for ever.
    socket?.resume();
  }
}

/** Streams rows into `copy … from stdin` and returns their number. A failing source fails the statement. */
export function copyFrom(
  client: pg.ClientBase,
  statement: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  return runCopy(client, {
    submit: (wire) => wire.query(statement),
    handleCopyInResponse: (wire) => void sendRows(wire, source),
  });
}

async function sendRows(wire: Wire, source: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const chunk of source) {
      wire.sendCopyFromChunk(chunk);
      if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain');
    }
    wire.endCopyFrom();
  } catch (error) {
    wire.sendCopyFail((error as Error).message);
  }
}

function runCopy(client: pg.ClientBase, query: CopyQuery): Promise<number> {
  return new Promise((resolve, reject) => {
    let rows = 0;
    let failure: Error | undefined;
    const copying = {
      ...query,
      handleCommandComplete: ({ text }: { text: string }) => {
        rows = Number(text.split(' ')[1] ?? 0);
      },
      handleError(error: Error) {
        failure = error;
        // After a lost connection no message follows that would end the query.
        if (!(error instanceof pg.DatabaseError)) copying.callback(error);
      },
      handleReadyForQuery: () => copying.callback(failure),
      callback: (error?: Error): void => (error === undefined ? resolve(rows) : reject(error)),
    };
    client.query(copying as unknown as pg.Submittable);
  });
}
