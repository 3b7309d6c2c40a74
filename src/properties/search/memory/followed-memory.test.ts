import assert from 'node:assert/strict';
import { readdirSync, truncateSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { day, expired, madeListing, recordTogether } from '../../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../../test/support/database.ts';
import { documentIn } from '../../../../test/support/held-document.ts';
import { silentLog } from '../../../../test/support/log.ts';
import { plainProperties } from '../../../../test/support/plain-properties.ts';
import { flat, newCity } from '../../../../test/support/searches.ts';
import { everything } from '../../../criteria/tree.ts';
import { createPlaces } from '../../../geo/places.ts';
import { monotonicMs } from '../../../lib/monotonic.ts';
import { record } from '../../record.ts';
import { noteVisits } from '../../visits.ts';
import { NEWEST_FIRST } from '../order.ts';
import { sqlEngine } from '../sql-engine.ts';
import { FollowedMemory } from './followed-memory.ts';
import { Making } from './making.ts';
import { type AnsweredBy, memoryEngine } from './memory-engine.ts';
import { MemorySearch } from './memory-search.ts';
import { inParts, type Telling } from './telling.ts';

const { db, connection } = await freshDatabase({ after });
const folder = await mkdtemp(join(tmpdir(), 'gable-followed-'));
after(() => rm(folder, { recursive: true, force: true }));
const sql = sqlEngine(db, createPlaces(db, console.error));

/** A keeper, and two that follow it as threads do: what they are told is copied. */
async function kept(t: { after(end: () => Promise<unknown>): void }) {
  const making = new Making({ connection, file: join(folder, 'properties') });
  t.after(() => making.close());
  const followed = [new FollowedMemory(), new FollowedMemory()];
  const kinds = new Set<Telling['kind']>();
  const tell = async (telling: Telling): Promise<void> => {
    kinds.add(telling.kind);
    for (const one of followed) for (const part of inParts(telling)) one.hear(structuredClone(part));
  };
  const memory = new MemorySearch({ db, log: silentLog, making, mostBytes: Infinity, longestTail: 3, tell });
  await memory.look();
  return { memory, making, followed, kinds };
}

const page = { criteria: everything, order: NEWEST_FIRST, offset: 0, limit: 1_000 };

/** Both hold what the store tells: the same properties in the same order, and their documents byte for byte. */
async function allAgree(followed: readonly FollowedMemory[]): Promise<void> {
  const { ids, total } = await sql.page(page);
  const stored = await plainProperties(db, ids);
  for (const { held } of followed) {
    const by: AnsweredBy[] = [];
    const engine = memoryEngine({ sql, held, lagMs: () => 0, tell: (one) => void by.push(one) });
    const found = await engine.page(page);
    assert.deepEqual(by, ['memory']);
    assert.deepEqual([found.ids, found.total], [ids, total]);
    assert.deepEqual(
      ids.map((id) => documentIn(held(), id)),
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
      const state = madeListing(flat(newCity(), round * 10 + count), { updatedAt: at });
      listings.push({ id: await recordTogether(db, [state], at), state });
    }
    const [first, second] = listings;
    assert.ok(first && second);
    await noteVisits(db, [{ propertyId: second.id, listingId: second.state.id, at }]);
    if (round % 2 === 0) {
      await record(db, { listings: [{ state: expired(first.state, at), propertyId: first.id }] }, at);
      listings.shift();
    }
    await memory.look();
    await allAgree(followed);
    await memory.settled();
    await allAgree(followed);
    if (round === 6) {
      memory.hearOfDamage(memory.held()?.readAt ?? 0);
      await memory.look();
      await memory.settled();
      assert.equal(memory.held()?.segments.length, 1, 'read anew');
    }
  }
  assert.deepEqual(kinds, new Set(['loaded', 'news', 'folded']));
});

test('a thread whose keeper is silent asks SQL, and one that finds a damaged document says so', async (t) => {
  await recordTogether(db, [madeListing(flat(newCity()))], day(20));
  const { followed, making, memory } = await kept(t);
  memory.hearOfDamage(memory.held()?.readAt ?? 0);
  await memory.look();
  await memory.settled();
  // What was made before is put away by then.
  await making.fold([]);
  const [one] = followed;
  assert.ok(one);
  assert.ok(one.lagMs() < 60_000, `${one.lagMs()}`);
  const told = { changes: [], batches: [], horizon: memory.held()?.horizon ?? '', settled: 0 };
  one.hear({ kind: 'news', news: told, lookedAt: monotonicMs() - 2_001 });
  const by: AnsweredBy[] = [];
  await memoryEngine({ sql, held: one.held, lagMs: one.lagMs, tell: (who) => void by.push(who) }).count(
    everything,
  );
  assert.deepEqual(by, ['lag']);
  assert.equal(one.isDamaged, false);
  for (const name of readdirSync(folder)) if (name.includes('documents')) truncateSync(join(folder, name), 1);
  const { ids } = await sql.page(page);
  for (const id of ids) documentIn(one.held(), id);
  assert.equal(one.isDamaged, true);
  one.hear({ kind: 'nothing', status: 'reading' });
  assert.deepEqual([one.held(), one.state().status], [undefined, 'reading']);
});
