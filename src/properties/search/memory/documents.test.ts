import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
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
import { passHorizon } from '../../../../test/support/horizon.ts';
import { readIndexedDocument } from '../../../../test/support/indexed-document.ts';
import { createPlainProperties } from '../../../../test/support/plain-properties.ts';
import { createCity, flat } from '../../../../test/support/searches.ts';
import { temporaryDirectory } from '../../../../test/support/temporary-directory.ts';
import { findSerializedProperties } from '../../lookup.ts';
import { record } from '../../record.ts';
import { recordVisits } from '../../visits.ts';
import { IndexBuilder } from './index-builder.ts';
import { MemorySearch } from './memory-search.ts';
import { idAt } from './open-segment.ts';

const { db, connection } = await freshDatabase({ after });
const directory = temporaryDirectory({ after });
const file = join(directory, 'properties');
const log = { info() {}, warn: console.warn, error: console.error };

async function openMemory(t: { after(end: () => Promise<unknown>): void }) {
  const builder = new IndexBuilder({ connection, file });
  t.after(() => builder.close());
  const memory = new MemorySearch({ db, log, builder, maxBytes: Infinity });
  await memory.refresh();
  return { builder, memory };
}

/** The indexed documents must equal those of the store, byte for byte. */
async function assertMatchesStore(memory: MemorySearch, ids: readonly string[]): Promise<void> {
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

test('a document in memory equals the store through changes, visits, a tail flush and a restart', async (t) => {
  const first = madeListing(flat(createCity(), 250_000, text('one')));
  const second = madeListing(flat(createCity(), 260_000, text('two')));
  const ids = [
    await recordTogether(db, [first, second], day(1)),
    await recordTogether(db, [madeListing()], day(1)),
  ];
  const { memory, builder } = await openMemory(t);
  await assertMatchesStore(memory, ids);
  const visit = (at: Date) => recordVisits(db, [{ propertyId: ids[0] ?? '', listingId: second.id, at }]);
  await visit(new Date(day(3).getTime() + 250));
  await memory.refresh();
  await assertMatchesStore(memory, ids);
  await record(db, { listings: [{ state: revisited(first, day(4), text('another')) }] }, day(4));
  await memory.refresh();
  await assertMatchesStore(memory, ids);
  await visit(day(5));
  await memory.refresh();
  await assertMatchesStore(memory, ids);
  const rows = [...(memory.snapshot()?.tail.values() ?? [])];
  const { segment, documents } = await builder.buildSegment(rows);
  assert.equal(segment.documents?.starts.length, rows.length + 1, documents);
  const restarted = await openMemory(t);
  await assertMatchesStore(restarted.memory, ids);
});

test('a property off the market has no document in memory', async (t) => {
  const listing = madeListing(flat(createCity()));
  const id = await recordTogether(db, [listing], day(1));
  const { memory } = await openMemory(t);
  assert.ok(readIndexedDocument(memory.snapshot(), id));
  await record(db, { listings: [{ state: expired(listing, day(2)) }] }, day(2));
  await memory.refresh();
  assert.equal(readIndexedDocument(memory.snapshot(), id), undefined);
});

test('damaged documents are not served and trigger a reload; missing ones invalidate the snapshot', async (t) => {
  const id = await recordTogether(db, [madeListing(flat(createCity()))], day(1));
  const { builder, memory } = await openMemory(t);
  // A row above the horizon would stay in the tail, with its document, and no file would be read.
  await passHorizon(db);
  await builder.load(true);
  await builder.buildSegment([]);
  const documentFiles = () =>
    readdirSync(directory)
      .filter((name) => name.includes('documents'))
      .sort();
  const restarted = (await openMemory(t)).memory;
  await assertMatchesStore(restarted, [id]);
  for (const name of documentFiles()) writeFileSync(join(directory, name), 'x', { flag: 'r+' });
  const base = restarted.snapshot()?.segments[0]?.segment;
  assert.ok(base);
  const newest = idAt(base, 0);
  assert.equal(readIndexedDocument(restarted.snapshot(), newest), undefined);
  await restarted.refresh();
  await restarted.waitUntilIdle();
  await assertMatchesStore(restarted, [id, newest]);
  await memory.waitUntilIdle();
  for (const name of documentFiles()) writeFileSync(join(directory, name), '');
  await assertMatchesStore((await openMemory(t)).memory, [id]);
});
