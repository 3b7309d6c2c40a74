import type { Writable } from 'node:stream';
import type pg from 'pg';

/** The end of the driver's connection that copying speaks to; its own types leave these out. */
interface Wire {
  query(text: string): void;
  readonly stream: Writable;
  endCopyFrom(): void;
  sync(): void;
}

const LENGTH_BYTES = 4;

/** The head of the message that holds rows: a letter, and a length that counts itself. */
function copyData(length: number): Buffer {
  const head = Buffer.from('d\0\0\0\0');
  head.writeInt32BE(length + LENGTH_BYTES, 1);
  return head;
}

/**
 * `copy … from stdin` of rows that are in memory already, so that nothing need be held back while they are sent. Written against the
 * driver's own query protocol: a package for streams would bring what an importer of batches does not need.
 */
export function copyRows(client: pg.PoolClient, statement: string, rows: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined;
    const copying = {
      submit: (wire: Wire) => wire.query(statement),
      handleCopyInResponse(wire: Wire) {
        // By the driver's own serialiser the rows would be copied twice before they are sent.
        wire.stream.cork();
        wire.stream.write(copyData(rows.length));
        wire.stream.write(rows);
        wire.endCopyFrom();
        wire.stream.uncork();
      },
      handleError(error: Error) {
        failure = error;
        // A statement that fails before it takes rows is followed by no other message when the link is gone.
        copying.callback(error);
      },
      handleCommandComplete: () => {},
      handleReadyForQuery: () => copying.callback(failure),
      // The driver puts its own in this place, which ends its timer: uncalled, every copy would hold its rows until then.
      callback: (error?: Error): void => (error === undefined ? resolve() : reject(error)),
    };
    client.query(copying as unknown as pg.Submittable);
  });
}
