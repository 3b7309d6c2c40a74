import assert from 'node:assert/strict';
import { readdirSync, truncateSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { day, expired, madeListing, recordTogether } from '../../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../../test/support/database.ts';
import { readIndexedDocument } from '../../../../test/support/indexed-document.ts';
import { silentLog } from '../../../../test/support/log.ts';
import { createPlainProperties } from '../../../../test/support/plain-properties.ts';
import { createCity, flat } from '../../../../test/support/searches.ts';
import { matchAll } from '../../../criteria/tree.ts';
import { createPlaceService } from '../../../geo/place-service.ts';
import { monotonicMs } from '../../../lib/monotonic.ts';
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
const folder = await mkdtemp(join(tmpdir(), 'gable-followed-'));
after(() => rm(folder, { recursive: true, force: true }));
const sql = sqlEngine(db, createPlaceService(db, console.error));

/** A keeper, and two that follow it as threads do: what they are told is copied. */
async function kept(t: { after(end: () => Promise<unknown>): void }) {
  const making = new IndexBuilder({ connection, file: join(folder, 'properties') });
  t.after(() => making.close());
  const followed = [new IndexReplica(), new IndexReplica()];
  const kinds = new Set<ReplicationMessage['kind']>();
  const send = async (telling: ReplicationMessage): Promise<void> => {
    kinds.add(telling.kind);
    for (const one of followed) for (const part of splitMessage(telling)) one.apply(structuredClone(part));
  };
  const memory = new MemorySearch({
    db,
    log: silentLog,
    making,
    mostBytes: Infinity,
    longestTail: 3,
    send: send,
  });
  await memory.refresh();
  return { memory, making, followed, kinds };
}

const page = { criteria: matchAll, order: NEWEST_FIRST, offset: 0, limit: 1_000 };

/** Both hold what the store tells: the same properties in the same order, and their documents byte for byte. */
async function allAgree(followed: readonly IndexReplica[]): Promise<void> {
  const { ids, total } = await sql.queryPage(page);
  const stored = await createPlainProperties(db, ids);
  for (const { snapshot } of followed) {
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

test('threads that follow memory answer as SQL does through changes, expiries, visits, folds and reading anew', async (t) => {
  const { memory, followed, kinds } = await kept(t);
  const listings: { id: string; state: ReturnType<typeof madeListing> }[] = [];
  for (let round = 1; round <= 12; round += 1) {
    const at = day(round);
    for (let count = 0; count < 3; count += 1) {
      const state = madeListing(flat(createCity(), round * 10 + count), { updatedAt: at });
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
    await allAgree(followed);
    await memory.waitUntilIdle();
    await allAgree(followed);
    if (round === 6) {
      memory.reportDamage(memory.snapshot()?.readAt ?? 0);
      await memory.refresh();
      await memory.waitUntilIdle();
      assert.equal(memory.snapshot()?.segments.length, 1, 'read anew');
    }
  }
  assert.deepEqual(kinds, new Set(['loaded', 'news', 'folded']));
});

test('a thread whose keeper is silent asks SQL, and one that finds a damaged document says so', async (t) => {
  await recordTogether(db, [madeListing(flat(createCity()))], day(20));
  const { followed, making, memory } = await kept(t);
  memory.reportDamage(memory.snapshot()?.readAt ?? 0);
  await memory.refresh();
  await memory.waitUntilIdle();
  // What was made before is put away by then.
  await making.fold([]);
  const [one] = followed;
  assert.ok(one);
  assert.ok(one.lagMs() < 60_000, `${one.lagMs()}`);
  const batch = { changes: [], batches: [], horizon: memory.snapshot()?.horizon ?? '', watermark: 0 };
  one.apply({ kind: 'news', news: batch, lookedAt: monotonicMs() - 2_001 });
  const by: AnsweredBy[] = [];
  await memoryEngine({
    sql,
    snapshot: one.snapshot,
    lagMs: one.lagMs,
    countAnswer: (who) => void by.push(who),
  }).count(matchAll);
  assert.deepEqual(by, ['lag']);
  assert.equal(one.isDamaged, false);
  for (const name of readdirSync(folder)) if (name.includes('documents')) truncateSync(join(folder, name), 1);
  const { ids } = await sql.queryPage(page);
  for (const id of ids) readIndexedDocument(one.snapshot(), id);
  assert.equal(one.isDamaged, true);
  one.apply({ kind: 'nothing', status: 'reading' });
  assert.deepEqual([one.snapshot(), one.state().status], [undefined, 'reading']);
});
