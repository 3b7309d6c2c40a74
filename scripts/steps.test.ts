import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSteps, toFindings } from './steps.ts';

test('after a step that fails or throws the others still run', () => {
  const lines: string[] = [];
  const failed = runSteps(
    [
      { name: 'imports', run: () => toFindings(['a.ts:1 -> b.ts: no']) },
      { name: 'types', run: () => JSON.parse('{') },
      { name: 'sizes', run: () => ({ faults: [], notes: ['a.ts: 250 lines'] }) },
    ],
    (line) => lines.push(line),
  );
  assert.deepEqual(failed, ['imports', 'types']);
  const shape = lines.map((line) => line.replace(/ +\d+\.\d s$/, '').split('\n')[0]);
  assert.deepEqual(shape.slice(0, 2), ['FAILED  imports', '        a.ts:1 -> b.ts: no']);
  assert.equal(shape[2], 'FAILED  types');
  assert.match(shape[3] ?? '', /the check itself broke: SyntaxError/);
  assert.deepEqual(shape.slice(4), [
    'ok      sizes',
    '        note: a.ts: 250 lines',
    'lint: 2 of 3 steps failed: imports, types',
  ]);
});

test('the last line reports that every step has passed', () => {
  const lines: string[] = [];
  assert.deepEqual(
    runSteps([{ name: 'text', run: () => toFindings([]) }], (line) => lines.push(line)),
    [],
  );
  assert.equal(lines.at(-1), 'lint: all 1 steps are good');
});
