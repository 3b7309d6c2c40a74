import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { firstRow, sql } from '../db/sql.ts';
import {
  addDroppedMembers,
  DroppedCounts,
  loadDroppedMembers,
  purgeDroppedMembers,
} from './dropped-members.ts';
import { ignoredField } from './parse-notes.ts';

const { db } = await freshDatabase({ after });
const day = (number: number): Date => new Date(Date.UTC(2026, 0, number, 15));

test('ignored fields are counted by source, member, reason and day', async () => {
  const source = randomUUID();
  const counts = new DroppedCounts();
  counts.add(source, [
    ignoredField('heating.system', 'unknown value', 'poêle de masse'),
    ignoredField('piscine', 'unknown member', 1),
  ]);
  counts.add(source, [ignoredField('heating.system', 'unknown value', 'tortue')]);
  counts.add(randomUUID(), [ignoredField('heating.system', 'unknown value', 'insert')]);
  await addDroppedMembers(db, counts.drain(), day(1));
  assert.deepEqual(counts.drain(), []);
  counts.add(source, [ignoredField('heating.system', 'unknown value', 'braséro')]);
  await addDroppedMembers(db, counts.drain(), day(2));
  assert.deepEqual(await loadDroppedMembers(db, source, day(1)), [
    { member: 'heating.system', why: 'unknown value', count: 3, example: 'braséro' },
    { member: 'piscine', why: 'unknown member', count: 1, example: '1' },
  ]);
  assert.equal((await loadDroppedMembers(db, source, day(2))).length, 1);
});

test('invented member names are bounded in memory and in the table', async () => {
  const source = randomUUID();
  for (let batch = 0; batch < 4; batch += 1) {
    const counts = new DroppedCounts();
    for (let at = 0; at < 1_500; at += 1)
      counts.add(source, [ignoredField(`made-up-${batch}-${at}`, 'unknown member', 'x')]);
    const drained = counts.drain();
    assert.ok(drained.length <= 1_001);
    assert.equal(
      drained.reduce((sum, { count }) => sum + count, 0),
      1_500,
    );
    await addDroppedMembers(db, drained, day(1));
  }
  const row = await firstRow<{ rows: number; counted: number }>(
    db,
    sql`select count(*)::int as rows, sum(count)::int as counted from ignored_field where source_id = ${source}`,
  );
  assert.ok((row?.rows ?? 0) < 3_100);
  assert.equal(row?.counted, 6_000);
});

test('old counts are purged', async () => {
  const source = randomUUID();
  const counts = new DroppedCounts();
  for (const number of [1, 5]) {
    counts.add(source, [ignoredField('rooms', 'out of range', -1)]);
    await addDroppedMembers(db, counts.drain(), day(number));
  }
  await purgeDroppedMembers(db, day(5));
  assert.deepEqual(await loadDroppedMembers(db, source, day(1)), [
    { member: 'rooms', why: 'out of range', count: 1, example: '-1' },
  ]);
});
