import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Settings } from './settings.ts';

/** Something a person may type after `gable`. The help and the parsing are made from this description. */
export interface Command {
  /** The words that call it, such as `key create`. */
  words: string;
  /** What follows the words, as shown in help: `NAME`, `--account NAME`. */
  usage: string;
  summary: string;
  /** Sentences for its own help page. */
  help: string[];
  options?: NonNullable<ParseArgsConfig['options']>;
  positionals?: string[];
  run(given: CommandInput): Promise<void>;
}

export interface CommandInput {
  settings: Settings;
  options: Record<string, string | boolean | undefined>;
  positionals: string[];
}

/** A fault the person at the keyboard can mend: one readable line, no stack. */
export class CommandError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const USAGE_EXIT = 2;
export const usageError = (message: string): CommandError => new CommandError(message, USAGE_EXIT);

export interface ChosenCommand {
  command: Command;
  rest: string[];
}

/** Picks the command whose words stand first; the longest match wins, so `key` and `key create` may both exist. */
export function chooseCommand(
  commands: readonly Command[],
  argv: readonly string[],
): ChosenCommand | undefined {
  const fits = commands.filter((command) => command.words.split(' ').every((word, at) => argv[at] === word));
  const command = fits.sort((one, other) => other.words.length - one.words.length)[0];
  return command && { command, rest: argv.slice(command.words.split(' ').length) };
}

export function parseCommandInput(
  command: Command,
  rest: string[],
): Pick<CommandInput, 'options' | 'positionals'> {
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: rest, options: command.options ?? {}, allowPositionals: true, strict: true });
  } catch (error) {
    throw usageError(`${(error as Error).message.split('. ')[0]}. See: gable ${command.words} --help`);
  }
  const wanted = command.positionals ?? [];
  const missing = wanted[parsed.positionals.length];
  if (missing !== undefined)
    throw usageError(`${missing} is missing. Usage: gable ${command.words} ${command.usage}`);
  const extra = wanted.at(-1)?.endsWith('…') ? undefined : parsed.positionals[wanted.length];
  if (extra !== undefined)
    throw usageError(`"${extra}" is one word too many. Usage: gable ${command.words} ${command.usage}`);
  return { options: parsed.values as CommandInput['options'], positionals: parsed.positionals };
}

export function generalHelp(commands: readonly Command[]): string {
  const calls = commands.map((command) => `${command.words} ${command.usage}`.trim());
  const width = Math.max(...calls.map((call) => call.length));
  return `Gable: homes advertised on many portals, recognised as one property each, behind one API.

Usage: gable COMMAND

  ${'(none)'.padEnd(width)}  run everything: API, worker and, without DATABASE_URL, an embedded PostgreSQL
${commands.map((command, at) => `  ${(calls[at] ?? '').padEnd(width)}  ${command.summary}`).join('\n')}

A command joins the database of a running Gable with the same DATA_DIR or DATABASE_URL, or starts it for itself.
Settings are environment variables or lines of a .env file; .env.example lists them all.

  gable account create acme          an account called acme
  gable key create --account acme    its first API key, printed once
  gable COMMAND --help               more about one command
`;
}

export const commandHelp = (command: Command): string =>
  `Usage: gable ${command.words} ${command.usage}\n\n${[`${command.summary}.`, ...command.help].join('\n')}\n`;
