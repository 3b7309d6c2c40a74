import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { type CursorPosition, readCursor, type SearchCursorBinding, signCursor } from './cursor.ts';
import { NEWEST_FIRST } from './order.ts';

const secret = randomBytes(32);
const binding: SearchCursorBinding = {
  accountId: randomUUID(),
  criteria: { property: { type: { in: ['FLAT'] }, unit: { rooms: { gte: 2 } } } },
  order: NEWEST_FIRST,
};
const position: CursorPosition = {
  asOf: 1_760_000_000_000,
  total: 54_321,
  last: { key: 1_750_000_000_123, id: randomUUID() },
};
const cursor = signCursor(secret, binding, position);

test('a cursor restores its position, whatever the order of the members of the criteria', () => {
  assert.deepEqual(readCursor(secret, binding, cursor), position);
  const turned = { property: { unit: { rooms: { gte: 2 } }, type: { in: ['FLAT'] } } };
  assert.deepEqual(readCursor(secret, { ...binding, criteria: turned }, cursor), position);
  const start = { asOf: 5, total: 0 };
  assert.deepEqual(readCursor(secret, binding, signCursor(secret, binding, start)), start);
  const unknown = { asOf: 5, total: 3, last: { key: null, id: randomUUID() } };
  assert.deepEqual(readCursor(secret, binding, signCursor(secret, binding, unknown)), unknown);
});

test('a cursor is valid for one account, one criteria and one order only', () => {
  const others: [string, SearchCursorBinding][] = [
    ['account', { ...binding, accountId: randomUUID() }],
    ['criteria', { ...binding, criteria: { property: { type: { in: ['HOUSE'] } } } }],
    ['no criteria', { ...binding, criteria: undefined }],
    ['field', { ...binding, order: { field: 'PRICE', direction: 'DESC' } }],
    ['direction', { ...binding, order: { field: 'UPDATED_AT', direction: 'ASC' } }],
  ];
  for (const [name, other] of others) assert.equal(readCursor(secret, other, cursor), undefined, name);
  assert.equal(readCursor(randomBytes(32), binding, cursor), undefined, 'another secret');
});

test('a cursor with any bit flipped, truncated, extended or made up is refused', () => {
  const bytes = Buffer.from(cursor, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const bent = Buffer.from(bytes);
    bent[bit >> 3] = (bent[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.equal(readCursor(secret, binding, bent.toString('base64url')), undefined, `bit ${bit}`);
  }
  for (let length = 0; length < cursor.length; length++) {
    assert.equal(readCursor(secret, binding, cursor.slice(0, length)), undefined);
  }
  for (const made of [`${cursor}A`, `${cursor}=`, ` ${cursor}`, 'x'.repeat(100_000), '\u0000', '💥']) {
    assert.equal(readCursor(secret, binding, made), undefined);
  }
});
