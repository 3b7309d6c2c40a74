import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  day,
  expired,
  madeListing,
  recordTogether,
  revisited,
} from '../../../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../../../test/support/database.ts';
import { readIndexedDocument } from '../../../../test/support/indexed-document.ts';
import { createPlainProperties } from '../../../../test/support/plain-properties.ts';
import { createCity, flat } from '../../../../test/support/searches.ts';
import { findSerializedProperties } from '../../lookup.ts';
import { record } from '../../record.ts';
import { recordVisits } from '../../visits.ts';
import { IndexBuilder } from './index-builder.ts';
import { MemorySearch } from './memory-search.ts';
import { idAt } from './segment.ts';

const { db, connection } = await freshDatabase({ after });
const folder = await mkdtemp(join(tmpdir(), 'gable-documents-'));
after(() => rm(folder, { recursive: true, force: true }));
const file = join(folder, 'properties');
const log = { info() {}, warn: console.warn, error: console.error };

async function opened(t: { after(end: () => Promise<unknown>): void }) {
  const making = new IndexBuilder({ connection, file });
  t.after(() => making.close());
  const memory = new MemorySearch({ db, log, making, mostBytes: Infinity });
  await memory.refresh();
  return { making, memory };
}

/** What memory has of these, which must be what the store tells, byte for byte. */
async function sameAsStore(memory: MemorySearch, ids: readonly string[]): Promise<void> {
  const inMemory = ids.map((id) => readIndexedDocument(memory.snapshot(), id));
  assert.deepEqual(inMemory, await createPlainProperties(db, ids));
  const inStore = await findSerializedProperties(db, ids);
  assert.deepEqual(
    inMemory,
    ids.map((id) => inStore.get(id)),
  );
}

const text = (title: string) => ({
  body: { title, description: 'A "lastSeenAt":"2030-01-01" of ours, déjà vu: 🏠' },
});

test('a document in memory is what the store tells, through changes, visits, a fold and a restart', async (t) => {
  const first = madeListing(flat(createCity(), 1, text('one')));
  const second = madeListing(flat(createCity(), 2, text('two')));
  const ids = [
    await recordTogether(db, [first, second], day(1)),
    await recordTogether(db, [madeListing()], day(1)),
  ];
  const { memory, making } = await opened(t);
  await sameAsStore(memory, ids);
  const visit = (at: Date) => recordVisits(db, [{ propertyId: ids[0] ?? '', listingId: second.id, at }]);
  await visit(new Date(day(3).getTime() + 250));
  await memory.refresh();
  await sameAsStore(memory, ids);
  await record(db, { listings: [{ state: revisited(first, day(4), text('another')) }] }, day(4));
  await memory.refresh();
  await sameAsStore(memory, ids);
  await visit(day(5));
  await memory.refresh();
  await sameAsStore(memory, ids);
  const rows = [...(memory.snapshot()?.tail.values() ?? [])];
  const { segment, documents } = await making.fold(rows);
  assert.equal(segment.documents?.starts.length, rows.length + 1, documents);
  const restarted = await opened(t);
  await sameAsStore(restarted.memory, ids);
});

test('a property that has left the market has no document in memory', async (t) => {
  const listing = madeListing(flat(createCity()));
  const id = await recordTogether(db, [listing], day(1));
  const { memory } = await opened(t);
  assert.ok(readIndexedDocument(memory.snapshot(), id));
  await record(db, { listings: [{ state: expired(listing, day(2)) }] }, day(2));
  await memory.refresh();
  assert.equal(readIndexedDocument(memory.snapshot(), id), undefined);
});

test('documents that are damaged are not shown, and read anew; those that are missing spoil the snapshot', async (t) => {
  const id = await recordTogether(db, [madeListing(flat(createCity()))], day(1));
  const { making, memory } = await opened(t);
  await making.load(true);
  await making.fold([]);
  const named = () =>
    readdirSync(folder)
      .filter((name) => name.includes('documents'))
      .sort();
  const restarted = (await opened(t)).memory;
  await sameAsStore(restarted, [id]);
  for (const name of named()) writeFileSync(join(folder, name), 'x', { flag: 'r+' });
  const base = restarted.snapshot()?.segments[0]?.segment;
  assert.ok(base);
  const newest = idAt(base, 0);
  assert.equal(readIndexedDocument(restarted.snapshot(), newest), undefined);
  await restarted.refresh();
  await restarted.waitUntilIdle();
  await sameAsStore(restarted, [id, newest]);
  await memory.waitUntilIdle();
  for (const name of named()) writeFileSync(join(folder, name), '');
  await sameAsStore((await opened(t)).memory, [id]);
});
