import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { type OpenDatabase, openDatabase } from '../../../db/pool.ts';
import { SegmentBuilder } from './build-segment.ts';
import { DocumentWriter } from './document-file.ts';
import { forgetDocuments } from './forget-documents.ts';
import { load } from './load.ts';
import type { Made, MakingSettings, Order } from './making.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { isFromHere, storeIdentity } from './store-identity.ts';

/** A page of rows is read in far less; the server may be busy. */
const STATEMENT_TIMEOUT_MS = 60_000;

const { connection, file } = workerData as MakingSettings;
const quiet = { info() {}, warn() {}, error() {} };
let folding: { builder: SegmentBuilder; documents: string } | undefined;

const newDocuments = (): DocumentWriter => new DocumentWriter(`${file}.documents-${randomUUID()}`);

async function withStore<Result>(work: (db: OpenDatabase) => Promise<Result>): Promise<Result> {
  const db = openDatabase(connection, {
    log: quiet,
    applicationName: 'gable memory',
    max: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

/** The documents of the snapshot, as far as is known here. */
let former: string | undefined;

const loaded = (anew: boolean): Promise<void> =>
  withStore(async (db) => {
    const store = await storeIdentity(db);
    const kept = anew || store === undefined ? undefined : readSnapshot(file, store);
    if (kept !== undefined && (await isFromHere(db, kept.horizon))) {
      former = kept.documents;
      answer({ loaded: kept, fromFile: true });
      return;
    }
    const fresh = await load(db, newDocuments());
    answer({ loaded: fresh, fromFile: false });
    // Answered first: a disk that is full costs the next start some time, and nothing else.
    if (store !== undefined) writeSnapshot(file, store, fresh);
    forgetDocuments(file, { former, kept: fresh.documents });
    former = fresh.documents;
  });

const answer = (made: Made): void => parentPort?.postMessage(made);

async function follow(order: Order): Promise<void> {
  if (order.kind === 'load') await loaded(order.anew);
  else if (order.kind === 'rows') for (const row of order.rows) fold().builder.add(row);
  else {
    const { builder, documents } = fold();
    folding = undefined;
    answer({ segment: builder.finish(), documents });
  }
}

function fold(): NonNullable<typeof folding> {
  if (folding !== undefined) return folding;
  const writer = newDocuments();
  folding = { builder: new SegmentBuilder(writer), documents: writer.path };
  return folding;
}

parentPort?.on('message', (order: Order) => {
  follow(order).catch((error: unknown) => answer({ failed: String(error) }));
});
