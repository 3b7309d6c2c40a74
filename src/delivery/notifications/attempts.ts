import { zstdDecompressSync } from 'node:zlib';
import { selectPage } from '../../db/select-page.ts';
import { type Db, sql } from '../../db/sql.ts';
import type { RowPage } from '../../lib/page.ts';

/** One attempt as it was made. Bodies are kept for 30 days. */
export interface DeliveryAttempt {
  id: string;
  attemptNumber: number;
  startedAt: Date;
  tookMs: number | null;
  /** FAILED by the receiver's doing, LOST by ours. */
  outcome: 'DELIVERED' | 'FAILED' | 'LOST' | 'SKIPPED';
  /** Made to see whether a suspended destination answers again. */
  probe: boolean;
  requestHeaders: Record<string, string> | null;
  requestBody: string | null;
  replyStatus: number | null;
  replyHeaders: Record<string, string> | null;
  /** Its beginning. */
  replyBody: string | null;
  error: string | null;
}

type StoredAttempt = Omit<DeliveryAttempt, 'requestBody' | 'replyBody'> & {
  requestBody: Buffer | null;
  replyBody: Buffer | null;
};

/** The attempts of one notification, the first first. */
export async function listAttempts(
  db: Db,
  accountId: string,
  notificationId: string,
  page: number,
): Promise<RowPage<DeliveryAttempt>> {
  const { rows, total } = await selectPage<StoredAttempt>(
    db,
    sql`
    select event_notification_id || '-' || attempt_number as id, attempt_number as "attemptNumber", started_at as "startedAt",
           took_ms as "tookMs", outcome, probe, request_headers as "requestHeaders", request_body as "requestBody",
           reply_status as "replyStatus", reply_headers as "replyHeaders", reply_body as "replyBody", error
    from delivery_attempt where account_id = ${accountId} and event_notification_id = ${notificationId}
    order by delivery_attempt.attempt_number`,
    page,
  );
  return { rows: rows.map(decodeAttempt), total };
}

const decodeAttempt = (row: StoredAttempt): DeliveryAttempt => ({
  ...row,
  requestBody: row.requestBody && zstdDecompressSync(row.requestBody).toString(),
  replyBody: row.replyBody?.toString() ?? null,
});
