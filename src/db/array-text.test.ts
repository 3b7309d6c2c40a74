import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { arrayText, bindValues } from './array-text.ts';
import { sql, unnestRows } from './sql.ts';

const { db } = await freshDatabase({ after });

const TEXTS = [
  '',
  'NULL',
  'null',
  'a,b',
  '{x}',
  '"quoted"',
  'back\\slash',
  '\\"',
  'Nîmes 🏰',
  ' padded ',
  'a\nb',
];
const MOMENTS = ['2026-11-17T19:20:21.123Z', '0099-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];

test('rows arrive as they were given, whatever their texts', async () => {
  const rows = TEXTS.map((text, at) => ({
    id: at % 3 === 2 ? null : randomUUID(),
    text: at % 4 === 3 ? null : text,
    json: at % 5 === 4 ? null : { text, list: [text, at], nested: { empty: null } },
    at: at % 6 === 5 ? null : new Date(MOMENTS[at % MOMENTS.length] ?? 0),
  }));
  const types = { id: 'uuid', text: 'text', json: 'json', at: 'timestamptz' } as const;
  assert.deepEqual(await db.rows(sql`select * from ${unnestRows(rows, types)}`), rows);
});

test('no rows are an empty array', async () => {
  assert.deepEqual(
    await db.rows(sql`select * from ${unnestRows([] as { id: string }[], { id: 'uuid' })}`),
    [],
  );
});

test('a text that is no id never is several', async () => {
  const forged = [`${randomUUID()},${randomUUID()}`, 'NULL', ''];
  for (const id of forged)
    await assert.rejects(
      db.rows(sql`select * from ${unnestRows([{ id }], { id: 'uuid' })}`),
      /invalid input syntax for type uuid/,
    );
});

test('what has no usual form is left to the driver', () => {
  const unusual = [new Date('+012026-01-01T00:00:00Z')];
  assert.equal(arrayText(unusual, 'timestamptz'), unusual);
  const numbers = [1, 2];
  assert.equal(arrayText(numbers, 'text'), numbers);
});

test('a bound array arrives as it was given: texts, moments, figures, bytes and arrays of arrays', async () => {
  const moments = [...MOMENTS.map((text) => new Date(text)), null];
  const bytes = [Buffer.from('a"b'), Buffer.from([0, 255])];
  const [row] = await db.rows<Record<string, unknown>>(sql`
    select ${[...TEXTS, null]}::text[] as texts, ${moments}::timestamptz[] as moments, ${[1, -2.5, null]}::float8[] as figures,
           ${[true, false, null]}::boolean[] as flags, ${bytes}::bytea[] as bytes, ${[[1, 2], [3, 4]]}::int[] as nested,
           ${[]}::text[] as empty`);
  assert.deepEqual(row, {
    texts: [...TEXTS, null],
    moments,
    figures: [1, -2.5, null],
    flags: [true, false, null],
    bytes,
    nested: [
      [1, 2],
      [3, 4],
    ],
    empty: [],
  });
});

test('what is no array of plain values is left to the driver', () => {
  const others = [[Buffer.from('a')], [[1]], [{ a: 1 }], [new Date('invalid')], 'text', 1, null];
  assert.deepEqual(bindValues(others), others);
});
