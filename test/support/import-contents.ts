import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../src/db/sql.ts';
import { type BulkImportKind, type BulkImportReport, bulkImport } from '../../src/imports/import.ts';
import { systemClock } from '../../src/lib/clock.ts';

/** Imports a text as a publisher's file and removes the file. */
export async function importContents<Row>(
  db: Database,
  bulk: BulkImportKind<Row>,
  contents: string | Buffer,
  format?: string,
): Promise<BulkImportReport> {
  const folder = await mkdtemp(join(tmpdir(), 'gable-import-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, contents);
    return await bulkImport(db, systemClock, bulk, { path, format });
  } finally {
    await rm(folder, { recursive: true });
  }
}
