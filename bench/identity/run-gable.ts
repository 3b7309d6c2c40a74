import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { MAIN } from '../../test/support/main-file.ts';

/** A command of the service on its own database, as an operator types it. */
export async function runGable(dataDir: string, words: string[]): Promise<string[]> {
  const { DATABASE_URL: _, ...env } = process.env;
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const printed: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) printed.push(line);
  const code = await ended;
  if (code !== 0) throw new Error(`gable ${words[0]} ended with ${code}`);
  return printed;
}
