import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as soon } from 'node:timers/promises';
import type { ParsedObservation } from './assign-batch.ts';
import { forEachTransactionBatch } from './transaction-batches.ts';

/** An observation in a town, on a day; one of a listing that is gone names no town. */
const arrival = (listingId: string, day: number, town?: string): ParsedObservation =>
  ({
    observation: { kind: 'seen', observedAt: `2026-03-0${day}T12:00:00Z` },
    listingId,
    sourceId: 's',
    payload: {},
    parsed:
      town === undefined ? undefined : { content: { claims: { location: { city: { uniqueCode: town } } } } },
    dropped: [],
  }) as unknown as ParsedObservation;

async function placings(arrivals: readonly ParsedObservation[]): Promise<string[]> {
  const seen: string[] = [];
  await forEachTransactionBatch(arrivals, async (together) => {
    await soon();
    seen.push(together.map(({ listingId }) => listingId).join(' '));
  });
  return seen;
}

test('listings of one department go together, and small departments with others', async () => {
  assert.deepEqual(
    await placings([arrival('a', 1, '75056'), arrival('b', 1, '69123'), arrival('c', 1, '75056')]),
    ['a c b'],
  );
});

test('what was seen on one day comes before the next, and a listing twice a day one by one', async () => {
  assert.deepEqual(
    await placings([
      arrival('a', 1, '75056'),
      arrival('a', 1, '75056'),
      arrival('b', 2, '75056'),
      arrival('c', 1),
    ]),
    ['a c', 'a', 'b'],
  );
});

test('a department that fills a transaction is placed part by part, beside the others', async () => {
  const paris = Array.from({ length: 150 }, (_, at) => arrival(`p${at}`, 1, '75056'));
  const sizes = (await placings([...paris, arrival('l', 1, '69123')])).map((ids) => ids.split(' ').length);
  assert.deepEqual(
    sizes.toSorted((one, other) => one - other),
    [1, 50, 100],
  );
});

test('when one department fails it is told, once the others are in place', async () => {
  const many = (town: string) => Array.from({ length: 80 }, (_, at) => arrival(`${town}-${at}`, 1, town));
  const placed: number[] = [];
  const running = forEachTransactionBatch([...many('75056'), ...many('69123')], async (together) => {
    if (together[0]?.listingId.startsWith('75')) throw new Error('no place in Paris');
    await soon();
    placed.push(together.length);
  });
  await assert.rejects(running, /no place in Paris/);
  assert.deepEqual(placed, [80]);
});
