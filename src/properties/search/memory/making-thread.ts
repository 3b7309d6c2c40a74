import { parentPort, workerData } from 'node:worker_threads';
import { type OpenDatabase, openDatabase } from '../../../db/pool.ts';
import { SegmentBuilder } from './build-segment.ts';
import { load } from './load.ts';
import type { Made, MakingSettings, Order } from './making.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { isFromHere, storeIdentity } from './store-identity.ts';

/** A page of rows is read in far less; the server may be busy. */
const STATEMENT_TIMEOUT_MS = 60_000;

const { connection, file } = workerData as MakingSettings;
const quiet = { info() {}, warn() {}, error() {} };
let builder = new SegmentBuilder();

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

const loaded = (anew: boolean): Promise<void> =>
  withStore(async (db) => {
    const store = await storeIdentity(db);
    const kept = anew || store === undefined ? undefined : readSnapshot(file, store);
    if (kept !== undefined && (await isFromHere(db, kept.horizon))) {
      answer({ loaded: kept, fromFile: true });
      return;
    }
    const fresh = await load(db);
    answer({ loaded: fresh, fromFile: false });
    // Answered first: a disk that is full costs the next start some time, and nothing else.
    if (store !== undefined) writeSnapshot(file, store, fresh);
  });

const answer = (made: Made): void => parentPort?.postMessage(made);

async function follow(order: Order): Promise<void> {
  if (order.kind === 'load') await loaded(order.anew);
  else if (order.kind === 'rows') for (const row of order.rows) builder.add(row);
  else {
    answer({ segment: builder.finish() });
    builder = new SegmentBuilder();
  }
}

parentPort?.on('message', (order: Order) => {
  follow(order).catch((error: unknown) => answer({ failed: String(error) }));
});
