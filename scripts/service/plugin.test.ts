import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import { currentServiceBuild, ensureService } from '../install/service-build.mjs';

const project = join(import.meta.dirname, '../..');

const SOURCES = {
  'package.json': '{"type":"module"}',
  'package-lock.json': '{}',
  'src/processes/main.ts': `
    import { READER } from '../geo/start-reader.ts';
    import { readWord } from '../words/read.ts';
    process.env.READER = READER.href;
    const { runThread } = await import('./threads.ts');
    console.log(readWord(), await runThread());`,
  'src/processes/threads.ts': `
    import { once } from 'node:events';
    import { Worker } from 'node:worker_threads';
    export async function runThread(): Promise<string> {
      const [word] = await once(new Worker(new URL('./some-thread.ts', import.meta.url)), 'message');
      return word;
    }`,
  'src/processes/some-thread.ts': `
    import { parentPort } from 'node:worker_threads';
    import { readWord } from '../words/read.ts';
    parentPort?.postMessage(\`thread: \${readWord()} \${import.meta.filename.includes('/dist/')}\`);`,
  'src/processes/home-country.ts': "export const HOME_COUNTRY = 'FR';",
  'src/geo/start-reader.ts': `
    export const READER = new URL('./reader.ts', import.meta.url);`,
  'src/geo/reader.ts': `
    import { randomUUID } from 'node:crypto';
    import { writeFileSync } from 'node:fs';
    const [country, path] = process.argv.slice(2);
    writeFileSync(path, country + ' ' + randomUUID());`,
  'src/words/read.ts': `
    import { readFileSync } from 'node:fs';
    import { join } from 'node:path';
    export const readWord = (): string =>
      readFileSync(join(import.meta.dirname, 'one.txt'), 'utf8') +
      readFileSync(new URL('two.txt', import.meta.url), 'utf8');`,
  'src/words/one.txt': 'one',
  'src/words/two.txt': 'two',
};

test('a build starts its own threads and reads files where they are', async (t) => {
  const root = makeProject(t);
  await ensureService(root);
  const main = currentServiceBuild(root);
  assert.ok(main !== undefined);
  assert.equal(await output(main), 'onetwo thread: onetwo true\n');
});

test('a changed source makes a build stale, and the next one leaves its files to the process that runs', async (t) => {
  const root = makeProject(t);
  await ensureService(root);
  const first = currentServiceBuild(root) ?? '';
  await ensureService(root);
  assert.equal(currentServiceBuild(root), first, 'nothing changed');
  const source = join(root, 'src/words/read.ts');
  writeFileSync(source, readFileSync(source, 'utf8').replace("'two.txt'", "'one.txt'"));
  assert.equal(currentServiceBuild(root), undefined);
  await ensureService(root);
  const second = currentServiceBuild(root) ?? '';
  assert.notEqual(dirname(second), dirname(first));
  assert.match(await output(second), /^oneone /);
  assert.match(await output(first), /^onetwo /);
});

test('a build stores the divisions of the home country, and reads them again when their sources changed', async (t) => {
  const root = makeProject(t);
  const stored = async () => {
    await ensureService(root);
    return readFileSync(join(dirname(currentServiceBuild(root) ?? ''), 'divisions-FR.zst'), 'utf8');
  };
  const append = (path: string, text: string) => writeFileSync(join(root, path), text, { flag: 'a' });
  const first = await stored();
  assert.match(first, /^FR /);
  append('src/words/read.ts', '\n// changed');
  assert.equal(await stored(), first);
  append('src/geo/reader.ts', '\n// changed');
  assert.notEqual(await stored(), first);
});

async function output(main: string): Promise<string> {
  return (await promisify(execFile)(process.execPath, [main])).stdout;
}

/** A service of three modules and a thread, with the settings and the packages of this project. */
function makeProject(t: TestContext): string {
  const root = temporaryDirectory(t);
  for (const [path, text] of Object.entries(SOURCES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  for (const path of ['vite.service.config.ts', 'scripts/service', 'scripts/install'])
    cpSync(join(project, path), join(root, path), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  return root;
}
