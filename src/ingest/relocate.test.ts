import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { silentLog } from '../../test/support/log.ts';
import { sql } from '../db/sql.ts';
import { loadDivisions } from '../geo/load.ts';
import { createPlaceService } from '../geo/place-service.ts';
import { systemClock } from '../lib/clock.ts';
import { findProperty, findPropertyIdByUrl } from '../properties/lookup.ts';
import { revisionKinds } from '../properties/stored-events.ts';
import { validateObservation } from './observation.ts';
import { openPipeline } from './open.ts';
import { ingest } from './pipeline.ts';
import { relocate } from './relocate.ts';

const URL_OF = 'https://portail.example/1';
const validated = validateObservation({
  source: 'portail',
  url: URL_OF,
  observedAt: '2026-10-01T00:00:00Z',
  kind: 'seen',
  payload: {
    propertyType: 'FLAT',
    transactionType: 'SELL',
    displayedPrice: 300_000,
    area: { living: 50 },
    location: { city: 'Boulogne Billancourt', postalCode: '92100' },
  },
});

test('a listing ingested before its divisions is located later with the same ids and no change', async (t) => {
  const { db } = await freshDatabase(t, { statementTimeoutMs: 60_000 });
  const pipeline = openPipeline(db, systemClock, { places: createPlaceService(db, () => undefined) });
  assert.ok('observation' in validated);
  await ingest(pipeline, [validated]);
  const propertyId = (await findPropertyIdByUrl(db, URL_OF)) ?? '';
  assert.equal((await findProperty(db, propertyId))?.property.location?.city, undefined);

  await loadDivisions(db, systemClock, silentLog, 'FR');
  const later = openPipeline(db, systemClock, { places: createPlaceService(db, () => undefined) });
  assert.deepEqual(await relocate(later, () => undefined), { listings: 1, moved: 1 });
  assert.equal(await findPropertyIdByUrl(db, URL_OF), propertyId);
  assert.equal((await findProperty(db, propertyId))?.property.location?.city?.uniqueCode, '92012');
  const changes = await db.rows(sql`
    select ${revisionKinds} as kinds, listing_id, listing_events from property_change order by recorded_at desc limit 1`);
  assert.deepEqual(
    changes,
    [{ kinds: ['UPDATED'], listing_id: null, listing_events: [] }],
    'a correction is no event',
  );
  assert.deepEqual(
    await relocate(later, () => undefined),
    { listings: 1, moved: 0 },
    'a repeated call moves nothing',
  );
});
