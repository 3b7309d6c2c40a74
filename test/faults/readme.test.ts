import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
const examples = [...readme.matchAll(/^## (.*?)$.*?^```ts\n(.*?)^```/gms)];

test('the page has its three examples', () => {
  assert.equal(examples.length, 3);
});

for (const [, title, source = ''] of examples) {
  test(`the example "${title}" is true`, async (t) => {
    const folder = temporaryDirectory(t);
    const path = join(folder, 'example.mts');
    writeFileSync(path, source.replaceAll("from './", `from '${new URL('.', import.meta.url)}`));
    await import(pathToFileURL(path).href);
  });
}
