import assert from 'node:assert/strict';
import { test } from 'node:test';
import { USAGE_FLUSH_INTERVAL_MS } from '../../src/usage/meter.ts';
import { freshDatabase } from '../support/database.ts';
import { createDataDirectory } from '../support/gable.ts';
import { killUnderLoad } from '../support/killed-server.ts';

/** The time to write a batch on a busy machine. */
const WRITE_MS = 750;
/** Longer than the window that may be lost, so that losing everything fails. `npm run bench -- usage-chaos` kills 200 servers. */
const LOAD_MS = 2 * (USAGE_FLUSH_INTERVAL_MS + WRITE_MS);

test('a server killed under load has recorded all answers but those of the last moments, none twice', async (t) => {
  const database = await freshDatabase(t);
  const killed = await killUnderLoad(database, { folder: createDataDirectory(t), loadMs: LOAD_MS });
  const { answered, recorded, cutOff, lostMs } = killed;
  const summary = `${answered} answered, ${recorded} recorded, lost from ${lostMs} ms before`;
  assert.ok(recorded > 0 && recorded <= answered + cutOff, summary);
  assert.ok(lostMs <= USAGE_FLUSH_INTERVAL_MS + WRITE_MS, summary);
});
