import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { copyFrom } from '../db/copy-streams.ts';
import { BackupError } from './backup-error.ts';
import { type BackupManifest, type BackupTable, KEYS_FILE, tableFile } from './manifest.ts';
import { type BackupSecrets, openSecrets } from './sealed-keys.ts';
import { listTables, quoteList, quoteQualified, type StoredTable } from './tables.ts';

export interface RestoreRequest {
  readonly client: pg.Client;
  readonly folder: string;
  readonly manifest: BackupManifest;
  onTable?(table: BackupTable): void;
}

/** Tables that the migrations themselves fill. */
const SEEDED_TABLES: readonly string[] = ['source_category'];

export const readSecrets = async (folder: string, passphrase: string): Promise<BackupSecrets> =>
  openSecrets(await readFile(join(folder, KEYS_FILE), 'utf8'), passphrase);

/** Compares every file with its checksum, before anything is changed. */
export async function verifyBackup(
  folder: string,
  { tables }: BackupManifest,
  onTable?: (table: BackupTable) => void,
): Promise<void> {
  for (const table of tables) {
    const hash = createHash('sha256');
    await pipeline(createReadStream(tableFile(folder, table.name)), hash).catch((error: Error) => {
      throw new BackupError(`the backup lacks the table ${table.name}: ${error.message}`, { cause: error });
    });
    if (hash.digest('hex') !== table.sha256)
      throw new BackupError(`the file of the table ${table.name} differs from its checksum: it is damaged`);
    onTable?.(table);
  }
}

/**
 * Fills a database that has the migrations of the backup and no rows of its own. One transaction: after a failure the
 * database is as before.
 */
export async function restoreTables(request: RestoreRequest): Promise<void> {
  const { client, manifest } = request;
  await client.query(
    `begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
     set local timezone = 'UTC'`,
  );
  try {
    const stored = await listTables(client, manifest.regions);
    await refuseFilledDatabase(client, stored);
    await client.query(`truncate ${quoteList(SEEDED_TABLES)} cascade`);
    for (const table of inOrderOf(stored, manifest.tables)) {
      await restoreTable(request, table);
      request.onTable?.(table);
    }
    for (const { name, lastValue } of manifest.sequences)
      if (lastValue !== undefined)
        await client.query('select setval($1::text::regclass, $2::bigint)', [
          quoteQualified(name),
          lastValue,
        ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
  await client.query('analyze');
}

async function refuseFilledDatabase(client: pg.Client, stored: readonly StoredTable[]): Promise<void> {
  for (const { name } of stored) {
    if (SEEDED_TABLES.includes(name)) continue;
    const { rows } = await client.query<{ filled: boolean }>(
      `select exists (select from ${quoteQualified(name)}) as filled`,
    );
    if (rows[0]?.filled === true)
      throw new BackupError(
        `the database is not empty (the table ${name} has rows): restore into a new database or another DATA_DIR`,
      );
  }
}

/** The tables of the backup, a table after those it refers to. */
function inOrderOf(stored: readonly StoredTable[], tables: readonly BackupTable[]): BackupTable[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = stored.flatMap(({ name }) => byName.get(name) ?? []);
  const unknown = tables.find(({ name }) => !stored.some((table) => table.name === name));
  if (unknown !== undefined)
    throw new BackupError(`the backup has a table ${unknown.name} that its own migrations do not create`);
  return ordered;
}

async function restoreTable({ client, folder }: RestoreRequest, table: BackupTable): Promise<void> {
  const rows = createReadStream(tableFile(folder, table.name)).pipe(createZstdDecompress());
  const statement = `copy ${quoteQualified(table.name)} (${quoteList(table.columns)}) from stdin`;
  const count = await copyFrom(client, statement, rows);
  if (count !== table.rows)
    throw new BackupError(`the table ${table.name} has ${count} rows, the backup names ${table.rows}`);
}
