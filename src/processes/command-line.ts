import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { redactApiKeys } from '../accounts/key.ts';
import { MigrationRefused } from '../db/migration-files.ts';
import { RegionNotServedError, SeveralRegionsError } from '../db/region-set.ts';
import { RetryTimeoutError } from '../db/retrying.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { redactUrlPasswords } from '../lib/url-password.ts';
import {
  CommandError,
  chooseCommand,
  commandHelp,
  commandsInGroup,
  generalHelp,
  groupHelp,
  parseCommandInput,
  usageError,
} from './command.ts';
import { commands } from './commands/table.ts';
import { drainOutput, ignoreLostReader } from './output.ts';
import { createPrivately } from './private-files.ts';
import { readSettings, type Settings } from './settings.ts';
import { readVersion } from './version.ts';

const HELP_FLAGS = ['--help', '-h'];
const VERSION_FLAGS = ['--version', '-V'];

async function main(argv: string[]): Promise<void> {
  const [first] = argv;
  if (first === undefined) return (await import('./start.ts')).start(currentSettings());
  if (first === 'help' || HELP_FLAGS.includes(first)) return write(generalHelp(commands));
  if (VERSION_FLAGS.includes(first)) return write(`gable ${readVersion()}\n`);
  const chosen = chooseCommand(commands, argv);
  const asksHelp = argv.some((word) => HELP_FLAGS.includes(word));
  if (chosen === undefined) return write(helpForGroup(argv, asksHelp));
  if (asksHelp) return write(commandHelp(chosen.command));
  const given = parseCommandInput(chosen.command, chosen.rest);
  await chosen.command.run({ settings: currentSettings(), ...given });
}

const write = (text: string): void => void process.stdout.write(text);

/** `gable feed --help` lists the commands of feed; a group without a command is an error. */
function helpForGroup(argv: readonly string[], asksHelp: boolean): string {
  const [group = ''] = argv;
  const members = commandsInGroup(commands, group);
  if (members.length === 0 || !asksHelp) {
    const help = members.length === 0 ? '' : ` ${group}`;
    throw usageError(`there is no command "${argv.join(' ')}". See: gable${help} --help`);
  }
  return groupHelp(group, members);
}

function currentSettings(): Settings {
  const read = readSettings(process.env, environmentFile());
  if ('faults' in read) throw usageError(read.faults.join('\n       '));
  return read.settings;
}

function environmentFile(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandError(`.env cannot be read: ${(error as Error).message}`);
  }
}

/** An error the operator can correct is one line; only a defect of ours is printed with its stack. */
function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as { code?: unknown; port?: unknown };
  if (code === 'EADDRINUSE') return `port ${port} is in use; choose another with PORT`;
  if (isUnavailable(error) || error instanceof RetryTimeoutError)
    return redactUrlPasswords(redactApiKeys(`the database does not answer: ${error.message}`));
  const isExternal =
    error instanceof CommandError ||
    error instanceof MigrationRefused ||
    error instanceof SeveralRegionsError ||
    error instanceof RegionNotServedError ||
    typeof code === 'string';
  return redactUrlPasswords(redactApiKeys(isExternal ? error.message : (error.stack ?? error.message)));
}

/** Ends the process when the command is done. */
export function runCommandLine(argv: string[]): void {
  createPrivately();
  ignoreLostReader();
  main(argv).then(
    async () => {
      await drainOutput();
      process.exit(0);
    },
    (error: unknown) => {
      process.stderr.write(`gable: ${formatError(error)}\n`);
      process.exit(error instanceof CommandError ? error.exitCode : 1);
    },
  );
}
