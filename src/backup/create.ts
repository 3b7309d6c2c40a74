import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { copyTo } from '../db/copy-streams.ts';
import type { AppliedMigration } from '../db/migration-files.ts';
import {
  type BackupFile,
  type BackupManifest,
  type BackupTable,
  createBackupFolder,
  KEYS_FILE,
  tableFile,
  writeDurably,
  writeManifest,
} from './manifest.ts';
import { type BackupSecrets, sealSecrets } from './sealed-keys.ts';
import {
  listRegionNames,
  listSequences,
  listTables,
  quote,
  quoteQualified,
  type StoredTable,
} from './tables.ts';

export interface BackupRequest {
  readonly client: pg.Client;
  readonly folder: string;
  readonly secrets: BackupSecrets;
  readonly passphrase: string;
  readonly version: string;
  readonly now: Date;
  onTables?(total: number): void;
  onTable?(table: BackupTable): void;
}

/** Below every transaction id that a server gives: what a restored log contains is complete. */
const BEFORE_ANY_TRANSACTION = "'3'::xid8";

/**
 * Writes every table as of one moment, the sealed secrets and, last, the manifest. Services may run meanwhile: one
 * snapshot serves all tables.
 */
export async function createBackup(request: BackupRequest): Promise<Omit<BackupManifest, 'format'>> {
  const { client, folder, secrets, passphrase } = request;
  await createBackupFolder(folder);
  await client.query(
    `begin isolation level repeatable read, read only; set local statement_timeout = 0;
     set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC'`,
  );
  try {
    const manifest = await writeTables(request);
    await writeDurably(join(folder, KEYS_FILE), sealSecrets(secrets, passphrase));
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await client.query('rollback');
  }
}

async function writeTables(request: BackupRequest): Promise<Omit<BackupManifest, 'format'>> {
  const { client, version, now } = request;
  const regions = await listRegionNames(client);
  const stored = await listTables(client, regions);
  request.onTables?.(stored.length);
  const tables: BackupTable[] = [];
  for (const table of stored) {
    const written = await writeTable(request, table);
    tables.push(written);
    request.onTable?.(written);
  }
  const { rows: migrations } = await client.query<AppliedMigration>(
    'select name, sha256 from migration order by name',
  );
  const { rows: servers } = await client.query<{ server_version: string }>('show server_version');
  return {
    version,
    createdAt: now.toISOString(),
    serverVersion: servers[0]?.server_version ?? '',
    migrations,
    tables,
    ...(regions.length === 0 ? {} : { regions }),
    sequences: await listSequences(client, regions),
    warehouse: await listWarehouseFiles(client, regions),
  };
}

async function writeTable({ client, folder }: BackupRequest, table: StoredTable): Promise<BackupTable> {
  const columns = table.columns.map((column) =>
    table.transactionColumns.includes(column)
      ? `${BEFORE_ANY_TRANSACTION} as ${quote(column)}`
      : quote(column),
  );
  const rows = new PassThrough();
  const hash = createHash('sha256');
  const size = { bytes: 0 };
  const file = createWriteStream(tableFile(folder, table.name), { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(rows, createZstdCompress(), measure(hash, size), file);
  const statement = `copy (select ${columns.join(', ')} from ${quoteQualified(table.name)}) to stdout`;
  const copied = copyTo(client, statement, rows).then(
    (count) => {
      rows.end();
      return count;
    },
    (error: Error) => {
      rows.destroy(error);
      throw error;
    },
  );
  const [count] = await Promise.all([copied, written]);
  return { name: table.name, columns: table.columns, rows: count, ...size, sha256: hash.digest('hex') };
}

function measure(hash: Hash, size: { bytes: number }): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size.bytes += chunk.length;
      done(null, chunk);
    },
  });
}

async function listWarehouseFiles(client: pg.Client, regions: readonly string[]): Promise<BackupFile[]> {
  const found: BackupFile[] = [];
  for (const table of ['warehouse_file', ...regions.map((region) => `${region}.warehouse_file`)]) {
    const { rows } = await client.query<{ path: string; rows: string; bytes: string }>(`
      select file_id || '.parquet' as path, event_count::text as rows, bytes::text as bytes
      from ${quoteQualified(table)} where closed_at is not null and replaced_at is null order by month, file_id`);
    for (const { path, rows: count, bytes } of rows)
      found.push({ path, rows: Number(count), bytes: Number(bytes) });
  }
  return found;
}

export const sumTables = (tables: readonly BackupTable[]): { rows: number; bytes: number } => ({
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
});
