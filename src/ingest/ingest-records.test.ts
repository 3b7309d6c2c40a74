import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { systemClock } from '../lib/clock.ts';
import { listingIdFromUrl } from '../lib/ids.ts';
import { findListingRecords } from '../properties/listing-rows.ts';

import { ingestRecords } from './ingest-records.ts';
import { type FeedObservation, validateObservation } from './observation.ts';
import { openPipeline } from './open.ts';
import { SerializedJson } from './serialized-json.ts';

const { db } = await freshDatabase({ after });
const nowhere = { locate: async () => ({ divisions: undefined, notes: [] }) as never };
const pipeline = openPipeline(db, systemClock, { places: nowhere });

/** A record that fills a batch. */
const LONG = new SerializedJson(`"${'x'.repeat(9 * 1024 ** 2)}"`);

function seen(name: string, day: number, price: number): FeedObservation {
  const validated = validateObservation({
    source: 'receiving',
    url: `https://receiving.example/${name}`,
    observedAt: `2026-03-0${day}T12:00:00Z`,
    kind: 'seen',
    payload: { propertyType: 'FLAT', transactionType: 'SELL', displayedPrice: price, area: { living: 41 } },
  });
  assert.ok('observation' in validated);
  return { line: 1, observation: validated.observation, ignoredFields: [], raw: LONG };
}

async function* from(...readings: FeedObservation[]) {
  yield* readings;
}

const pricesOf = async (name: string): Promise<number[]> => {
  const id = listingIdFromUrl(`https://receiving.example/${name}`) ?? '';
  const found = (await findListingRecords(db, [id])).get(id);
  return (found?.state.prices ?? []).map(({ price }) => price);
};

test('long records fill a batch by their size', async () => {
  const batches: number[] = [];
  const { new: added } = await ingestRecords(pipeline, from(seen('a', 1, 100_000), seen('b', 1, 150_000)), {
    onBatch: (_, observations) => void batches.push(observations.length),
  });
  assert.deepEqual([added, batches], [2, [1, 1]]);
});

test('a price that changes and changes back in two consecutive batches counts as two changes', async () => {
  await ingestRecords(pipeline, from(seen('c', 1, 200_000)));
  const { changed, unchanged } = await ingestRecords(
    pipeline,
    from(seen('c', 2, 190_000), seen('c', 3, 200_000)),
  );
  assert.deepEqual([changed, unchanged], [2, 0]);
  assert.deepEqual(await pricesOf('c'), [200_000, 190_000, 200_000]);
});

test('when reading fails, earlier batches are written before the error is thrown', async () => {
  const failing = async function* () {
    yield seen('d', 1, 300_000);
    throw new Error('connection lost');
  };
  await assert.rejects(ingestRecords(pipeline, failing()), /connection lost/);
  assert.deepEqual(await pricesOf('d'), [300_000]);
});

test('an error while a batch is written is thrown although the next is being parsed', async () => {
  const running = ingestRecords(pipeline, from(seen('e', 1, 100_000), seen('f', 1, 100_000)), {
    onBatch: () => {
      throw new Error('listener failed');
    },
  });
  await assert.rejects(running, /listener failed/);
});
