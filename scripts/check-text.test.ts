import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTextErrors } from './check-text.ts';

const faultsOf = (text: string, path = 'docs/page.md') => findTextErrors([{ path, text }]);

// Written in two halves, or this file would be its own finding.
const refused: [text: string, why: string][] = [
  ['see /wor' + 'k/main/README.md', 'a path of one machine'],
  ["cd('/roo" + "t/project')", 'a path of one machine'],
  ['"/hom' + 'e/ann/project"', 'a path of one machine'],
  ['file:///User' + 's/ann/project', 'a path of one machine'],
  ['https://regist' + 'ry.example.org/brick', 'the address of a package registry'],
  ['npm --registry=//npm.verdac' + 'cio.local/', 'the address of a package registry'],
  ['"resolved": "htt' + 'ps://example.org/brick.tgz"', 'a download address in the lock'],
  ['// TOD' + 'O: later', 'unfinished work'],
  ['# FIXM' + 'E', 'unfinished work'],
];

for (const [text, why] of refused) {
  test(`"${text}" is refused with its line`, () => {
    const [fault = '', ...more] = faultsOf(`first line\n${text}\n`);
    assert.deepEqual(more, []);
    assert.ok(fault.startsWith(`docs/page.md:2: ${why}`), fault);
  });
}

test('ordinary text is not: routes, land registries, places below a home', () => {
  const text = [
    'GET /v2/work/1 and https://example.org/root/a',
    'https://landregistry.example.org/data',
    '`$HOME/home/x/` ~/root/ ./work/ "todo" in a list',
  ].join('\n');
  assert.deepEqual(faultsOf(text), []);
});

test('a test that runs alone is refused in a test file, and is only text elsewhere', () => {
  const alone = 'test.on' + "ly('a home', () => {});";
  assert.equal(faultsOf(alone, 'src/geo/locate.test.ts').length, 1);
  assert.deepEqual(faultsOf(alone), []);
});
