import assert from 'node:assert/strict';
import { test } from 'node:test';
import { USAGE_FLUSH_INTERVAL_MS } from '../../src/usage/meter.ts';
import { until } from '../faults/until.ts';
import { freshDatabase } from '../support/database.ts';
import { createDataDirectory } from '../support/gable.ts';
import { killUnderLoad, type LoadProgress } from '../support/killed-server.ts';

/** The time to write a batch on a busy machine. */
const WRITE_MS = 750;
const MAX_LOST_MS = USAGE_FLUSH_INTERVAL_MS + WRITE_MS;

/**
 * Until a call is recorded that was answered later than the window that may be lost: losing everything, or all but the first batch,
 * fails. `npm run bench -- usage-chaos` kills 200 servers.
 */
const waitForLateRecord = ({ answers, countRecorded }: LoadProgress): Promise<void> =>
  until(
    async () => {
      const early = answers.filter((at) => at - (answers[0] ?? 0) <= MAX_LOST_MS).length;
      return early < answers.length && (await countRecorded()) > early;
    },
    { within: 30_000, every: 20, what: () => `a record of ${answers.length} answers` },
  );

test('a server killed under load has recorded all answers but those of the last moments, none twice', async (t) => {
  const database = await freshDatabase(t);
  const killed = await killUnderLoad(database, { folder: createDataDirectory(t), load: waitForLateRecord });
  const { answered, recorded, cutOff, lostMs } = killed;
  const summary = `${answered} answered, ${recorded} recorded, lost from ${lostMs} ms before`;
  assert.ok(recorded > 0 && recorded <= answered + cutOff, summary);
  assert.ok(lostMs <= MAX_LOST_MS, summary);
});
