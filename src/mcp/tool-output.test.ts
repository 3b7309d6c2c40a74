import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_TOKENS } from './tokens.ts';
import {
  budgetOf,
  countOutputTokens,
  firstThatFits,
  fits,
  fitToBudget,
  truncateLine,
} from './tool-output.ts';

const render = (shown: readonly string[]) => ({ text: shown.join('\n'), structured: { shown } });
const rows = Array.from({ length: 9 }, (_, at) => `row ${at} ${'x'.repeat(60)}`);

test('as many rows are rendered as fit the budget, and one more would not', () => {
  for (let budget = 60; budget < 900; budget += 7) {
    const { output, shown } = fitToBudget(rows, budget, render);
    assert.ok(shown >= 1);
    assert.ok(countOutputTokens(output) <= budget || shown === 1);
    if (shown < rows.length) assert.ok(countOutputTokens(render(rows.slice(0, shown + 1))) > budget);
  }
});

test('when not even one row fits, rows are rendered in their short form, and never none', () => {
  const brief = (row: string): string => row.slice(0, 5);
  const few = fitToBudget(rows, 30, render, brief);
  assert.deepEqual(few.output.structured, { shown: rows.slice(0, few.shown).map(brief) });
  assert.ok(few.shown >= 1 && countOutputTokens(few.output) <= 30);
  assert.equal(fitToBudget(rows, 1, render, brief).shown, 1, 'so that paging always advances');
  assert.equal(fitToBudget([], 1, render).shown, 0);
});

test('the fullest way that fits is taken, the shortest when none does', () => {
  const renderings = [100, 10, 3].map((length) => () => ({ text: 'word '.repeat(length), structured: {} }));
  assert.equal(firstThatFits(1_000, renderings).text.length, 500);
  assert.equal(firstThatFits(50, renderings).text.length, 50);
  assert.equal(firstThatFits(1, renderings).text.length, 15);
});

test('what goes twice over the wire and signs that are escaped there are counted', () => {
  assert.ok(countOutputTokens({ text: '"'.repeat(10), structured: {} }) >= 20);
  assert.ok(budgetOf({}) < 4_000);
  assert.ok(budgetOf({ maxTokens: MAX_TOKENS }) < MAX_TOKENS);
});

test('a shortened text is one line of at most so many signs and no half of a sign', () => {
  assert.equal(truncateLine('  a\n\tb  ', 10), 'a b');
  assert.equal(truncateLine('abcdef', 4), 'abc…');
  assert.ok(truncateLine('🏠🏠🏠', 4).isWellFormed());
});

test('an output fits exactly when its counted tokens are within the budget', () => {
  for (const letters of [0, 10, 100, 1_000]) {
    const output = { text: 'a '.repeat(letters), structured: { words: 'b-'.repeat(letters) } };
    const tokens = countOutputTokens(output);
    assert.ok(fits(output, tokens) && !fits(output, tokens - 1), `${letters}`);
  }
});
