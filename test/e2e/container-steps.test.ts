import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { parseEnv } from 'node:util';
import { until } from '../faults/until.ts';
import {
  type ContainerStep,
  readContainerSteps,
  readExecForm,
  runBuildSteps,
} from '../support/container-steps.ts';
import { freePort } from '../support/free-port.ts';

const source = join(import.meta.dirname, '../..');
const steps = readContainerSteps(readFileSync(join(source, 'deploy/Containerfile'), 'utf8'));
const START_WITHIN_MS = 120_000;
const isRoot = process.geteuid?.() === 0;

const stepsOf = (stage: number): ContainerStep[] => steps.filter((step) => step.stage === stage);
const stepNamed = (instruction: string): string =>
  steps.find((step) => step.stage === 1 && step.instruction === instruction)?.rest ??
  assert.fail(instruction);

/**
 * The first stage in an empty directory that stands for the root of the image. The temporary directory of a test is
 * closed to other users, and the service runs as one.
 */
function installImage(t: TestContext): string {
  const prefix = mkdtempSync('/var/tmp/gable-image-');
  t.after(() => rmSync(prefix, { recursive: true, force: true }));
  chmodSync(prefix, 0o755);
  const notRun = runBuildSteps(stepsOf(0), { source, prefix });
  const later = stepsOf(1).filter(({ instruction }) => instruction === 'RUN' || instruction === 'FROM');
  for (const { instruction, rest } of later) notRun.push(`${instruction} ${rest}`);
  for (const step of notRun) t.diagnostic(`not run: ${step}`);
  assert.equal(
    stepNamed('COPY'),
    '--from=build /opt/gable /opt/gable',
    'the image has what the first stage made',
  );
  return prefix;
}

/** What nothing here executes; the guide names the same. A skip of this name is in the output of each run. */
const NOT_EXECUTED = [
  ...['FROM', 'apt-get', 'useradd', 'npm ci', 'podman build', 'deploy/compose.yaml', 'systemctl'],
  'a TLS proxy',
];

test('the guide names what is not executed', () => {
  const guide = readFileSync(join(source, 'docs/guides/deploying.md'), 'utf8');
  const sentence = /They do not run (.+?)\. The output/s.exec(guide.replaceAll('\n', ' '))?.[1] ?? '';
  for (const step of NOT_EXECUTED) assert.ok(sentence.includes(step), `${step} in: ${sentence}`);
});

/** PostgreSQL asks for the name of its user: the machine of the test has `nobody`, and not the user of the image. */
const NOBODY = { uid: 65_534, gid: 65_534 };

function imageUser(): { uid: number; gid: number } | undefined {
  assert.equal(stepNamed('USER'), 'gable');
  assert.match(stepNamed('RUN'), /useradd --system --uid [1-9]\d+ .* gable\b/, 'not root');
  return isRoot ? NOBODY : undefined;
}

interface Image {
  prefix: string;
  environment: NodeJS.ProcessEnv;
  user: { uid: number; gid: number } | undefined;
}

async function prepareImage(prefix: string): Promise<Image> {
  const user = imageUser();
  const set = parseEnv(stepNamed('ENV').split(' ').join('\n'));
  const DATA_DIR = join(prefix, set['DATA_DIR'] ?? '');
  mkdirSync(DATA_DIR, { recursive: true });
  chmodSync(DATA_DIR, 0o700);
  if (user !== undefined) chownSync(DATA_DIR, user.uid, user.gid);
  const [PORT, WORK_PORT] = [String(await freePort()), String(await freePort())];
  // The demo world would be generated beside the test.
  return {
    prefix,
    user,
    environment: { PATH: '/usr/bin:/bin', ...set, DATA_DIR, PORT, WORK_PORT, DEMO: 'off' },
  };
}

function startInImage({ prefix, environment, user }: Image, command: readonly string[]): ChildProcess {
  const [program = '', ...rest] = command.map((word) => word.replace(/^\/opt\/gable/, `${prefix}/opt/gable`));
  return spawn(program, rest, {
    cwd: '/',
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
}

async function untilHealthy(image: Image, service: ChildProcess, said: () => string): Promise<void> {
  const command = readExecForm(stepNamed('HEALTHCHECK'));
  const isHealthy = async () => {
    const [code] = await once(startInImage(image, command), 'close');
    if (code !== 0) assert.equal(service.exitCode, null, said());
    return code === 0;
  };
  await until(isHealthy, { within: START_WITHIN_MS, every: 200, what: () => `health (${said()})` });
}

test('the steps of the Containerfile make a service that starts as its user, and units that systemd accepts', {
  timeout: 300_000,
}, async (t) => {
  const prefix = installImage(t);
  await t.test('the entry point starts, is healthy by the health check and stops', async (part) => {
    const image = await prepareImage(prefix);
    const service = startInImage(image, readExecForm(stepNamed('ENTRYPOINT')));
    let output = '';
    for (const stream of [service.stdout, service.stderr]) stream?.on('data', (text) => (output += text));
    const ended = once(service, 'close');
    part.after(() => service.kill('SIGKILL'));
    await untilHealthy(image, service, () => output);
    const answer = await fetch(`http://127.0.0.1:${image.environment['PORT']}/console/`);
    assert.equal(answer.status, 200, 'the console is built');
    service.kill('SIGTERM');
    const [code] = await ended;
    assert.equal(code, 0, output);
    if (image.user === undefined) return part.diagnostic('not root: the service ran as the user of the test');
    const { uid } = image.user;
    const written = globSync('**/*', { cwd: join(prefix, 'opt/gable'), exclude: ['node_modules/*/**'] });
    const own = written.filter((path) => statSync(join(prefix, 'opt/gable', path)).uid === uid);
    assert.deepEqual(own, [], 'the root file system may be read-only');
  });
  for (const step of NOT_EXECUTED)
    await t.test(step, { skip: 'the machine of the tests has no containers, systemd or TLS proxy' });
  const hasSystemd =
    existsSync('/lib/systemd/system') && spawnSync('systemd-analyze', ['--version']).status === 0;
  await t.test(
    'systemd accepts the units',
    { skip: hasSystemd ? false : 'systemd-analyze is missing' },
    () => {
      const units = globSync('*.service', { cwd: join(source, 'deploy/systemd') });
      assert.equal(units.length, 2);
      cpSync('/lib/systemd/system', join(prefix, 'usr/lib/systemd/system'), {
        recursive: true,
        verbatimSymlinks: true,
      });
      cpSync(join(source, 'deploy/systemd'), join(prefix, 'etc/systemd/system'), { recursive: true });
      const check = ['systemd-analyze', 'verify', `--root=${prefix}`, '--man=no', ...units].join(' ');
      // A line that it ignores is an exit code of 0 and a message.
      assert.equal(execFileSync('bash', ['-c', `${check} 2>&1`], { encoding: 'utf8' }), '');
    },
  );
});
