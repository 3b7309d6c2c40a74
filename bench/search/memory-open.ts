import type { OpenDatabase } from '../../src/db/pool.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { IndexBuilder } from '../../src/properties/search/memory/index-builder.ts';
import { MemorySearch } from '../../src/properties/search/memory/memory-search.ts';
import { runPeriodically } from '../../src/queue/periodic-job.ts';
import { benchLog } from '../support/database.ts';

const MEGABYTE = 2 ** 20;
const REFRESH_INTERVAL_MS = 100;

/** The index loaded from the database, then from its file, and its memory; the second one is returned. */
export async function measureOpenTwice(db: OpenDatabase, builder: IndexBuilder): Promise<MemorySearch> {
  await measureOpen(db, builder, 'the store');
  return measureOpen(db, builder, 'its file');
}

async function measureOpen(db: OpenDatabase, builder: IndexBuilder, from: string): Promise<MemorySearch> {
  const began = performance.now();
  const memory = new MemorySearch({ db, log: benchLog, builder, maxBytes: Infinity });
  await memory.refresh();
  const { rows, bytes } = memory.state();
  const seconds = ((performance.now() - began) / 1_000).toFixed(2);
  console.log(
    `read from ${from} in ${seconds} s: ${rows} properties, ${(bytes / MEGABYTE).toFixed(0)} MB, ${(bytes / rows).toFixed(0)} bytes each`,
  );
  return memory;
}

/** Refreshes repeatedly until it is stopped. */
export function startRefreshing(memory: MemorySearch): () => Promise<void> {
  const ending = new AbortController();
  const looks = runPeriodically(
    { name: 'look', everyMs: REFRESH_INTERVAL_MS, run: () => memory.refresh() },
    { clock: systemClock, log: benchLog },
    ending.signal,
  );
  return () => {
    ending.abort();
    return looks;
  };
}
