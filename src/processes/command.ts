import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Settings } from './settings.ts';

/** A command of the command line. Its help and the parsing of its arguments derive from this description. */
export interface Command {
  /** The words that select it, such as `key create`. */
  words: string;
  /** Its arguments as shown in help: `NAME`, `--account NAME`. */
  usage: string;
  summary: string;
  /** Lines of its own help page. */
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

/** An error that the user can correct: printed as one line, without a stack. */
export class CommandError extends Error {
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const USAGE_EXIT_CODE = 2;
export const usageError = (message: string): CommandError => new CommandError(message, USAGE_EXIT_CODE);

export interface ChosenCommand {
  command: Command;
  rest: string[];
}

/** Selects the command by its leading words. The longest match wins, so `key` and `key create` may both exist. */
export function chooseCommand(
  commands: readonly Command[],
  argv: readonly string[],
): ChosenCommand | undefined {
  const fits = commands.filter((command) => command.words.split(' ').every((word, at) => argv[at] === word));
  const command = fits.sort((one, other) => other.words.length - one.words.length)[0];
  return command && { command, rest: argv.slice(command.words.split(' ').length) };
}

/** The commands that begin with one word: those of `gable feed`. */
export const commandsInGroup = (commands: readonly Command[], group: string | undefined): Command[] =>
  commands.filter(({ words }) => words.startsWith(`${group} `));

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
    throw usageError(`unexpected argument "${extra}". Usage: gable ${command.words} ${command.usage}`);
  return { options: parsed.values as CommandInput['options'], positionals: parsed.positionals };
}

function renderCommandTable(rows: readonly (readonly [call: string, summary: string])[]): string {
  const width = Math.max(...rows.map(([call]) => call.length));
  return rows.map(([call, summary]) => `  ${call.padEnd(width)}  ${summary}`).join('\n');
}

const commandRow = ({ words, usage, summary }: Command) => [`${words} ${usage}`.trim(), summary] as const;

export const generalHelp = (
  commands: readonly Command[],
): string => `Gable: a real-estate listings data service.

Usage: gable COMMAND

${renderCommandTable([
  ['(none)', 'run everything: API, worker and, without DATABASE_URL, an embedded PostgreSQL'],
  ...commands.map(commandRow),
])}

A command uses the database of DATA_DIR or DATABASE_URL; an embedded one that is not running is started for it.
Settings are environment variables or lines of a .env file; .env.example lists them all.
Lists are tab-separated; --json prints one JSON object a line. At a terminal, changes that cannot be undone ask
first unless --yes is given.

  gable account create acme          create the account acme
  gable key create --account acme    create its first API key, printed once
  gable COMMAND --help               details of one command; gable feed --help lists those of feed
  gable --version                    print the version
`;

export const groupHelp = (group: string, commands: readonly Command[]): string =>
  `Usage: gable ${group} COMMAND\n\n${renderCommandTable(commands.map(commandRow))}\n`;

export function commandHelp({ words, usage, summary, help }: Command): string {
  const capitalised = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return `Usage: gable ${words} ${usage}\n\n${[capitalised, ...help].join('\n')}\n`;
}
