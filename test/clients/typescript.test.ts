import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  assertReceives,
  assertShortExamples,
  CLIENTS,
  EXAMPLE_OUTPUT,
  run,
  startClientService,
} from './service.ts';

const root = join(CLIENTS, '..');
const own = join(CLIENTS, 'typescript');
const project = mkdtempSync(join(tmpdir(), 'gable-npm-'));
after(() => rmSync(project, { recursive: true, force: true }));

/** A customer's project with the packed client as its only package. */
function installPacked(): void {
  const packed = spawnSync('npm', ['pack', '--json', '--loglevel=error', `--pack-destination=${project}`], {
    cwd: own,
    encoding: 'utf8',
  });
  assert.equal(packed.status, 0, packed.stderr);
  const target = join(project, 'node_modules/@gable/client');
  mkdirSync(target, { recursive: true });
  const [archive = ''] = globSync('*.tgz', { cwd: project });
  const unpacked = spawnSync('tar', ['-xzf', join(project, archive), '-C', target, '--strip-components=1']);
  assert.equal(unpacked.status, 0);
  cpSync(join(own, 'examples'), join(project, 'examples'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
}

installPacked();
const service = await startClientService({ after });
const env = { GABLE_KEY: service.key, GABLE_URL: service.url };

test('the package has compiled files, types and no dependency, and the version of the API', () => {
  const target = join(project, 'node_modules/@gable/client');
  const manifest = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
  const { info } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
  assert.equal(manifest.version, info.version);
  assert.equal(manifest.dependencies, undefined);
  const files = globSync('**/*.*', { cwd: target });
  assert.deepEqual(files.filter((file) => !/^dist\/.*\.(?:js|d\.ts)$/.test(file)).toSorted(), [
    'README.md',
    'package.json',
  ]);
  const foreign = globSync('dist/**/*.js', { cwd: target }).flatMap((file) =>
    [...readFileSync(join(target, file), 'utf8').matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name),
  );
  assert.deepEqual(foreign, []);
});

test('the examples compile in strict mode against the packed types', () => {
  const compilerOptions = {
    ...{ target: 'es2024', module: 'nodenext', strict: true, noEmit: true, allowImportingTsExtensions: true },
    ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['examples'] }));
  const compiled = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { encoding: 'utf8' });
  assert.equal(compiled.status, 0, compiled.stdout);
});

test('every task of the README is an example of at most ten lines', () => {
  assertShortExamples(join(own, 'examples'), '.ts');
});

for (const [name, output] of Object.entries(EXAMPLE_OUTPUT)) {
  test(`the example ${name}.ts runs against the real server`, async () => {
    assert.match(await run([process.execPath, `examples/${name}.ts`], project, env), output);
  });
}

test('the example webhook.ts takes what the service signs and refuses another key', async () => {
  await assertReceives([process.execPath, 'examples/webhook.ts'], project);
});
