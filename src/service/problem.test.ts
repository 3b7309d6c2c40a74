import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestFault } from '../lib/request-fault.ts';
import { faultsProblem, problems } from './problem.ts';

const fault = (understood: boolean, at = 0): RequestFault => ({
  propertyPath: `a[${at}]`,
  message: 'Wrong.',
  code: 'wrong',
  understood,
});

test('one fault without a meaning makes the whole request not understood', () => {
  assert.equal(faultsProblem([fault(true), fault(true)]).problem, 'validation');
  assert.equal(faultsProblem([fault(true), fault(false)]).problem, 'bad-request');
});

test('of a thousand faults the first hundred are listed, with the count of all', () => {
  const problem = faultsProblem(Array.from({ length: 1000 }, (_, at) => fault(true, at)));
  assert.equal(problem.violations.length, 100);
  assert.equal(problem.violations[99]?.propertyPath, 'a[99]');
  assert.match(problem.message, /^1000 faults were found\. The first 100 are listed\.$/);
});

test('every problem has an explanation that a stranger can act upon', () => {
  for (const [name, { explanation, title }] of Object.entries(problems)) {
    assert.ok(explanation.length > 40 && explanation.endsWith('.'), name);
    assert.ok(title.length > 5 && !title.endsWith('.'), name);
  }
});
