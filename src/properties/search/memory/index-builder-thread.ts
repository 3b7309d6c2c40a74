import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { isKnownHorizon } from '../../../db/horizon.ts';
import { type OpenDatabase, openDatabase } from '../../../db/pool.ts';
import { SegmentBuilder } from './build-segment.ts';
import type { BuilderCommand, BuilderReply, IndexBuilderSettings } from './builder-messages.ts';
import { deleteOrphanedDocuments } from './delete-orphaned-documents.ts';
import { DocumentWriter } from './document-file.ts';
import type { LoadedIndex } from './index-snapshot.ts';
import { loadIndex } from './load-index.ts';
import { indexOfSnapshot, readSnapshot, readSnapshotFile, writeSnapshot } from './snapshot.ts';
import { readStoreIdentity } from './store-identity.ts';

/** A page of rows takes far less; the server may be busy. */
const STATEMENT_TIMEOUT_MS = 60_000;

const { file, storing, maxBytes, ...given } = workerData as IndexBuilderSettings;
let { connection } = given;
const silentLog = { info() {}, warn() {}, error() {} };
/** Read while the database starts; whether it is of this database is seen at the first load. */
let readAhead = readSnapshotFile(file, maxBytes);
let building: { builder: SegmentBuilder; documents: string } | undefined;

const createDocumentWriter = (): DocumentWriter => new DocumentWriter(`${file}.documents-${randomUUID()}`);

async function withStore<Result>(work: (db: OpenDatabase) => Promise<Result>): Promise<Result> {
  if (connection === undefined) throw new Error('the index builder has no database yet');
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

/** The documents of the latest snapshot written or read by this thread. */
let previous: string | undefined;

const replyStored = (maxBytes: number): Promise<void> =>
  withStore(async (db) => reply({ stored: await findStored(db, maxBytes) }));

/** The snapshot of this store, unless it is of a later state than the store is in. */
async function findStored(db: OpenDatabase, maxBytes = Infinity): Promise<LoadedIndex | undefined> {
  const store = await readStoreIdentity(db);
  const stored = store === undefined ? undefined : takeStored(store, maxBytes);
  if (stored === undefined || !(await isKnownHorizon(db, stored.horizon))) return undefined;
  previous = stored.documents;
  return stored;
}

const replyLoaded = (ignoreFile: boolean, maxHiddenRows: number): Promise<void> =>
  withStore(async (db) => {
    const stored = ignoreFile ? undefined : await findStored(db);
    readAhead = undefined;
    if (stored !== undefined) return reply({ loaded: stored, fromFile: true });
    const store = await readStoreIdentity(db);
    const fresh = await loadIndex(db, createDocumentWriter(), maxHiddenRows);
    // Before the reply, after which the process may be stopped at any time.
    Atomics.store(storing, 0, 1);
    reply({ loaded: fresh, fromFile: false });
    // The reply goes first: a failed write only slows the next start.
    try {
      if (store !== undefined) writeSnapshot(file, store, fresh);
      // A removed listing must not stay in a file of before because the process was stopped here.
      deleteOrphanedDocuments(file, { previous, current: fresh.documents });
      previous = fresh.documents;
    } finally {
      Atomics.store(storing, 0, 0);
      Atomics.notify(storing, 0);
    }
  });

/** Another process may have replaced the file, and deleted its documents, since it was read. */
function takeStored(store: string, maxBytes: number): LoadedIndex | undefined {
  const ahead = readAhead && indexOfSnapshot(file, store, readAhead);
  readAhead = undefined;
  return ahead ?? readSnapshot(file, store, maxBytes);
}

const reply = (message: BuilderReply): void => parentPort?.postMessage(message);

async function runCommand(command: BuilderCommand): Promise<void> {
  if (command.kind === 'connect') connection = command.connection;
  else if (command.kind === 'load-stored') await replyStored(command.maxBytes);
  else if (command.kind === 'load') await replyLoaded(command.ignoreFile, command.maxHiddenRows);
  else if (command.kind === 'rows') for (const row of command.rows) currentBuild().builder.add(row);
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

parentPort?.on('message', (command: BuilderCommand) => {
  runCommand(command).catch((error: unknown) => reply({ failed: String(error) }));
});
