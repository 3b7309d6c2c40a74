import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, expired, madeListing, recordTogether } from '../../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../../test/support/database.ts';
import { flat } from '../../../../test/support/searches.ts';
import type { Database } from '../../../db/sql.ts';
import { SegmentBuilder } from './build-segment.ts';
import { loadIndex } from './load-index.ts';

const { db } = await freshDatabase({ after });

test('segments are finished after the transaction that read them: on a busy machine one takes longer than it may be idle', async (t) => {
  await recordTogether(db, [madeListing(flat('L1'))], day(1));
  await recordTogether(db, [expired(madeListing(flat('L1')), day(2))], day(2));
  let isOpen = false;
  const watched: Database = {
    ...db,
    rows: (statement) => db.rows(statement),
    async transaction(work, options) {
      isOpen = true;
      try {
        return await db.transaction(work, options);
      } finally {
        isOpen = false;
      }
    },
  };
  const wasOpen: boolean[] = [];
  const { finish } = SegmentBuilder.prototype;
  t.mock.method(SegmentBuilder.prototype, 'finish', function watchedFinish(this: SegmentBuilder) {
    wasOpen.push(isOpen);
    return finish.call(this);
  });
  const { segment, hidden } = await loadIndex(watched);
  assert.deepEqual([segment.count, hidden?.segment.count], [1, 1]);
  assert.deepEqual(wasOpen, [false, false]);
});
