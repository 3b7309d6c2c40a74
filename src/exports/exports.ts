import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { ExportFormat, ExportStatus } from '../catalogue/service-vocabularies.ts';
import { cacheSharedSecret } from '../db/shared-secret.ts';
import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { DAY_MS } from '../lib/durations.ts';
import { newId } from '../lib/ids.ts';
import type { RowPage } from '../lib/page.ts';
import { signToken, verifyToken } from '../lib/signed-token.ts';
import { formatTimestamp } from '../lib/timestamp.ts';
import { deleteExportFile, exportPath, exportsDirectory } from './files.ts';
import { deleteExportRow, type ExportRow, insertExport, selectExport, selectExports } from './store.ts';

export const MAX_OPEN_EXPORTS = 3;
/** How long a finished export can be downloaded. */
export const EXPORT_LIFETIME_MS = DAY_MS;

export interface ExportService {
  readonly db: Database;
  readonly clock: Clock;
  readonly directory: string;
  readonly secret: () => Promise<Buffer>;
}

export const createExportService = (db: Database, clock: Clock, warehouse: string): ExportService => ({
  db,
  clock,
  directory: exportsDirectory(warehouse),
  secret: cacheSharedSecret(db, 'exports'),
});

/** An export as its account sees it. */
export interface PropertyExport {
  id: string;
  status: ExportStatus;
  format: ExportFormat;
  criteria: object | null;
  since: string | null;
  progress: { rows: number; total: number | null };
  bytes: number;
  cursor: string | null;
  /** The path of the file, signed: it needs no key. */
  link: string | null;
  error: string | null;
  createdAt: string;
  finishedAt: string | null;
  expiresAt: string;
}

const LINK_PURPOSE = 'export file';

async function toExport({ secret }: ExportService, row: ExportRow): Promise<PropertyExport> {
  const token =
    row.status === 'READY'
      ? signToken(await secret(), LINK_PURPOSE, [row.accountId, row.id, row.expiresAt.getTime()])
      : undefined;
  return {
    id: row.id,
    status: row.status,
    format: row.format,
    criteria: row.criteria,
    since: row.since,
    progress: { rows: row.rows, total: row.total },
    bytes: row.status === 'READY' ? row.bytes : 0,
    cursor: row.cursor,
    link: token === undefined ? null : `/exports/${row.id}/file?token=${token}`,
    error: row.error,
    createdAt: formatTimestamp(row.createdAt),
    finishedAt: row.finishedAt && formatTimestamp(row.finishedAt),
    expiresAt: formatTimestamp(row.expiresAt),
  };
}

export interface ExportRequest {
  accountId: string;
  apiKeyId: string | undefined;
  criteria: object | null;
  format: ExportFormat;
  since: string | null;
}

/** Undefined when the account has too many unfinished exports. */
export async function createExport(
  service: ExportService,
  { apiKeyId, ...request }: ExportRequest,
): Promise<PropertyExport | undefined> {
  const now = service.clock.now();
  const made = {
    ...request,
    apiKeyId: apiKeyId ?? null,
    id: newId(now),
    createdAt: now,
    expiresAt: new Date(now.getTime() + EXPORT_LIFETIME_MS),
  };
  const row = await service.db.transaction((tx) => insertExport(tx, made, MAX_OPEN_EXPORTS));
  return row && toExport(service, row);
}

export async function listExports(
  service: ExportService,
  accountId: string,
  page: number,
): Promise<RowPage<PropertyExport>> {
  const { rows, total } = await selectExports(service.db, accountId, page);
  return { rows: await Promise.all(rows.map((row) => toExport(service, row))), total };
}

export async function findExport(
  service: ExportService,
  accountId: string,
  id: string,
): Promise<PropertyExport | undefined> {
  const row = await selectExport(service.db, accountId, id);
  return row && toExport(service, row);
}

export async function removeExport(
  { db, directory }: ExportService,
  accountId: string,
  id: string,
): Promise<boolean> {
  const removed = await deleteExportRow(db, accountId, id);
  if (removed?.fileName != null) await deleteExportFile(directory, removed.fileName);
  return removed !== undefined;
}

export interface ExportFile {
  format: ExportFormat;
  bytes: number;
  open(from: number, to: number): Readable;
}

/** The file behind a signed link; undefined when the link is not ours, has expired or its file is gone. */
export async function findExportFile(
  { db, clock, directory, secret }: ExportService,
  id: string,
  token: string,
): Promise<ExportFile | undefined> {
  const content = verifyToken<unknown[]>(await secret(), LINK_PURPOSE, token);
  const [accountId, exportId, expiresAt] = content ?? [];
  if (typeof accountId !== 'string' || exportId !== id || typeof expiresAt !== 'number') return undefined;
  if (expiresAt <= clock.now().getTime()) return undefined;
  const row = await selectExport(db as Db, accountId, id);
  if (row?.status !== 'READY' || row.fileName === null) return undefined;
  const path = exportPath(directory, row.fileName);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  return {
    format: row.format,
    bytes: found.size,
    open: (start, end) => createReadStream(path, { start, end }),
  };
}
