import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';

/** Runs `npm test` in a project of these files. */
export async function runTests(
  t: TestContext,
  files: Record<string, string>,
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
) {
  const run = startTests(t, files, args, env);
  const { root, temporary } = run;
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  return { ...(await run.ended), root, temporary, read };
}

export function startTests(
  t: TestContext,
  files: Record<string, string>,
  args: string[] = [],
  env: NodeJS.ProcessEnv = {},
) {
  const root = temporaryDirectory(t);
  const temporary = join(root, 'temporary');
  mkdirSync(temporary);
  for (const [path, text] of Object.entries({ ...files, 'package.json': '{"type":"module"}' })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  // Without NODE_TEST_CONTEXT, with which Node refuses to run a runner inside a test.
  const { NODE_TEST_CONTEXT: _, ...outer } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'run-tests.ts'), ...args], {
    cwd: root,
    env: { ...outer, FORCE_COLOR: '0', TMPDIR: temporary, ...env },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text;
  });
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { root, temporary, child, ended };
}
