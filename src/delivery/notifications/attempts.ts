import { zstdDecompressSync } from 'node:zlib';
import { selectPage } from '../../db/select-page.ts';
import { type Db, sql } from '../../db/sql.ts';
import type { RowPage } from '../../lib/page.ts';

/** One delivery attempt. Bodies are stored for 30 days. */
export interface DeliveryAttempt {
  id: string;
  attemptNumber: number;
  startedAt: Date;
  tookMs: number | null;
  /** FAILED: by the receiver; LOST: by the service. */
  outcome: 'DELIVERED' | 'FAILED' | 'LOST' | 'SKIPPED';
  /** Sent to see whether a suspended destination works again. */
  probe: boolean;
  requestHeaders: Record<string, string> | null;
  requestBody: string | null;
  replyStatus: number | null;
  replyHeaders: Record<string, string> | null;
  /** Truncated. */
  replyBody: string | null;
  error: string | null;
}

type StoredAttempt = Omit<DeliveryAttempt, 'requestBody' | 'replyBody'> & {
  requestBody: Buffer | null;
  replyBody: Buffer | null;
};

/** The attempts of one notification, the oldest first. */
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
