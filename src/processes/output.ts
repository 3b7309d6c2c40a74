import { createInterface } from 'node:readline';
import { CommandError, type CommandInput } from './command.ts';

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** `gable … | head`: a reader that is gone costs the rest of the output, not the work. */
export function ignoreLostReader(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

/** Waits until the reader of a pipe has everything: an exit before would drop what the pipe does not hold (64 KiB). */
export const drainOutput = (output: NodeJS.WritableStream = process.stdout): Promise<void> =>
  new Promise((resolve) => void output.write('', () => resolve()));

/** One row of a list: a line of tab-separated text, or of JSON with --json. */
export const printRow = ({ options }: Pick<CommandInput, 'options'>, row: object, cells: unknown[]): void =>
  print(options['json'] === true ? JSON.stringify(row) : cells.join('\t'));

export const JSON_OPTION = { json: { type: 'boolean' } } as const;
export const YES_OPTION = { yes: { type: 'boolean' } } as const;
export const FORCE_OPTION = { force: { type: 'boolean' } } as const;

interface Terminal {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

/** Asks a person at a terminal before a change that cannot be undone. Scripts are not asked, nor is anybody with --yes. */
export async function confirm(
  { options }: Pick<CommandInput, 'options'>,
  question: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> {
  if (options['yes'] === true || input.isTTY !== true) return;
  const reader = createInterface({ input, output });
  const answer = await new Promise<string>((resolve) => {
    reader.once('close', () => resolve(''));
    reader.question(`${question} [y/N] `, resolve);
  });
  reader.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('cancelled; nothing was changed');
}
