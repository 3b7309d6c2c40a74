import { setTimeout as pause } from 'node:timers/promises';
import { type Database, sql } from '../../src/db/sql.ts';
import type { MemorySearch } from '../../src/properties/search/memory/memory-search.ts';
import { writeSearchRows } from '../../src/properties/search/write.ts';
import { selectDocuments } from '../../src/properties/store.ts';
import { formatTimes } from './spread.ts';

const ROUNDS = 60;
const STEP_MS = 2;

/** From the commit of a change until memory has it. */
export async function freshness(db: Database, memory: MemorySearch): Promise<void> {
  const ids = await db.rows<{ id: string }>(sql`
    select property_id as id from property_search where not expired and listings_price_coherent limit ${ROUNDS}`);
  const rows = await selectDocuments(
    db,
    ids.map(({ id }) => id),
  );
  const times: number[] = [];
  for (const { document } of rows) {
    const before = memory.snapshot()?.tail.get(document.id);
    await writeSearchRows(db, [document]);
    const began = performance.now();
    while (memory.snapshot()?.tail.get(document.id) === before) await pause(STEP_MS);
    times.push(performance.now() - began);
  }
  console.log(
    `from commit to memory: ${formatTimes(times)}, the longest ${Math.max(...times).toFixed(0)} ms`,
  );
}
