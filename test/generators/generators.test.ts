import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { build } from 'vite';
import { feedHomes, run, startClientService } from '../clients/service.ts';
import { DOCUMENT, FOLDER, missingGenerators, PACKAGES, ROOT } from './installed.ts';
import type { TaskResults } from './tasks/service.ts';

const HOMES = 5;
/** Beside the packages, so that the clients find them. */
const WORK = join(PACKAGES, '.gable');

/** How each generator is called, at its default flags. */
const GENERATORS: Readonly<Record<string, { program: string; args: string[] }>> = {
  'openapi-typescript': { program: 'openapi-typescript/bin/cli.js', args: [DOCUMENT, '-o', 'client.ts'] },
  'hey-api': { program: '@hey-api/openapi-ts/bin/run.js', args: ['-i', DOCUMENT, '-o', 'client'] },
  orval: { program: 'orval/dist/bin/orval.mjs', args: ['--input', DOCUMENT, '--output', 'client.ts'] },
};

async function generate(name: string): Promise<void> {
  const folder = join(WORK, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  cpSync(join(FOLDER, 'tasks', `${name}.ts`), join(folder, 'task.ts'));
  cpSync(join(FOLDER, 'tasks/service.ts'), join(folder, 'service.ts'));
  const { program, args } = GENERATORS[name] ?? { program: '', args: [] };
  await run([process.execPath, join(PACKAGES, program), ...args], folder, { CI: 'true' });
}

/** One program of the task and its client; their imports have no extension, as bundlers take them. */
async function bundle(folder: string): Promise<string> {
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true },
    build: { ssr: 'task.ts', outDir: 'dist', target: 'node24', minify: false },
  });
  return join(folder, 'dist/task.js');
}

const skip = missingGenerators();
const service = skip === false ? await startClientService({ after }) : undefined;
if (service !== undefined) {
  await feedHomes(service, HOMES);
  await Promise.all(Object.keys(GENERATORS).map(generate));
}

test('the generated clients and their tasks compile in strict mode', { skip }, async () => {
  const compilerOptions = {
    ...{
      target: 'es2024',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2024', 'dom', 'dom.iterable'],
    },
    ...{ strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true },
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
  };
  const include = Object.keys(GENERATORS).map((name) => `${name}/*.ts`);
  writeFileSync(join(WORK, 'tsconfig.json'), JSON.stringify({ compilerOptions, include }));
  await run([join(ROOT, 'node_modules/.bin/tsc'), '-p', WORK, '--checkers', '1'], WORK, {});
});

for (const name of Object.keys(GENERATORS)) {
  test(`${name}: search, cursor scan, alert and deliveries work against the real server`, {
    skip,
  }, async () => {
    const program = await bundle(join(WORK, name));
    const env = { GABLE_URL: service?.url, GABLE_KEY: service?.key };
    const results = JSON.parse(await run([process.execPath, program], WORK, env)) as TaskResults;
    assert.equal(results.search.length, 1);
    assert.equal(new Set(results.scanned).size, HOMES);
    assert.equal(results.scanned.length, HOMES);
    assert.match(results.alert, /^[0-9a-f-]{36}$/);
    assert.equal(results.deliveries, 0);
  });
}
