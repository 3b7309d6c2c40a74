import type { ExportFormat, ExportStatus } from '../catalogue/service-vocabularies.ts';
import { selectPage } from '../db/select-page.ts';
import { type Db, firstRow, sql } from '../db/sql.ts';
import type { RowPage } from '../lib/page.ts';
import type { Claim, LeasedQueue } from '../queue/claims.ts';
import { claimRows, updateClaimed } from '../queue/claims.ts';

export interface ExportRow {
  accountId: string;
  id: string;
  apiKeyId: string | null;
  /** As in the request; null exports every property. */
  criteria: object | null;
  format: ExportFormat;
  /** A cursor of the change stream: only what changed since. */
  since: string | null;
  status: ExportStatus;
  /** Continues the change stream where this export began. */
  cursor: string | null;
  total: number | null;
  rows: number;
  bytes: number;
  /** The last property or position written; null before the first. */
  lastKey: string | null;
  fileName: string | null;
  failures: number;
  error: string | null;
  createdAt: Date;
  finishedAt: Date | null;
  expiresAt: Date;
}

const columns = sql`
  account_id as "accountId", export_id as id, api_key_id as "apiKeyId", criteria, format, since, status, cursor,
  total::float8 as total, rows::float8 as rows, bytes::float8 as bytes, last_key as "lastKey", file_name as "fileName", failures, error,
  created_at as "createdAt", finished_at as "finishedAt", expires_at as "expiresAt"`;

const QUEUE: LeasedQueue = {
  table: 'property_export',
  key: ['account_id', 'export_id'],
  claimColumn: 'claim_id',
  leaseColumn: 'due_at',
  condition: sql`status = 'RUNNING'`,
};

export type NewExport = Pick<
  ExportRow,
  'accountId' | 'id' | 'apiKeyId' | 'criteria' | 'format' | 'since' | 'createdAt' | 'expiresAt'
>;

/** Undefined when the account has this many unfinished exports already. Two at once wait for each other. */
export async function insertExport(db: Db, made: NewExport, maxOpen: number): Promise<ExportRow | undefined> {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`exports of ${made.accountId}`}, 0))`);
  return firstRow(
    db,
    sql`
    insert into property_export (account_id, export_id, api_key_id, criteria, format, since, status, created_at, expires_at, due_at)
    select ${made.accountId}, ${made.id}, ${made.apiKeyId}, ${made.criteria === null ? null : JSON.stringify(made.criteria)}::json,
           ${made.format}, ${made.since}, 'PENDING', ${made.createdAt}, ${made.expiresAt}, ${made.createdAt}
    where (select count(*) from property_export where account_id = ${made.accountId} and status in ('PENDING', 'RUNNING')) < ${maxOpen}
    returning ${columns}`,
  );
}

export const selectExports = (db: Db, accountId: string, page: number): Promise<RowPage<ExportRow>> =>
  selectPage(
    db,
    sql`select ${columns} from property_export where account_id = ${accountId} order by created_at desc, export_id`,
    page,
  );

export const selectExport = (db: Db, accountId: string, id: string): Promise<ExportRow | undefined> =>
  firstRow(
    db,
    sql`select ${columns} from property_export where account_id = ${accountId} and export_id = ${id}`,
  );

export const deleteExportRow = (
  db: Db,
  accountId: string,
  id: string,
): Promise<{ fileName: string | null } | undefined> =>
  firstRow(
    db,
    sql`delete from property_export where account_id = ${accountId} and export_id = ${id} returning file_name as "fileName"`,
  );

/** The oldest unfinished export whose lease has ended. */
export async function claimExport(
  db: Db,
  { claimId, now, until }: { claimId: string; now: Date; until: Date },
): Promise<ExportRow | undefined> {
  const due = {
    where: sql`status in ('PENDING', 'RUNNING') and due_at <= ${now}`,
    orderBy: sql`due_at`,
    limit: 1,
  };
  const [claimed] = await claimRows<{ accountId: string; id: string }>(db, QUEUE, {
    due,
    claimId,
    until,
    returning: sql`account_id as "accountId", export_id as id`,
  });
  if (claimed === undefined) return undefined;
  return firstRow(
    db,
    sql`update property_export set status = 'RUNNING'
        where account_id = ${claimed.accountId} and export_id = ${claimed.id} and claim_id = ${claimId}
        returning ${columns}`,
  );
}

export const claimOf = ({ accountId, id }: Pick<ExportRow, 'accountId' | 'id'>, claimId: string): Claim => ({
  key: [accountId, id],
  claimId,
});

export interface ExportProgress {
  rows: number;
  bytes: number;
  lastKey: string | null;
  fileName: string;
}

/** False when the claim is lost: another worker writes the export, or it was withdrawn. */
export const saveProgress = async (
  db: Db,
  claim: Claim,
  { rows, bytes, lastKey, fileName }: ExportProgress,
  until: Date,
): Promise<boolean> =>
  (await updateClaimed(
    db,
    QUEUE,
    [claim],
    sql`rows = ${rows}, bytes = ${bytes}, last_key = ${lastKey}, file_name = ${fileName}, due_at = ${until}, failures = 0`,
  )) > 0;

export const saveStart = async (
  db: Db,
  claim: Claim,
  { cursor, total }: { cursor: string; total: number },
): Promise<boolean> =>
  (await updateClaimed(db, QUEUE, [claim], sql`cursor = ${cursor}, total = ${total}`)) > 0;

export const finishExport = async (
  db: Db,
  claim: Claim,
  { rows, bytes, fileName }: Omit<ExportProgress, 'lastKey'>,
  now: Date,
): Promise<boolean> =>
  (await updateClaimed(
    db,
    QUEUE,
    [claim],
    sql`status = 'READY', rows = ${rows}, bytes = ${bytes}, file_name = ${fileName}, total = ${rows}, finished_at = ${now}, error = null`,
  )) > 0;

export const failExport = (db: Db, claim: Claim, error: string, now: Date): Promise<number> =>
  updateClaimed(db, QUEUE, [claim], sql`status = 'FAILED', error = ${error}, finished_at = ${now}`);

export const postponeExport = (db: Db, claim: Claim, until: Date): Promise<number> =>
  updateClaimed(db, QUEUE, [claim], sql`due_at = ${until}, failures = failures + 1`);

/** Deletes exports that have expired; returns their files. */
export const takeExpired = (db: Db, now: Date): Promise<{ fileName: string | null }[]> =>
  db.rows(sql`delete from property_export where expires_at <= ${now} returning file_name as "fileName"`);

/**
 * Withdraws every export that may hold a listing that was removed: finished ones expire, running ones start again.
 * Returns their files.
 */
export const withdrawExports = (db: Db, now: Date): Promise<{ fileName: string }[]> =>
  db.rows(sql`
    with concerned as (
      select account_id, export_id, file_name from property_export where file_name is not null for update
    ), withdrawn as (
      update property_export as one set
        status = case when one.status = 'RUNNING' then 'PENDING' else 'EXPIRED' end,
        error = case when one.status = 'RUNNING' then null else 'a listing was removed: export again' end,
        rows = 0, bytes = 0, last_key = null, file_name = null, cursor = null, total = null, claim_id = null, due_at = ${now}
      from concerned where one.account_id = concerned.account_id and one.export_id = concerned.export_id
    )
    select file_name as "fileName" from concerned`);

export const selectFileNames = (db: Db): Promise<{ fileName: string }[]> =>
  db.rows(sql`select file_name as "fileName" from property_export where file_name is not null`);
