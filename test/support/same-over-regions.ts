import assert from 'node:assert/strict';
import { allRegions } from '../../src/db/region-set.ts';
import type { Db } from '../../src/db/sql.ts';
import { findMissing, readIngestSnapshot } from './ingest-snapshot.ts';

/** The regions of one service together have the groups, listings, events and price stories of the other. */
export async function assertSameOverRegions(one: Db, several: Db): Promise<void> {
  const whole = await readIngestSnapshot(one);
  const parts = await Promise.all(allRegions(several).map(readIngestSnapshot));
  for (const part of parts) assert.ok(part.groups.length > 0, 'a region without homes proves nothing');
  for (const list of ['groups', 'listings', 'events', 'stories'] as const) {
    const together = parts.flatMap((part) => part[list]);
    assert.deepEqual(
      [findMissing(whole[list], together), findMissing(together, whole[list])],
      [[], []],
      list,
    );
  }
}
