import assert from 'node:assert/strict';
import { test } from 'node:test';
import { USAGE_FLUSH_INTERVAL_MS } from '../../src/usage/meter.ts';
import { freshDatabase } from '../support/database.ts';
import { createDataDirectory } from '../support/gable.ts';
import { killUnderLoad } from '../support/killed-server.ts';

/** What writing a batch may take on a busy machine. */
const WRITE_MS = 750;
/** Longer than what may be lost, so that losing all would be noticed. `npm run bench -- usage-chaos` kills 200 servers. */
const LOAD_MS = 2 * (USAGE_FLUSH_INTERVAL_MS + WRITE_MS);

test('a server killed under load has recorded all it answered but the last moments, and nothing twice', async (t) => {
  const house = await freshDatabase(t);
  const killed = await killUnderLoad(house, { folder: createDataDirectory(t), loadMs: LOAD_MS });
  const { answered, recorded, cutOff, lostMs } = killed;
  const told = `${answered} answered, ${recorded} recorded, lost from ${lostMs} ms before`;
  assert.ok(recorded > 0 && recorded <= answered + cutOff, told);
  assert.ok(lostMs <= USAGE_FLUSH_INTERVAL_MS + WRITE_MS, told);
});
