import type { OpenDatabase } from '../../src/db/pool.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { Making } from '../../src/properties/search/memory/making.ts';
import { MemorySearch } from '../../src/properties/search/memory/memory-search.ts';
import { repeatDuty } from '../../src/queue/duty.ts';

const MEGABYTE = 2 ** 20;
const LOOK_MS = 100;
const log = { info() {}, warn: console.warn, error: console.error };

/** Memory read from the store, then from its file, and what it takes; the second is kept. */
export async function openedTwice(db: OpenDatabase, making: Making): Promise<MemorySearch> {
  await opened(db, making, 'the store');
  return opened(db, making, 'its file');
}

async function opened(db: OpenDatabase, making: Making, from: string): Promise<MemorySearch> {
  const began = performance.now();
  const memory = new MemorySearch({ db, log, making, mostBytes: Infinity });
  await memory.look();
  const { rows, bytes } = memory.state();
  const seconds = ((performance.now() - began) / 1_000).toFixed(2);
  console.log(
    `read from ${from} in ${seconds} s: ${rows} properties, ${(bytes / MEGABYTE).toFixed(0)} MB, ${(bytes / rows).toFixed(0)} bytes each`,
  );
  return memory;
}

/** Looks again and again until it is stopped. */
export function keepLooking(memory: MemorySearch): () => Promise<void> {
  const ending = new AbortController();
  const looks = repeatDuty(
    { name: 'look', everyMs: LOOK_MS, run: () => memory.look() },
    { clock: systemClock, log },
    ending.signal,
  );
  return () => {
    ending.abort();
    return looks;
  };
}
