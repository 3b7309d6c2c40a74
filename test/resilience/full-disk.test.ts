import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../faults/until.ts';
import { endProcessesIn } from '../support/gable.ts';
import { runService } from '../support/running-service.ts';

const DISK_MB = 600;
const FILLER_BYTES = 4 * 2 ** 20;

/** A small separate disk; a string says why there is none. */
function smallDisk(t: TestContext): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'gable-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    rmSync(directory, { recursive: true });
    return undefined;
  }
  t.after(async () => {
    await endProcessesIn(directory);
    execFileSync('umount', [directory]);
    rmSync(directory, { recursive: true });
  });
  return directory;
}

/** An ordinary user may mount in a user namespace of its own, where the system lets it create one. */
const NAMESPACE = ['--user', '--map-current-user', '--keep-caps', '--mount'];
const IN_NAMESPACE = 'GABLE_TEST_NAMESPACE';

function mayCreateNamespace(): boolean {
  // Root has one user id there, and PostgreSQL refuses to run as root.
  if (process.geteuid?.() === 0 || process.env[IN_NAMESPACE] !== undefined) return false;
  return spawnSync('unshare', [...NAMESPACE, 'true']).status === 0;
}

/** Runs this file again in a namespace, where a small disk can be mounted. */
async function runInNamespace(): Promise<void> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn('unshare', [...NAMESPACE, process.execPath, import.meta.filename], {
    env: { ...env, [IN_NAMESPACE]: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = await once(child, 'close');
  assert.equal(code, 0, output);
  assert.match(output, /pass 1\b/, output);
}

function fill(directory: string): string[] {
  const files: string[] = [];
  for (let bytes = FILLER_BYTES; bytes >= 4_096; ) {
    const file = join(directory, `filler-${files.length}`);
    files.push(file);
    try {
      writeFileSync(file, Buffer.alloc(bytes));
    } catch {
      bytes /= 4;
    }
  }
  return files;
}

test('a full disk causes 503s; with free space the service recovers, and nothing acknowledged is lost', {
  timeout: 300_000,
}, async (t) => {
  const disk = smallDisk(t);
  if (disk === undefined && mayCreateNamespace()) return runInNamespace();
  if (disk === undefined) return t.skip('this user may neither mount a small disk nor create a namespace');
  const DATA_DIR = join(disk, 'data');
  mkdirSync(DATA_DIR);
  const service = await runService(t, { DATA_DIR });
  const acknowledged = await service.push(5);
  const files = fill(disk);
  const seen = new Set<string>();
  for (let tries = 0; tries < 15; tries += 1) {
    await service.push(20).then(
      (urls) => acknowledged.push(...urls),
      (error: Error) => seen.add(/^observations: (\d+)/.exec(error.message)?.[1] ?? error.message),
    );
    await pause(200);
  }
  t.diagnostic(`refused with ${[...seen].join(', ')}; ${acknowledged.length} acknowledged`);
  assert.deepEqual(
    [...seen].filter((status) => status !== '503' && status !== '429'),
    [],
  );
  for (const file of files) rmSync(file, { force: true });
  let again: string[] | undefined;
  for (let tries = 0; tries < 300 && again === undefined; tries += 1) {
    again = await service.push(5).catch(() => undefined);
    if (again === undefined) await pause(200);
  }
  assert.ok(again !== undefined, service.serve.stderr().slice(-2_000));
  acknowledged.push(...again);
  await until(() => acknowledged.every((url) => service.receivedEvents().has(url)), {
    within: 90_000,
    what: () =>
      `webhooks (${service.receivedEvents().size} of ${acknowledged.length}): ${service.work.stderr().slice(-1_500)}`,
  });
});
