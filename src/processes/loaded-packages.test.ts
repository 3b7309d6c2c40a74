import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

/** Large packages that most processes never use, loaded with their first use. */
const LATE = [
  '@scalar/fastify-api-reference',
  '@scalar/openapi-parser',
  '@duckdb/node-api',
  '@modelcontextprotocol/server',
  'nodemailer',
  'undici',
  'vite',
  'yaml',
  'playwright-core',
];

/** Imports a module in a fresh process and prints the packages that were loaded with it. */
const LISTING = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({ load(url, context, next) {
    const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
    if (name) packages.add(name);
    return next(url, context);
  } });
  await import(process.argv[1]);
  console.log(JSON.stringify([...packages]));
  process.exit(0);
`;

for (const [module, used] of [
  ['serve.ts', 'fastify'],
  ['run.ts', 'pg'],
  ['work.ts', 'pg'],
] as const)
  test(`${module} loads the reference page, DuckDB, the MCP SDK, mail, the HTTP client and the build tools when they are used`, async () => {
    const args = ['--input-type=module', '-e', LISTING, join(root, 'src/processes', module)];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
    const loaded: string[] = JSON.parse(stdout);
    assert.ok(loaded.includes(used), 'packages are listed');
    assert.deepEqual(
      LATE.filter((name) => loaded.includes(name)),
      [],
    );
  });
