import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Registry } from 'prom-client';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { storeRejected } from '../ingest/rejected-records.ts';
import { systemClock } from '../lib/clock.ts';
import { sourceIdOf } from '../sources/sources.ts';
import { addIngestMetrics } from './ingest-metrics.ts';

const { db } = await freshDatabase({ after });

test('rejected records are counted by kind until they are resolved', async () => {
  const registry = new Registry();
  addIngestMetrics(registry, db);
  const read = async () =>
    (await registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('gable_ingest_rejected_records{'));
  const rejection = (at: number, kind: 'INVALID' | 'REFUSED') => ({
    ...{ sourceId: sourceIdOf('metered'), url: `https://metered.example/${at}`, kind, reason: 'no' },
    ...{ listingId: `00000000-0000-5000-8000-00000000000${at}`, observedAt: undefined, record: '{}' },
  });
  await storeRejected(
    db,
    [rejection(1, 'REFUSED'), rejection(2, 'REFUSED'), rejection(3, 'INVALID')],
    systemClock.now(),
  );
  assert.deepEqual(await read(), [
    'gable_ingest_rejected_records{kind="INVALID"} 1',
    'gable_ingest_rejected_records{kind="REFUSED"} 2',
  ]);
  await db.rows(sql`update rejected_record set resolved_at = now() where kind = 'REFUSED'`);
  assert.deepEqual(await read(), [
    'gable_ingest_rejected_records{kind="INVALID"} 1',
    'gable_ingest_rejected_records{kind="REFUSED"} 0',
  ]);
});
