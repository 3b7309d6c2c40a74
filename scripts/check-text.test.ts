import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTextErrors } from './check-text.ts';

const findErrors = (text: string, path = 'docs/page.md') => findTextErrors([{ path, text }]);

// Each text is split in two, so that this file does not contain it.
const refusedTexts: [text: string, why: string][] = [
  ['see /wor' + 'k/main/README.md', 'a path of one machine'],
  ["cd('/roo" + "t/project')", 'a path of one machine'],
  ['"/hom' + 'e/ann/project"', 'a path of one machine'],
  ['file:///User' + 's/ann/project', 'a path of one machine'],
  ['https://regist' + 'ry.example.org/brick', 'the URL of a package registry'],
  ['npm --registry=//npm.verdac' + 'cio.local/', 'the URL of a package registry'],
  ['"resolved": "htt' + 'ps://example.org/brick.tgz"', 'a download URL in the lock'],
  ['// TOD' + 'O: later', 'unfinished work'],
  ['# FIXM' + 'E', 'unfinished work'],
  ['The caller is tol' + 'd why', 'a word of a private dialect'],
  ['Ane' + 'w at each start', 'a word of a private dialect'],
  ['whoeve' + 'r asks', 'a word of a private dialect'],
  ['const MOS' + 'T_ROWS = 10', 'a constant is named MAX_'],
];

for (const [text, why] of refusedTexts) {
  test(`"${text}" is refused with its line`, () => {
    const [error = '', ...more] = findErrors(`first line\n${text}\n`);
    assert.deepEqual(more, []);
    assert.ok(error.startsWith(`docs/page.md:2: ${why}`), error);
  });
}

test('routes, land registries and relative paths are accepted', () => {
  const text = [
    'GET /v2/work/1 and https://example.org/root/a',
    'https://landregistry.example.org/data',
    '`$HOME/home/x/` ~/root/ ./work/ "todo" in a list',
  ].join('\n');
  assert.deepEqual(findErrors(text), []);
});

test('an exclusive test is refused in test files only', () => {
  const alone = 'test.on' + "ly('a title', () => {});";
  assert.equal(findErrors(alone, 'src/geo/locate.test.ts').length, 1);
  assert.deepEqual(findErrors(alone), []);
});

test('a Markdown line of more than 120 characters is refused outside tables and code', () => {
  const long = 'é'.repeat(121);
  const table = `| ${long} |`;
  const code = ['```', long, '```'].join('\n');
  assert.deepEqual(findErrors(['é'.repeat(120), table, code, long].join('\n')), [
    'docs/page.md:6: a line of more than 120 characters (121)',
  ]);
  assert.deepEqual(findErrors(long, 'src/geo/locate.ts'), []);
});

test('words of the private dialect are accepted in texts of the console and outside the prose of the project', () => {
  const text = 'Describe a home and be tol' + 'd when it appears.';
  for (const path of ['src/console/words/alerts.ts', 'test/fixtures/feeds/kyero.xml', 'migrations/0001.sql'])
    assert.deepEqual(findErrors(text, path), [], path);
  assert.equal(findErrors(text, 'src/processes/main.ts').length, 1);
});
