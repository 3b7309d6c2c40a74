import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HomeMarket, randomCriteriaJson } from '../../bench/alerts/market.ts';
import { findUnpaired, judgeEvents, type Version } from '../../bench/alerts/oracle.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { createMemoryLog } from '../../test/support/memory-log.ts';
import { createOwner } from '../../test/support/owners.ts';
import { sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import { createRandom } from '../world/random.ts';
import { AlertIndexReplica } from './alert-index-replica.ts';
import type { AlertRule } from './derive-events.ts';
import { matchBacklog } from './match-backlog.ts';
import { matchChanges } from './match-changes.ts';
import { putAlert } from './store.ts';

const { db } = await freshDatabase({ after });
const rules: readonly AlertRule[] = (['NEW_MATCH', 'PRICE_CHANGE'] as const).map((eventType) => ({
  eventType,
  scope: 'PROPERTY',
}));

/** Two workers share the changes. */
async function worker(isOver: () => boolean): Promise<void> {
  const matching = {
    db,
    clock: systemClock,
    log: createMemoryLog(),
    book: new AlertIndexReplica(),
    lineage: async () => () => ({ ids: [], codes: [] }),
    // So few that most events are recorded in turns, and an alert changes while it waits.
    limits: { perAccount: 4, perBatch: 10 },
    backlog: { accounts: 2, alerts: 5 },
    turn: {},
  };
  for (;;) {
    const wasOver = isOver();
    const { changes } = await matchChanges(matching, 5);
    if ((await matchBacklog(matching)) + changes === 0 && wasOver && !(await isWaiting())) return;
  }
}

const isWaiting = async (): Promise<boolean> =>
  (await db.rows(sql`select 1 from match_backlog limit 1`)).length > 0;

test('two workers record while alerts change the same events as matching every alert one by one', async () => {
  const seed = Date.now();
  const owners = await Promise.all([1, 2, 3].map(() => createOwner(db, systemClock)));
  const ownerOf = new Map<string, string>();
  const [chance, homes] = [createRandom('alerts', seed), new HomeMarket(createRandom('homes', seed))];
  const alerts = new Map<string, Version[]>();
  const save = async (id: string): Promise<void> => {
    const history = alerts.get(id) ?? [];
    alerts.set(id, history);
    // Any city, so that a small market has matches.
    const {
      property: { locations: _, ...property },
    } = randomCriteriaJson(chance) as { property: Record<string, unknown> };
    const [criteria, now] = [{ property }, systemClock.now()];
    const began = Date.now();
    await db.transaction((tx) =>
      putAlert(
        tx,
        {
          id,
          accountId: ownerOf.get(id) ?? '',
          name: 'x',
          enabled: true,
          disabledReason: null,
          delivery: null,
          criteria,
          rules,
          destinationId: null,
          version: history.length + 1,
          createdAt: now,
          updatedAt: now,
        },
        null,
      ),
    );
    history.push({ began, saved: Date.now(), criteria });
  };
  for (let at = 0; at < 40; at++) {
    const id = newId(systemClock.now());
    // One account has most alerts, one has few; consecutive alerts belong to different accounts.
    ownerOf.set(id, owners[at < 10 ? at % 3 : at < 36 ? 0 : 1]?.accountId ?? '');
    await save(id);
  }
  let over = false;
  const workers = [worker(() => over), worker(() => over)];
  const ids = [...alerts.keys()];
  for (let at = 0; at < 80; at++) {
    await homes.change(db, systemClock.now());
    await save(ids[chance.whole(0, 9)] ?? '');
  }
  over = true;
  await Promise.all(workers);
  const { events, missed, wrong } = await judgeEvents(db, alerts, rules);
  assert.deepEqual(
    { missed, wrong, unpaired: await findUnpaired(db) },
    { missed: [], wrong: [], unpaired: 0 },
    `seed ${seed}`,
  );
  assert.ok(events > 200, `${events} events`);
});
