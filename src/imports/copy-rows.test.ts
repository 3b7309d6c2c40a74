import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { computeNameDigest, namedId, orderedId } from '../lib/ids.ts';
import { CopyRows } from './copy-rows.ts';

const { db } = await freshDatabase({ after });
const NAMESPACE = '5f0f6f3e-6a2b-5d0c-9a57-2d1f8f6f0e11';
const LONG = 'Rue de la Forêt, « l’Œuvre » '.repeat(20);

test('the database reads every kind of field as it was written', async () => {
  const out = new CopyRows(10, 32);
  const write = (sign: number, text: string | undefined, day: string | undefined): void => {
    out.row();
    out.text(text);
    out.smallint(sign * 32_767);
    out.integer(sign * 2_147_483_647);
    out.bigint(sign * 1_234_567_890_123);
    out.real(sign * 54.25);
    out.boolean(sign > 0);
    out.letter('F');
    out.namedId(computeNameDigest(NAMESPACE, 'a name'));
    out.date(day);
    out.timestamp(new Date('2026-11-15T13:20:00.123Z'));
  };
  write(1, 'plain\ttext', '2024-02-29');
  write(-1, LONG, '1899-12-31');
  write(0, 'é', undefined);
  write(0, '', '1600-03-01');
  write(0, undefined, '9999-12-31');
  const read = await db.transaction(async (bulk) => {
    await bulk.rows(sql`
      create temp table copied (text text, small smallint, whole integer, big bigint, number real, flag boolean, letter "char",
        id uuid, day date, at timestamptz) on commit drop`);
    await bulk.copy('copy copied from stdin with (format binary)', out.end());
    return bulk.rows(sql`
      select text, small, whole, big::text, number, flag, letter, id, day::text, at::text from copied`);
  });
  const row = (sign: number, text: string | null, day: string | null) => ({
    text,
    small: sign * 32_767,
    whole: sign * 2_147_483_647,
    big: String(sign * 1_234_567_890_123),
    number: sign * 54.25,
    flag: sign > 0,
    letter: 'F',
    id: namedId(NAMESPACE, 'a name'),
    day,
    at: '2026-11-15 13:20:00.123+00',
  });
  assert.deepEqual(read, [
    row(1, 'plain\ttext', '2024-02-29'),
    row(-1, LONG, '1899-12-31'),
    row(0, 'é', null),
    row(0, '', '1600-03-01'),
    row(0, null, '9999-12-31'),
  ]);
});

test('a number out of range of its column is null, a fraction is rounded', async () => {
  const out = new CopyRows(4, 32);
  for (const value of [40_000, 3_000_000_000, Number.NaN, undefined, 2.6]) {
    out.row();
    out.smallint(value);
    out.integer(value);
    out.bigint(value);
    out.boolean(undefined);
  }
  const read = await db.transaction(async (bulk) => {
    await bulk.rows(
      sql`create temp table copied (small smallint, whole integer, big bigint, flag boolean) on commit drop`,
    );
    await bulk.copy('copy copied from stdin with (format binary)', out.end());
    return bulk.rows(sql`select small, whole, big::text from copied`);
  });
  assert.deepEqual(read, [
    { small: null, whole: 40_000, big: '40000' },
    { small: null, whole: null, big: '3000000000' },
    { small: null, whole: null, big: null },
    { small: null, whole: null, big: null },
    { small: 3, whole: 3, big: null },
  ]);
});

test('an ordered id has the same bytes in a copy as in its text', async () => {
  const digest = { order: 2 ** 40 - 3, digest: 'fedcba9876543210'.repeat(4) };
  const out = new CopyRows(1);
  out.row();
  out.orderedId(digest);
  const [row] = await db.transaction(async (bulk) => {
    await bulk.rows(sql`create temp table copied (id uuid) on commit drop`);
    await bulk.copy('copy copied from stdin with (format binary)', out.end());
    return bulk.rows<{ id: string }>(sql`select id from copied`);
  });
  assert.equal(row?.id, orderedId(digest));
  assert.equal(row?.id, 'ffffffff-fdfe-8cba-9876-543210fedcba');
});
