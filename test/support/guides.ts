import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyDirectory } from './copy-directory.ts';
import { createDataDirectory, runGableToEnd, spawnGable } from './gable.ts';
import { createCopiedDirectory, createPreparedDirectory } from './prepared-directory.ts';
import type { TestScope } from './test-scope.ts';

const root = join(import.meta.dirname, '../..');
const HOMES = 60;

/** Guides that another test runs with what they need. */
const RUN_ELSEWHERE = ['docs/guides/feeding.md'];
/** Blocks marked `bash` need what a test machine lacks, as a Citus cluster: their page says so. */
const commandsOf = (page: string): string =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, block]) => block)
    .join('\n');

/** A command is a process, which takes longer than a request. */
const countCommands = (page: string): number => commandsOf(page).match(/\bgable /g)?.length ?? 0;

/** Those with most commands first, so that no part has all of them. */
const guides = globSync('docs/guides/*.md', { cwd: root })
  .filter((page) => !RUN_ELSEWHERE.includes(page))
  .sort()
  .sort((one, other) => countCommands(other) - countCommands(one));

const isMissing = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status !== 0;
const missing = ['bash', 'curl', 'jq'].filter(isMissing);

/** Why the commands cannot run here. */
export const guidesSkipped = missing.length > 0 ? `${missing.join(', ')} missing` : false;

const LOCAL = { OUTBOUND_LOOPBACK: 'on', LOG_LEVEL: 'warn' };
const KEY_FILE = 'guide-key';

/** With homes, an account and its key: they take 4 s of CPU. */
const createGuidedDirectory = (t: TestScope): Promise<string> =>
  createCopiedDirectory(t, '_guides', async (DATA_DIR) => {
    copyDirectory(await createPreparedDirectory(t), DATA_DIR);
    const done = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runGableToEnd(t, args, { ...LOCAL, DATA_DIR });
      assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
      return stdout.trim();
    };
    const world = join(createDataDirectory(t), 'world');
    await done('world', 'generate', '--out', world, '--properties', String(HOMES), '--days', '3');
    await done('ingest', join(world, 'observations.ndjson'));
    await done('account', 'create', 'guides');
    writeFileSync(join(DATA_DIR, KEY_FILE), await done('key', 'create', '--account', 'guides'));
  });

/** A service with homes, and the environment of somebody who follows a guide. */
async function startGuidedService(t: TestScope): Promise<{ cwd: string; env: NodeJS.ProcessEnv }> {
  const DATA_DIR = await createGuidedDirectory(t);
  const GABLE_KEY = readFileSync(join(DATA_DIR, KEY_FILE), 'utf8');
  const settings = { ...LOCAL, DATA_DIR };
  const service = spawnGable(t, ['serve'], { ...settings, LOG_LEVEL: 'info' });
  const GABLE_URL = await service.url();
  await spawnGable(t, ['work'], { ...settings, LOG_LEVEL: 'info' }).url();
  const bin = createDataDirectory(t);
  writeFileSync(join(bin, 'gable'), `#!/bin/sh\nexec "${process.execPath}" "${root}/bin/gable.mjs" "$@"\n`);
  chmodSync(join(bin, 'gable'), 0o755);
  const env = {
    HOME: bin,
    PATH: `${bin}:${process.env['PATH']}`,
    ...settings,
    MASTER_KEYS: `1:${'A'.repeat(43)}=`,
    GABLE_URL,
    GABLE_KEY,
    WEBHOOK_URL: 'http://127.0.0.1:9/hook',
  };
  return { cwd: bin, env };
}

const PARTS = 3;

/** Runs the commands of every third guide, from one of the first three. */
export async function runGuides(t: TestScope, from: 0 | 1 | 2): Promise<void> {
  assert.ok(guides.length >= 9);
  const guided = await startGuidedService(t);
  for (const page of guides.filter((_, index) => index % PARTS === from)) await runGuide(page, guided);
}

async function runGuide(page: string, guided: { cwd: string; env: NodeJS.ProcessEnv }): Promise<void> {
  const shell = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', commandsOf(page)], guided);
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(shell, 'close');
  assert.equal(code, 0, `${page}: ${output}`);
  // `jq` exits 0 on a problem document too; only one guide shows a problem on purpose.
  if (page !== 'docs/guides/errors.md') assert.doesNotMatch(output, /"status": ?[45]\d\d|^null$/m, page);
  else assert.match(output, /"status": 4\d\d/);
}
