import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { FlakyGateway } from '../support/flaky-gateway.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import {
  assertCreatesOnce,
  assertFollows,
  assertGivesUp,
  assertSendsOnce,
  assertWaitsAsAsked,
} from './behaviour.ts';
import { pythonClient } from './python-client.ts';
import {
  assertReceives,
  assertShortExamples,
  CLIENTS,
  EXAMPLE_OUTPUT,
  run,
  startClientService,
} from './service.ts';

const own = join(CLIENTS, 'python');
const MIN_VERSION = 11;

/** Python 3.11 or newer, as this machine calls it. */
const python = ['python3', 'python3.13', 'python3.12', 'python3.11'].find((name) => {
  const { stdout } = spawnSync(name, ['--version'], { encoding: 'utf8' });
  return Number(/^Python 3\.(\d+)/.exec(stdout ?? '')?.[1] ?? 0) >= MIN_VERSION;
});

test('every task of the README is an example of at most ten lines', () => {
  assertShortExamples(join(own, 'examples'), '.py');
});

test('the wheel has the version of the API', () => {
  const { info } = JSON.parse(readFileSync(join(CLIENTS, '../openapi.json'), 'utf8'));
  assert.match(
    readFileSync(join(own, 'pyproject.toml'), 'utf8'),
    new RegExp(`^version = "${info.version}"$`, 'm'),
  );
});

const missing = python === undefined ? 'Python 3.11 or newer is not installed' : false;

describe('the Python client', { skip: missing }, async () => {
  const folder = temporaryDirectory({ after });
  if (python === undefined) return;
  const wheel = (await run([python, 'build_wheel.py', folder], own, {})).trim();
  const service = await startClientService({ after });
  // A wheel without compiled parts can be imported as it is.
  const env = { GABLE_KEY: service.key, GABLE_URL: service.url, PYTHONPATH: wheel };

  test('the wheel is complete: every file is listed with its hash, and pip would find its metadata', async () => {
    const check = `import base64,hashlib,sys,zipfile
z=zipfile.ZipFile(sys.argv[1]); info=[n for n in z.namelist() if n.endswith('/RECORD')][0]
rows=[line.split(',') for line in z.read(info).decode().splitlines()]
assert {r[0] for r in rows}==set(z.namelist())
for name,digest,size in rows:
    if digest: assert digest=='sha256='+base64.urlsafe_b64encode(hashlib.sha256(z.read(name)).digest()).rstrip(b'=').decode() and int(size)==len(z.read(name))
from importlib.metadata import distributions
print([(d.name,d.version,d.requires) for d in distributions(path=[sys.argv[1]])])`;
    const printed = await run([python, '-c', check, wheel], folder, {});
    assert.match(printed, /^\[\('gable-client', '2\.0\.0', None\)\]$/m);
  });

  for (const [name, output] of Object.entries(EXAMPLE_OUTPUT)) {
    test(`the example ${name}.py runs against the real server`, async () => {
      assert.match(await run([python, `${name}.py`], join(own, 'examples'), env), output);
    });
  }

  const gateway = new FlakyGateway(service.url);
  const through = await gateway.listen({ after });
  const client = pythonClient([python, join(import.meta.dirname, 'driver.py'), through, service.key], env);
  after(() => client.end());
  const behaviour = { service, gateway, client };

  test('a refused request is repeated after Retry-After', () => assertWaitsAsAsked(behaviour));
  test('a long Retry-After and a fifth refusal are errors', () => assertGivesUp(behaviour));
  test('what is created is created once, whatever answers are lost', () => assertCreatesOnce(behaviour));
  test('what is sent is repeated only when it was refused', () => assertSendsOnce(behaviour));
  test('changes are followed over lost connections, and from a cursor', () => assertFollows(behaviour, 50));
  test('changes are followed by asyncio likewise', () =>
    assertFollows({ ...behaviour, client: { ...client, follow: client.followAsync } }, 60));

  test('the example webhook.py takes what the service signs and refuses another key', async () => {
    await assertReceives([python, 'webhook.py'], join(own, 'examples'), env);
  });
});
