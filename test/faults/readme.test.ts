import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
const examples = [...readme.matchAll(/^## (.*?)$.*?^```ts\n(.*?)^```/gms)];

test('the page has its three examples', () => {
  assert.equal(examples.length, 3);
});

for (const [, title, source = ''] of examples) {
  test(`the example "${title}" is true`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'fault-kit-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'example.mts');
    writeFileSync(path, source.replaceAll("from './", `from '${new URL('.', import.meta.url)}`));
    await import(pathToFileURL(path).href);
  });
}
