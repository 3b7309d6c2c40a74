import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { withPage } from '../support/browser.ts';
import { FlakyGateway } from '../support/flaky-gateway.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import {
  assertCreatesOnce,
  assertFollows,
  assertGivesUp,
  assertSendsOnce,
  assertWaitsAsAsked,
  type ClientUnderTest,
} from './behaviour.ts';
import { runTasks } from './browser-tasks.ts';
import { servePage } from './page-server.ts';
import {
  assertReceives,
  assertShortExamples,
  CLIENTS,
  EXAMPLE_OUTPUT,
  run,
  signedWebhook,
  startClientService,
} from './service.ts';

const root = join(CLIENTS, '..');
const own = join(CLIENTS, 'typescript');
const project = temporaryDirectory({ after });

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
const target = join(project, 'node_modules/@gable/client');
const site = await servePage({ after }, join(target, 'dist'));
const service = await startClientService({ after }, { corsOrigins: [site] });
const env = { GABLE_KEY: service.key, GABLE_URL: service.url };

test('the package has compiled files, types and no dependency, and the version of the API', () => {
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
  const compiled = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', project, '--checkers', '1'], {
    encoding: 'utf8',
  });
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

const gateway = new FlakyGateway(service.url);
const through = await gateway.listen({ after });
const { createClient, GableError }: typeof import('../../clients/typescript/src/index.ts') = await import(
  join(target, 'dist/index.js')
);
const gable = createClient({ key: service.key, url: through });
const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 0,
    (error) => (error instanceof GableError ? error.status : Promise.reject(error)),
  );
const client: ClientUnderTest = {
  createAlert: (body) => statusOf(gable.createAlert(body as never)),
  sendTestEvent: (id) => statusOf(gable.testEventDestination({ id }, { eventType: 'NEW_MATCH' })),
  follow: (cursor, signal) => gable.changes({ cursor, signal }),
};
const behaviour = { service, gateway, client };

test('a refused request is repeated after Retry-After', () => assertWaitsAsAsked(behaviour));
test('a long Retry-After and a fifth refusal are errors', () => assertGivesUp(behaviour));
test('what is created is created once, whatever answers are lost', () => assertCreatesOnce(behaviour));
test('what is sent is repeated only when it was refused', () => assertSendsOnce(behaviour));
test('changes are followed over lost connections, and from a cursor', () => assertFollows(behaviour, 50));

test('a stream that the service refuses ends with its problem', async () => {
  const followed = async (options: object) => {
    for await (const _ of gable.changes(options)) break;
  };
  assert.equal(await statusOf(followed({ cursor: 'made up' })), 400);
});

test('the client runs in a browser on a page of another site', async (t) => {
  const { body, ...signed } = signedWebhook();
  const webhook = { ...signed, body: body.toString() };
  await withPage(t, async ({ page }) => {
    await page.goto(site);
    const options = { key: service.key, url: service.url, maxAttempts: 5, webhook };
    const { ids, followed, ...done } = await page.evaluate(runTasks, options);
    assert.ok(ids.length > 2 && new Set(ids).size === ids.length, `${ids.length} homes on pages of 2`);
    assert.match(followed, /^[0-9a-f-]{36}$/);
    assert.deepEqual(done, {
      place: 'Lyon',
      alert: 'From a page',
      refused: '401 Unauthorized',
      requestId: true,
      eventType: 'NEW_MATCH',
    });
    // The same page by a name that the operator does not allow.
    await page.goto(site.replace('127.0.0.1', 'localhost'));
    await assert.rejects(page.evaluate(runTasks, { ...options, maxAttempts: 1 }), /Failed to fetch/);
  });
});
