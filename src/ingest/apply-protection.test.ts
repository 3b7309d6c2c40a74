import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { systemClock } from '../lib/clock.ts';
import { findProperty, findPropertyIdByUrl } from '../properties/lookup.ts';
import { registerSource, updateSourceSettings } from '../sources/sources.ts';
import { applyProtection } from './apply-protection.ts';
import { validateObservation } from './observation.ts';
import { openPipeline } from './open.ts';
import { ingest } from './pipeline.ts';

const nowhere = { locate: async () => ({ divisions: undefined, notes: [] }) as never };
const urlOf = (key: number): string => `https://discret.example/${key}`;
const seen = (key: number, hidden?: boolean) => {
  const validated = validateObservation({
    source: 'discret',
    url: urlOf(key),
    observedAt: '2026-10-01T00:00:00Z',
    kind: 'seen',
    payload: {
      propertyType: 'FLAT',
      transactionType: 'SELL',
      displayedPrice: 1_000 * key,
      area: { living: 9 + key },
      protected: hidden,
    },
  });
  assert.ok('observation' in validated);
  return validated;
};

test('a protected source hides URL and source of all its listings without recording a change', async (t) => {
  const { db } = await freshDatabase(t);
  const pipeline = openPipeline(db, systemClock, { places: nowhere });
  await registerSource(db, systemClock, { slug: 'discret', name: 'Discret', domain: null });
  await ingest(pipeline, [seen(1), seen(2, true)]);
  const shown = async (key: number) => {
    const property = await findProperty(db, (await findPropertyIdByUrl(db, urlOf(key))) ?? '');
    return [property?.listings[0]?.url, property?.listings[0]?.source?.slug];
  };
  const hidden = [undefined, undefined];
  assert.deepEqual(await shown(1), [urlOf(1), 'discret']);
  assert.deepEqual(await shown(2), hidden);

  const source = await updateSourceSettings(db, 'discret', { protected: true });
  assert.ok(source);
  assert.equal(await applyProtection(pipeline, source), 2);
  assert.equal(await applyProtection(pipeline, source), 0, 'a repeated call updates nothing');
  await ingest(pipeline, [seen(3)]);
  assert.deepEqual([await shown(1), await shown(2), await shown(3)], [hidden, hidden, hidden]);
  const events = await db.rows(
    sql`select 1 from property_change where json_array_length(changes) > 0 or json_array_length(listing_events) > 1 or json_typeof(listing_events -> 0) <> 'string'`,
  );
  assert.deepEqual(events, []);

  const open = await updateSourceSettings(db, 'discret', { protected: false });
  assert.ok(open);
  assert.equal(await applyProtection(pipeline, open), 3);
  assert.deepEqual(await shown(1), [urlOf(1), 'discret']);
  assert.deepEqual(await shown(2), hidden, 'the setting of the listing itself stays');
});
