import type { FileHandle } from 'node:fs/promises';
import { rm, stat } from 'node:fs/promises';
import type { ChangesContext } from '../changes/read-changes.ts';
import { readChanges } from '../changes/read-changes.ts';
import { parseCriteria } from '../criteria/parse.ts';
import type { Tree } from '../criteria/tree.ts';
import type { Database } from '../db/sql.ts';
import type { PlaceService } from '../geo/place-service.ts';
import type { Clock } from '../lib/clock.ts';
import type { Claim } from '../queue/claims.ts';
import type { Engine } from '../warehouse/engine.ts';
import { exportPath, openContinued } from './files.ts';
import { convertToParquet } from './parquet.ts';
import { readChanged } from './read-changed.ts';
import { countProperties, readProperties, type SerializedLine } from './read-properties.ts';
import { claimOf, type ExportProgress, type ExportRow, saveProgress, saveStart } from './store.ts';

export interface ExportWriter {
  db: Database;
  clock: Clock;
  places: PlaceService;
  changes: ChangesContext;
  engine: Pick<Engine, 'use' | 'folder'>;
  directory: string;
}

/** A worker that is silent for longer has lost its export. */
export const LEASE_MS = 60_000;
/** Progress is stored at least this often, so that little is written again after a kill. */
const CHECKPOINT_MS = 2_000;

/** The claim was lost while writing. */
export class ClaimLost extends Error {}

export interface WrittenFile {
  rows: number;
  bytes: number;
  fileName: string;
}

/** Writes an export, from the start or from where an earlier worker stopped. */
export async function writeExport(
  writer: ExportWriter,
  row: ExportRow,
  claimId: string,
  signal: AbortSignal,
): Promise<WrittenFile> {
  const claim = claimOf(row, claimId);
  const tree = parseTree(row.criteria);
  if (row.cursor === null) await start(writer, row, { claim, tree });
  const fileName = `${row.id}.${claimId}.ndjson`;
  const continued = await openContinued(writer.directory, fileName, row);
  const progress: ExportProgress = continued
    ? { rows: row.rows, bytes: row.bytes, lastKey: row.lastKey, fileName }
    : { rows: 0, bytes: 0, lastKey: null, fileName };
  const file = continued ?? (await openContinued(writer.directory, fileName, { fileName: null, bytes: 0 }));
  if (file === undefined) throw new Error('the file of the export cannot be opened');
  try {
    await checkpoint(writer, claim, progress);
    const lines =
      row.since === null
        ? readProperties(writer.db, { tree, places: writer.places }, progress.lastKey)
        : readChanged(writer.changes, { accountId: row.accountId, tree }, progress.lastKey ?? row.since);
    await writeLines(writer, { file, claim, progress, signal }, lines);
  } finally {
    await file.close();
  }
  return row.format === 'NDJSON' ? progress : convert(writer, progress, row);
}

const parseTree = (criteria: object | null): Tree | undefined => {
  if (criteria === null) return undefined;
  const parsed = parseCriteria(criteria);
  if ('faults' in parsed) throw new Error('the stored criteria cannot be parsed');
  return parsed.tree;
};

/** The cursor is taken before the first property is read: what changes meanwhile follows it. */
async function start(
  { db, places, changes }: ExportWriter,
  row: ExportRow,
  { claim, tree }: { claim: Claim; tree: Tree | undefined },
): Promise<void> {
  const page = await readChanges(changes, { accountId: row.accountId, limit: 1 });
  if ('refused' in page) throw new Error(page.refused);
  const total = row.since === null ? await countProperties(db, tree, places) : 0;
  if (!(await saveStart(db, claim, { cursor: page.cursor, total }))) throw new ClaimLost();
}

async function checkpoint(writer: ExportWriter, claim: Claim, progress: ExportProgress): Promise<void> {
  const until = new Date(writer.clock.now().getTime() + LEASE_MS);
  if (!(await saveProgress(writer.db, claim, progress, until))) throw new ClaimLost();
}

interface Writing {
  file: FileHandle;
  claim: Claim;
  progress: ExportProgress;
  signal: AbortSignal;
}

async function writeLines(
  writer: ExportWriter,
  { file, claim, progress, signal }: Writing,
  pages: AsyncGenerator<SerializedLine[]>,
): Promise<void> {
  let savedAt = performance.now();
  for await (const page of pages) {
    signal.throwIfAborted();
    const lines = page.flatMap(({ line }) => line ?? []);
    if (lines.length > 0) {
      const bytes = Buffer.from(`${lines.join('\n')}\n`);
      await file.appendFile(bytes);
      progress.bytes += bytes.length;
      progress.rows += lines.length;
    }
    progress.lastKey = page.at(-1)?.key ?? progress.lastKey;
    if (performance.now() - savedAt < CHECKPOINT_MS) continue;
    await file.datasync();
    await checkpoint(writer, claim, progress);
    savedAt = performance.now();
  }
  await file.datasync();
  await checkpoint(writer, claim, progress);
}

async function convert(
  { engine, directory }: ExportWriter,
  { rows, fileName }: ExportProgress,
  { since }: ExportRow,
): Promise<WrittenFile> {
  const [from, name] = [exportPath(directory, fileName), fileName.replace(/\.ndjson$/, '.parquet')];
  const to = exportPath(directory, name);
  await convertToParquet(engine, { from, to, incremental: since !== null });
  await rm(from, { force: true });
  return { rows, bytes: (await stat(to)).size, fileName: name };
}
