import { type Db, sql } from '../../db/sql.ts';
import type { ClaimedNotification } from '../sending/claimed-notification.ts';
import type { MailLanguage } from './words.ts';

type AlertKey = Pick<ClaimedNotification, 'accountId' | 'alertId'>;

/** The language that each alert has for its mails now; those without one are left out. */
export async function selectMailLanguages(
  db: Db,
  alerts: readonly AlertKey[],
): Promise<Map<string, MailLanguage>> {
  if (alerts.length === 0) return new Map();
  const rows = await db.rows<{ alertId: string; language: MailLanguage }>(sql`
    select alert_id as "alertId", delivery ->> 'language' as language from alert
    where (account_id, alert_id) in (
        select * from unnest(${alerts.map(({ accountId }) => accountId)}::uuid[], ${alerts.map(({ alertId }) => alertId)}::uuid[]))
      and delivery ->> 'language' in ('en', 'fr')`);
  return new Map(rows.map(({ alertId, language }) => [alertId, language]));
}
