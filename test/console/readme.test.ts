import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const rows = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8').matchAll(
  /^\| [^|]+ \| `([^`]+)` \| (.+) \|$/gm,
);

test('every test that the table of promises names exists', () => {
  const missing = [...rows].filter(([, file = '', title = '']) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    return !text.split('\n').some((line) => /\btest\(/.test(line) && line.includes(title));
  });
  assert.deepEqual(
    missing.map(([row]) => row),
    [],
  );
});

test('the table has its promises', () => {
  const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  assert.ok((text.match(/^\| /gm) ?? []).length > 60);
});
