import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OrderedOutput } from './ordered-output.ts';

test('the first part is printed as it comes, the next ones after its end', () => {
  const printed: string[] = [];
  const output = new OrderedOutput((text) => printed.push(text));
  const [first, second, third] = [output.add(), output.add(), output.add()];
  second.write('b1');
  first.write('a1');
  assert.deepEqual(printed, ['a1']);
  third.write('c1');
  third.end();
  first.write('a2');
  first.end();
  assert.deepEqual(printed, ['a1', 'a2', 'b1']);
  second.write('b2');
  second.end();
  assert.deepEqual(printed, ['a1', 'a2', 'b1', 'b2', 'c1']);
});
