import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { createTestAlert } from '../../test/support/alerts.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { createMemoryLog } from '../../test/support/memory-log.ts';
import { createOwner } from '../../test/support/owners.ts';
import { createPlaceService, PRELOAD_DELAY_MS } from '../geo/place-service.ts';
import { sqlEngine } from '../properties/search/sql-engine.ts';
import { alertJobs } from './jobs.ts';

const { db } = await freshDatabase({ after });

/** A worker that has just started, and a look for changes of it. */
function startWorker() {
  const clock = new MovableClock(new Date());
  const places = createPlaceService(db, assert.ifError);
  const engine = sqlEngine(db, places);
  const jobs = alertJobs({ db, clock, log: createMemoryLog(), places, engine });
  const match = jobs.find(({ name }) => name === 'match changes with alerts');
  assert.ok(match);
  return { clock, places, look: () => match.run(new AbortController().signal) };
}

test('a worker loads places with its first change that an alert may meet, or when it has run for some seconds', async () => {
  const idle = startWorker();
  await idle.look();
  assert.equal(idle.places.isLoaded(), false);
  await idle.clock.advance(PRELOAD_DELAY_MS);
  await idle.look();
  assert.equal(idle.places.isLoaded(), true);
  const busy = startWorker();
  await createTestAlert(db, busy.clock, await createOwner(db, busy.clock), {});
  await recordTogether(db, [madeListing({ propertyType: 'FLAT' })], busy.clock.now());
  await busy.look();
  assert.equal(busy.places.isLoaded(), true);
});
