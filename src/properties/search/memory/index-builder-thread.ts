import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { type OpenDatabase, openDatabase } from '../../../db/pool.ts';
import { SegmentBuilder } from './build-segment.ts';
import type { BuilderCommand, BuilderReply, IndexBuilderSettings } from './builder-messages.ts';
import { deleteOrphanedDocuments } from './delete-orphaned-documents.ts';
import { DocumentWriter } from './document-file.ts';
import { loadIndex } from './load-index.ts';
import { readSnapshot, writeSnapshot } from './snapshot.ts';
import { isKnownHorizon, readStoreIdentity } from './store-identity.ts';

/** A page of rows is read in far less; the server may be busy. */
const STATEMENT_TIMEOUT_MS = 60_000;

const { connection, file } = workerData as IndexBuilderSettings;
const silentLog = { info() {}, warn() {}, error() {} };
let building: { builder: SegmentBuilder; documents: string } | undefined;

const createDocumentWriter = (): DocumentWriter => new DocumentWriter(`${file}.documents-${randomUUID()}`);

async function withStore<Result>(work: (db: OpenDatabase) => Promise<Result>): Promise<Result> {
  const db = openDatabase(connection, {
    log: silentLog,
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
let previous: string | undefined;

const replyLoaded = (anew: boolean): Promise<void> =>
  withStore(async (db) => {
    const store = await readStoreIdentity(db);
    const kept = anew || store === undefined ? undefined : readSnapshot(file, store);
    if (kept !== undefined && (await isKnownHorizon(db, kept.horizon))) {
      previous = kept.documents;
      reply({ loaded: kept, fromFile: true });
      return;
    }
    const fresh = await loadIndex(db, createDocumentWriter());
    reply({ loaded: fresh, fromFile: false });
    // Answered first: a disk that is full costs the next start some time, and nothing else.
    if (store !== undefined) writeSnapshot(file, store, fresh);
    deleteOrphanedDocuments(file, { previous, kept: fresh.documents });
    previous = fresh.documents;
  });

const reply = (made: BuilderReply): void => parentPort?.postMessage(made);

async function follow(order: BuilderCommand): Promise<void> {
  if (order.kind === 'load') await replyLoaded(order.anew);
  else if (order.kind === 'rows') for (const row of order.rows) currentBuild().builder.add(row);
  else {
    const { builder, documents } = currentBuild();
    building = undefined;
    reply({ segment: builder.finish(), documents });
  }
}

function currentBuild(): NonNullable<typeof building> {
  if (building !== undefined) return building;
  const writer = createDocumentWriter();
  building = { builder: new SegmentBuilder(writer), documents: writer.path };
  return building;
}

parentPort?.on('message', (order: BuilderCommand) => {
  follow(order).catch((error: unknown) => reply({ failed: String(error) }));
});
