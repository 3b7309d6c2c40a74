import type { Page } from 'playwright-core';
import { type Database, sql } from '../../src/db/sql.ts';
import { storedDocument } from '../../src/properties/packed-document.ts';

/** Of a week; homes that appeared. */
const CHANGES = 100_000;
const ALERT = {
  name: 'Rehearsed',
  criteria: { property: { type: { in: ['FLAT'] }, pricing: { displayed: { lte: 300_000 } } } },
};

interface Answer {
  id: string;
  changes: number;
  totalChanges: number;
  cursor: string | null;
}

/** The first answer of a rehearsal of 7 days, which is complete or says how far it is. */
export async function measureRehearsal(page: Page, db: Database): Promise<void> {
  const [present] = await db.rows(sql`select 1 from property_change limit 1`);
  if (present === undefined) await addChanges(db);
  const { firstMs, answers, changes, totalChanges, totalMs } = await page.evaluate(async (alert) => {
    const call = async (path: string, body: object) => {
      const headers = {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-gable-console': '1',
      };
      const reply = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
      return (await reply.json()) as Answer;
    };
    const destination = await call('/account/event-destinations', { url: 'https://receiver.example.com/' });
    const { id } = await call('/alerts', {
      ...alert,
      notificationDestination: { eventDestination: destination.id },
    });
    const started = performance.now();
    let firstMs = 0;
    let [answers, changes, totalChanges] = [0, 0, 0];
    for (let cursor: string | undefined; cursor !== undefined || answers === 0; ) {
      const answer = await call(`/console/api/read/alerts/${id}/rehearsal`, {
        days: 7,
        ...(cursor && { cursor }),
      });
      firstMs ||= performance.now() - started;
      answers += 1;
      changes += answer.changes;
      totalChanges = answer.totalChanges;
      cursor = answer.cursor ?? undefined;
    }
    return { firstMs, answers, changes, totalChanges, totalMs: performance.now() - started };
  }, ALERT);
  console.log(
    `rehearsal of 7 days: first answer ${firstMs.toFixed(0)} ms; ${changes} of ${totalChanges} changes in ${answers} answers and ${(totalMs / 1_000).toFixed(1)} s`,
  );
}

/**
 * One change for each of many homes, spread over the last week. The service records in whole milliseconds.
 */
const addChanges = (db: Database): Promise<unknown> =>
  db.rows(sql`
    insert into property_change
      (property_id, revision_id, occurred_at, recorded_at, kinds, listing_events, changes, packed_after, match_due_at,
       revision_number)
    select property_id, gen_random_uuid(), moment, moment, '{CREATED}', '[]', '[]', stored, null, 1
    from (
      select property_id, ${storedDocument} as stored,
             date_trunc('milliseconds', now() - random() * interval '7 days') as moment
      from property limit ${CHANGES}
    ) as home`);
