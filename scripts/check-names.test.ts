import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_REPEATED_NAMES, nameFindings, repeatedNames } from './check-names.ts';

const file = (path: string, ...names: string[]) => ({
  path,
  text: names.map((name) => `export function ${name}(): void {}\n`).join(''),
});

test('an exported name of two files of src is found; tests, generated files and other folders do not count', () => {
  const files = [
    file('src/geo/a.ts', 'locate', 'read'),
    file('src/api/b.ts', 'locate'),
    file('src/api/b.test.ts', 'read'),
    file('src/api/generated/c.ts', 'read'),
    file('bench/d.ts', 'read'),
  ];
  assert.deepEqual([...repeatedNames(files)], [['locate', ['src/geo/a.ts', 'src/api/b.ts']]]);
});

test('two declarations of one file, as of an overload, are one; a type and a constant of two files are two', () => {
  const overload = {
    path: 'src/lib/a.ts',
    text: 'export function pick(a: 1): 1;\nexport function pick(a: 2): 2;\n',
  };
  const kind = { path: 'src/lib/b.ts', text: 'export type Kind = 1;\n' };
  const kinds = { path: 'src/geo/c.ts', text: 'export const Kind = 1;\n' };
  assert.deepEqual([...repeatedNames([overload, kind, kinds]).keys()], ['Kind']);
});

test('as many as the cap are noted, one more is a fault that lists them', () => {
  const names = Array.from({ length: MAX_REPEATED_NAMES + 1 }, (_, index) => `name${index}`);
  const both = (list: string[]) => [file('src/a/a.ts', ...list), file('src/b/b.ts', ...list)];
  assert.deepEqual(nameFindings(both(names.slice(1))).faults, []);
  const { faults } = nameFindings(both(names));
  assert.match(faults[0] ?? '', /^61 exported names exist more than once, the cap is 60$/);
  assert.ok(faults.includes('name7: src/a/a.ts, src/b/b.ts'));
});
