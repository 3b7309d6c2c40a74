// npm run bench -- NAME [arguments]: one file for each bench. Each exports `title` and `run(args, scope)`, which prints its
// figures; what it opens in its scope ends with it.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestScope } from '../test/support/test-scope.ts';
import { withScope } from './support/scope.ts';

interface Bench {
  title: string;
  run(args: string[], scope: TestScope): Promise<void> | void;
}

const [requested, ...args] = process.argv.slice(2);
const names = globSync('*.ts', { cwd: import.meta.dirname })
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'run' && !name.endsWith('.test'))
  .sort();

if (requested !== undefined && names.includes(requested)) {
  const { title, run } = await load(requested);
  console.log(`${requested}: ${title}`);
  await withScope(async (scope) => run(args, scope));
} else {
  if (requested !== undefined) console.error(`there is no bench called ${requested}`);
  await list();
  process.exitCode = requested === undefined ? 0 : 1;
}

async function load(name: string): Promise<Bench> {
  const bench: Partial<Bench> = await import(join(import.meta.dirname, `${name}.ts`));
  if (typeof bench.title === 'string' && bench.run) return { title: bench.title, run: bench.run };
  throw new Error(`bench/${name}.ts must export title and run`);
}

async function list(): Promise<void> {
  console.log(
    names.length === 0 ? 'there are no benches yet' : 'npm run bench -- NAME, where NAME is one of:',
  );
  for (const name of names) console.log(`  ${name.padEnd(16)} ${(await load(name)).title}`);
}
