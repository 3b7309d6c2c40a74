import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_TOKENS } from './tokens.ts';
import { budgetOf, costOf, fitted, fullest, shortened } from './told.ts';

const tell = (shown: readonly string[]) => ({ text: shown.join('\n'), structured: { shown } });
const rows = Array.from({ length: 9 }, (_, at) => `row ${at} ${'x'.repeat(60)}`);

test('as many rows are told as the budget holds, and one more would be too many', () => {
  for (let budget = 60; budget < 900; budget += 7) {
    const { told, shown } = fitted(rows, budget, tell);
    assert.ok(shown >= 1);
    assert.ok(costOf(told) <= budget || shown === 1);
    if (shown < rows.length) assert.ok(costOf(tell(rows.slice(0, shown + 1))) > budget);
  }
});

test('when not even one row fits, rows are told in their short form, and never none', () => {
  const brief = (row: string): string => row.slice(0, 5);
  const few = fitted(rows, 30, tell, brief);
  assert.deepEqual(few.told.structured, { shown: rows.slice(0, few.shown).map(brief) });
  assert.ok(few.shown >= 1 && costOf(few.told) <= 30);
  assert.equal(fitted(rows, 1, tell, brief).shown, 1, 'so that whoever goes on moves on');
  assert.equal(fitted([], 1, tell).shown, 0);
});

test('the fullest way that fits is taken, the shortest when none does', () => {
  const ways = [100, 10, 3].map((length) => () => ({ text: 'word '.repeat(length), structured: {} }));
  assert.equal(fullest(1_000, ways).text.length, 500);
  assert.equal(fullest(50, ways).text.length, 50);
  assert.equal(fullest(1, ways).text.length, 15);
});

test('what goes twice over the wire and signs that are escaped there are counted', () => {
  assert.ok(costOf({ text: '"'.repeat(10), structured: {} }) >= 20);
  assert.ok(budgetOf({}) < 4_000);
  assert.ok(budgetOf({ maxTokens: MAX_TOKENS }) < MAX_TOKENS);
});

test('a shortened text is one line of at most so many signs and no half of a sign', () => {
  assert.equal(shortened('  a\n\tb  ', 10), 'a b');
  assert.equal(shortened('abcdef', 4), 'abc…');
  assert.ok(shortened('🏠🏠🏠', 4).isWellFormed());
});
