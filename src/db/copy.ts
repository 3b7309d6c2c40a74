import type pg from 'pg';

/** The end of the driver's connection that copying speaks to; its own types leave these out. */
interface Wire {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sync(): void;
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
        wire.sendCopyFromChunk(rows);
        wire.endCopyFrom();
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
