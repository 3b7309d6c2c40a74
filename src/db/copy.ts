import type { Writable } from 'node:stream';
import type pg from 'pg';

/** The part of the driver's connection that copy uses; its types lack it. */
interface Wire {
  query(text: string): void;
  readonly stream: Writable;
  endCopyFrom(): void;
  sync(): void;
}

const LENGTH_BYTES = 4;

/** The header of a message with rows: a letter, and a length that includes itself. */
function copyData(length: number): Buffer {
  const head = Buffer.from('d\0\0\0\0');
  head.writeInt32BE(length + LENGTH_BYTES, 1);
  return head;
}

/**
 * `copy … from stdin` of rows that are in memory, so that no backpressure is needed. It uses the query protocol of the
 * driver: a package for streams would add what an importer of batches does not need.
 */
export function copyRows(client: pg.PoolClient, statement: string, rows: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const copying = {
      submit: (wire: Wire) => wire.query(statement),
      handleCopyInResponse(wire: Wire) {
        // The driver's serialiser would copy the rows twice.
        wire.stream.cork();
        wire.stream.write(copyData(rows.length));
        wire.stream.write(rows);
        wire.endCopyFrom();
        wire.stream.uncork();
      },
      handleError(error: Error) {
        failure = error;
        // After a lost connection no other message follows a statement that fails before it reads rows.
        copying.callback(error);
      },
      handleCommandComplete: () => {},
      handleReadyForQuery: () => copying.callback(failure),
      // The driver replaces it with its own, which clears the timer: uncalled, every copy would hold its rows until
      // then.
      callback: (error?: Error): void => (error === undefined ? resolve() : reject(error)),
    };
    client.query(copying as unknown as pg.Submittable);
  });
}
