import { selectPage } from '../../db/select-page.ts';
import { type Db, firstRow, sql } from '../../db/sql.ts';
import type { RowPage } from '../../lib/page.ts';

export interface RequestBinRow {
  accountId: string;
  id: string;
  url: string;
  createdAt: Date;
  expiresAt: Date;
}

export interface BinRequestRow {
  id: string;
  receivedAt: Date;
  headers: Record<string, string>;
  body: Buffer;
  bodyBytes: number;
  keyHint: string;
  expectedSignature: string;
}

const binColumns = sql`
  account_id as "accountId", request_bin_id as id, url, created_at as "createdAt", expires_at as "expiresAt"`;
const requestColumns = sql`
  request_bin_request_id as id, received_at as "receivedAt", headers, body, body_bytes as "bodyBytes",
  key_hint as "keyHint", expected_signature as "expectedSignature"`;

export const selectBin = (db: Db, accountId: string): Promise<RequestBinRow | undefined> =>
  firstRow(db, sql`select ${binColumns} from request_bin where account_id = ${accountId}`);

/** A bin that exists keeps its URL: alerts may use it. */
export async function upsertBin(db: Db, bin: RequestBinRow): Promise<RequestBinRow> {
  const { accountId, id, url, createdAt, expiresAt } = bin;
  const row = await firstRow<RequestBinRow>(
    db,
    sql`
    insert into request_bin (account_id, request_bin_id, url, created_at, expires_at)
    values (${accountId}, ${id}, ${url}, ${createdAt}, ${expiresAt})
    on conflict (account_id) do update set expires_at = excluded.expires_at
    returning ${binColumns}`,
  );
  return row ?? bin;
}

export async function insertRequest(db: Db, accountId: string, request: BinRequestRow): Promise<void> {
  const { id, receivedAt, headers, body, bodyBytes, keyHint, expectedSignature } = request;
  await db.rows(sql`
    insert into request_bin_request (account_id, request_bin_request_id, received_at, headers, body, body_bytes,
      key_hint, expected_signature)
    values (${accountId}, ${id}, ${receivedAt}, ${JSON.stringify(headers)}::json, ${body}, ${bodyBytes},
      ${keyHint}, ${expectedSignature})`);
}

/** Deletes all but the newest. */
export async function trimRequests(db: Db, accountId: string, kept: number): Promise<void> {
  await db.rows(sql`
    delete from request_bin_request where account_id = ${accountId} and request_bin_request_id in (
      select request_bin_request_id from request_bin_request where account_id = ${accountId}
      order by request_bin_request_id desc offset ${kept})`);
}

export const requestsPage = (db: Db, accountId: string, page: number): Promise<RowPage<BinRequestRow>> =>
  selectPage(
    db,
    sql`
    select ${requestColumns} from request_bin_request where account_id = ${accountId}
    order by request_bin_request_id desc`,
    page,
  );

export async function deleteRequests(db: Db, accountId: string): Promise<void> {
  await db.rows(sql`delete from request_bin_request where account_id = ${accountId}`);
}

/** The bin itself stays, so that its URL can be opened again. */
export async function deleteExpiredRequests(db: Db, now: Date): Promise<void> {
  await db.rows(sql`
    delete from request_bin_request where account_id in (
      select account_id from request_bin where expires_at <= ${now})`);
}

/** Every payload names its properties by id. The table is small: 50 rows an account at most. */
export async function deleteRequestsAbout(db: Db, propertyIds: readonly string[]): Promise<void> {
  await db.rows(sql`
    delete from request_bin_request where exists (
      select 1 from unnest(${propertyIds}::text[]) as named (id)
      where position(convert_to(named.id, 'UTF8') in body) > 0)`);
}
