import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { createOwner } from '../../test/support/owners.ts';
import { DAY_MS } from '../lib/durations.ts';
import {
  AUDIT_RETENTION_DAYS,
  auditCleanupJob,
  listActions,
  recordAction,
  recordCommand,
} from './audit-log.ts';

const { db } = await freshDatabase({ after });

test('an entry is kept for twelve months of any length, and then deleted by the job', async () => {
  const clock = new MovableClock('2027-03-01T12:00:00Z');
  const { accountId, apiKey } = await createOwner(db, clock);
  const targets = async (): Promise<string[]> =>
    (await listActions(db, accountId, 1)).rows.map(({ target }) => target);
  const actor = { accountId, apiKeyId: apiKey.apiKeyId };
  await recordAction(db, clock, actor, { action: 'createAlert', target: 'first' });
  await clock.advance(DAY_MS);
  await recordCommand(db, clock, accountId, { action: 'key create', target: 'second' });

  // 2028 has a 29 February: twelve months are 366 days.
  await clock.advance(AUDIT_RETENTION_DAYS * DAY_MS - DAY_MS);
  assert.equal(clock.now().toISOString(), '2028-03-01T12:00:00.000Z');
  await auditCleanupJob({ db, clock }).run(new AbortController().signal);
  assert.deepEqual(await targets(), ['second', 'first']);
  await clock.advance(1_000);
  await auditCleanupJob({ db, clock }).run(new AbortController().signal);
  assert.deepEqual(await targets(), ['second']);
});
