// npm run bench -- NAME [arguments]: one file for each bench. Each exports `title` and `run(args)`, which prints its figures.
import { globSync } from 'node:fs';
import { basename, join } from 'node:path';

interface Bench {
  title: string;
  run(args: string[]): Promise<void> | void;
}

const [asked, ...args] = process.argv.slice(2);
const names = globSync('*.ts', { cwd: import.meta.dirname })
  .map((file) => basename(file, '.ts'))
  .filter((name) => name !== 'run' && !name.endsWith('.test'))
  .sort();

if (asked !== undefined && names.includes(asked)) {
  const { title, run } = await load(asked);
  console.log(`${asked}: ${title}`);
  await run(args);
} else {
  if (asked !== undefined) console.error(`there is no bench called ${asked}`);
  await list();
  process.exitCode = asked === undefined ? 0 : 1;
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
