import { type Db, firstRow, sql } from '../db/sql.ts';

/** A closed file. The manifest alone decides which events it contains. */
export interface WarehouseFile {
  fileId: string;
  month: string;
  eventCount: number;
  firstEventAt: Date;
  lastEventAt: Date;
  closedAt: Date;
}

export interface WrittenFileStats {
  eventCount: number;
  bytes: number;
  firstEventAt: Date;
  lastEventAt: Date;
}

/** Announces a file before a byte of it is written; returns false while another writer has the month. */
export async function insertFile(db: Db, fileId: string, month: string, now: Date): Promise<boolean> {
  const inserted = await db.rows(sql`
    insert into warehouse_file (file_id, month, started_at) values (${fileId}, ${month}, ${now})
    on conflict (month) where closed_at is null do nothing
    returning 1`);
  return inserted.length > 0;
}

/** Returns false when the writer was abandoned meanwhile: then none of its events may count. */
export async function markFileClosed(
  db: Db,
  fileId: string,
  written: WrittenFileStats,
  now: Date,
): Promise<boolean> {
  const closed = await db.rows(sql`
    update warehouse_file set closed_at = ${now}, event_count = ${written.eventCount}, bytes = ${written.bytes},
      first_event_at = ${written.firstEventAt}, last_event_at = ${written.lastEventAt}
    where file_id = ${fileId} and closed_at is null
    returning 1`);
  return closed.length > 0;
}

/** Returns how many of them were still live. */
export async function markFilesObsolete(db: Db, fileIds: readonly string[], now: Date): Promise<number> {
  const replaced = await db.rows(sql`
    update warehouse_file set replaced_at = ${now}
    where file_id = any (${fileIds}::uuid[]) and closed_at is not null and replaced_at is null
    returning 1`);
  return replaced.length;
}

export const selectLiveFiles = (db: Db): Promise<WarehouseFile[]> =>
  db.rows(sql`
    select file_id as "fileId", month::text as month, event_count as "eventCount",
           first_event_at as "firstEventAt", last_event_at as "lastEventAt", closed_at as "closedAt"
    from warehouse_file where closed_at is not null and replaced_at is null
    order by month, file_id`);

/** Obsolete files: of dead writers, and merged long enough ago that no reader is left. */
export const selectObsoleteFiles = (
  db: Db,
  { begunBefore, replacedBefore }: { begunBefore: Date; replacedBefore: Date },
): Promise<{ fileId: string; month: string }[]> =>
  db.rows(sql`
    select file_id as "fileId", month::text as month from warehouse_file
    where (closed_at is null and started_at < ${begunBefore}) or replaced_at < ${replacedBefore}`);

/** An unfinished file is deleted only while it is unfinished: its writer and the cleanup race for the row. */
export async function deleteFileRow(db: Db, fileId: string): Promise<boolean> {
  const deleted = await db.rows(sql`
    delete from warehouse_file where file_id = ${fileId} and (closed_at is null or replaced_at is not null)
    returning 1`);
  return deleted.length > 0;
}

export async function selectKnownFiles(db: Db): Promise<Set<string>> {
  const rows = await db.rows<{ fileId: string }>(sql`select file_id as "fileId" from warehouse_file`);
  return new Set(rows.map(({ fileId }) => fileId));
}

/** The status for operators: closed files, and the events that wait for one. */
export const readWarehouseState = (
  db: Db,
): Promise<{ files: number; events: number; bytes: number; waiting: number; due: number } | undefined> =>
  firstRow(
    db,
    sql`
    select count(*)::int as files, coalesce(sum(event_count), 0) as events, coalesce(sum(bytes), 0) as bytes,
           (select count(*) from listing_event) as waiting, (select count(*) from listing_event_due) as due
    from warehouse_file where closed_at is not null and replaced_at is null`,
  );
