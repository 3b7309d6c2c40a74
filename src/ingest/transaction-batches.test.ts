import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import type { ParsedObservation } from './assign-batch.ts';
import { forEachTransactionBatch, MAX_TRANSACTION_LISTINGS } from './transaction-batches.ts';

/** An observation of a listing in a town on a day. An expiry names no town. */
const observe = (listingId: string, day: number, town?: string): ParsedObservation =>
  ({
    kind: 'seen',
    observedAt: `2026-03-0${day}T12:00:00Z`,
    listingId,
    sourceId: 's',
    payload: {},
    listing: town === undefined ? undefined : { claims: { location: { city: { uniqueCode: town } } } },
    ignoredFields: [],
  }) as unknown as ParsedObservation;

async function listBatches(observations: readonly ParsedObservation[]): Promise<string[]> {
  const seen: string[] = [];
  await forEachTransactionBatch(observations, async (together) => {
    await soon();
    seen.push(together.map(({ listingId }) => listingId).join(' '));
  });
  return seen;
}

test('a transaction holds one large or several small departments', async () => {
  assert.deepEqual(
    await listBatches([observe('a', 1, '75056'), observe('b', 1, '69123'), observe('c', 1, '75056')]),
    ['a c b'],
  );
});

test('days run in order, and so do observations of one listing on one day', async () => {
  assert.deepEqual(
    await listBatches([
      observe('a', 1, '75056'),
      observe('a', 1, '75056'),
      observe('b', 2, '75056'),
      observe('c', 1),
    ]),
    ['a c', 'a', 'b'],
  );
});

test('a large department is split into several transactions', async () => {
  const paris = Array.from({ length: MAX_TRANSACTION_LISTINGS + 50 }, (_, at) =>
    observe(`p${at}`, 1, '75056'),
  );
  const sizes = (await listBatches([...paris, observe('l', 1, '69123')])).map((ids) => ids.split(' ').length);
  assert.deepEqual(
    sizes.toSorted((one, other) => one - other),
    [1, 50, MAX_TRANSACTION_LISTINGS],
  );
});

test('a failure of one department is thrown once the others have ended', async () => {
  const count = MAX_TRANSACTION_LISTINGS - 20;
  const many = (town: string) => Array.from({ length: count }, (_, at) => observe(`${town}-${at}`, 1, town));
  const written: number[] = [];
  const running = forEachTransactionBatch([...many('75056'), ...many('69123')], async (together) => {
    if (together[0]?.listingId.startsWith('75')) throw new Error('refused in Paris');
    await soon();
    written.push(together.length);
  });
  await assert.rejects(running, /refused in Paris/);
  assert.deepEqual(written, [count]);
});
