import assert from 'node:assert/strict';
import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { day, expired, madeListing, recordTogether } from '../../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../../test/support/database.ts';
import { passHorizon } from '../../../../test/support/horizon.ts';
import { readIndexedDocument } from '../../../../test/support/indexed-document.ts';
import { silentLog } from '../../../../test/support/log.ts';
import { createPlainProperties } from '../../../../test/support/plain-properties.ts';
import { createCity, flat } from '../../../../test/support/searches.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { matchAll } from '../../../criteria/tree.ts';
import { createPlaceService } from '../../../geo/place-service.ts';
import { monotonicMs } from '../../../lib/clock.ts';
import { record } from '../../record.ts';
import { recordVisits } from '../../visits.ts';
import { NEWEST_FIRST } from '../order.ts';
import { sqlEngine } from '../sql-engine.ts';
import { IndexBuilder } from './index-builder.ts';
import { IndexReplica } from './index-replica.ts';
import { type AnsweredBy, memoryEngine } from './memory-engine.ts';
import { MemorySearch } from './memory-search.ts';
import { type ReplicationMessage, splitMessage } from './replication-message.ts';

const { db, connection } = await freshDatabase({ after });
const directory = temporaryDirectory({ after });
const sql = sqlEngine(db, createPlaceService(db, console.error));

/** A primary and two replicas, which receive copies of its messages as threads do. */
async function startReplicated(t: { after(end: () => Promise<unknown>): void }) {
  const builder = new IndexBuilder({ connection, file: join(directory, 'properties') });
  t.after(() => builder.close());
  const replicas = [new IndexReplica(), new IndexReplica()];
  const kinds = new Set<ReplicationMessage['kind']>();
  const send = async (message: ReplicationMessage): Promise<void> => {
    kinds.add(message.kind);
    for (const one of replicas) for (const part of splitMessage(message)) one.apply(structuredClone(part));
  };
  const memory = new MemorySearch({
    db,
    log: silentLog,
    builder,
    maxBytes: Infinity,
    maxTailRows: 3,
    send,
  });
  await memory.refresh();
  return { memory, builder, replicas, kinds };
}

const page = { criteria: matchAll, order: NEWEST_FIRST, offset: 0, limit: 1_000 };

/** The replicas find the same properties in the same order as the store, with identical documents. */
async function assertAllAgree(replicas: readonly IndexReplica[]): Promise<void> {
  const { ids, total } = await sql.queryPage(page);
  const stored = await createPlainProperties(db, ids);
  for (const { snapshot } of replicas) {
    const by: AnsweredBy[] = [];
    const engine = memoryEngine({
      sql,
      snapshot,
      lagMs: () => 0,
      countAnswer: (one) => void by.push(one),
    });
    const found = await engine.queryPage(page);
    assert.deepEqual(by, ['memory']);
    assert.deepEqual([found.ids, found.total], [ids, total]);
    assert.deepEqual(
      ids.map((id) => readIndexedDocument(snapshot(), id)),
      stored,
    );
  }
}

test('replicas answer like SQL through changes, expiries, visits, tail flushes and reloads', async (t) => {
  const { memory, replicas, kinds } = await startReplicated(t);
  const listings: { id: string; state: ReturnType<typeof madeListing> }[] = [];
  for (let round = 1; round <= 12; round += 1) {
    const at = day(round);
    for (let count = 0; count < 3; count += 1) {
      const state = madeListing(flat(createCity(), 250_000 + round * 10 + count), { updatedAt: at });
      listings.push({ id: await recordTogether(db, [state], at), state });
    }
    const [first, second] = listings;
    assert.ok(first && second);
    await recordVisits(db, [{ propertyId: second.id, listingId: second.state.id, at }]);
    if (round % 2 === 0) {
      await record(db, { listings: [{ state: expired(first.state, at), propertyId: first.id }] }, at);
      listings.shift();
    }
    await memory.refresh();
    await assertAllAgree(replicas);
    await memory.waitUntilIdle();
    await assertAllAgree(replicas);
    if (round === 6) {
      memory.reportDamage(memory.snapshot()?.readAt ?? 0);
      await memory.refresh();
      await memory.waitUntilIdle();
      assert.equal(memory.snapshot()?.segments.length, 1, 'reloaded');
    }
  }
  assert.deepEqual(kinds, new Set(['loaded', 'batch', 'tail-flushed']));
});

test('a replica without updates falls back to SQL, and one that finds a damaged document reports it', async (t) => {
  await recordTogether(db, [madeListing(flat(createCity()))], day(20));
  const { replicas, builder, memory } = await startReplicated(t);
  // A row above the horizon would stay in the tail, with its document, and no file would be read.
  await passHorizon(db);
  memory.reportDamage(memory.snapshot()?.readAt ?? 0);
  await memory.refresh();
  await memory.waitUntilIdle();
  // By then the previous documents are deleted.
  await builder.buildSegment([]);
  const [one] = replicas;
  assert.ok(one);
  assert.ok(one.lagMs() < 60_000, `${one.lagMs()}`);
  const batch = { changes: [], lastSeenBatches: [], horizon: memory.snapshot()?.horizon ?? '', watermark: 0 };
  one.apply({ kind: 'batch', batch, refreshedAt: monotonicMs() - 2_001 });
  const by: AnsweredBy[] = [];
  await memoryEngine({
    sql,
    snapshot: one.snapshot,
    lagMs: one.lagMs,
    countAnswer: (reason) => void by.push(reason),
  }).count(matchAll);
  assert.deepEqual(by, ['lag']);
  assert.equal(one.isDamaged, false);
  for (const name of readdirSync(directory))
    if (name.includes('documents')) truncateSync(join(directory, name), 1);
  const { ids } = await sql.queryPage(page);
  for (const id of ids) readIndexedDocument(one.snapshot(), id);
  assert.equal(one.isDamaged, true);
  one.apply({ kind: 'dropped', status: 'reading' });
  assert.deepEqual([one.snapshot(), one.state().status], [undefined, 'reading']);
});
