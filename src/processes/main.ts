import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { redactApiKeys } from '../accounts/key.ts';
import { MigrationRefused } from '../db/migration-files.ts';
import { RetryTimeoutError } from '../db/retrying.ts';
import { isUnavailable } from '../db/unavailable.ts';
import { redactUrlPasswords } from '../lib/url-password.ts';
import {
  CommandError,
  chooseCommand,
  commandHelp,
  generalHelp,
  parseCommandInput,
  usageError,
} from './command.ts';
import { commands } from './commands/table.ts';
import { createPrivately } from './private-files.ts';
import { readSettings, type Settings } from './settings.ts';

const HELP = ['--help', '-h', 'help'];

async function main(argv: string[]): Promise<void> {
  if (argv[0] !== undefined && HELP.includes(argv[0])) {
    process.stdout.write(generalHelp(commands));
    return;
  }
  if (argv.length === 0) return (await import('./start.ts')).start(currentSettings());
  const chosen = chooseCommand(commands, argv);
  if (chosen === undefined) throw usageError(`there is no command "${argv.join(' ')}". See: gable --help`);
  if (chosen.rest.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(commandHelp(chosen.command));
    return;
  }
  const given = parseCommandInput(chosen.command, chosen.rest);
  await chosen.command.run({ settings: currentSettings(), ...given });
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

/** What an operator can mend needs one line; only a fault of ours deserves its stack. */
function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as { code?: unknown; port?: unknown };
  if (code === 'EADDRINUSE') return `port ${port} is taken by another program; choose one with PORT`;
  if (isUnavailable(error) || error instanceof RetryTimeoutError)
    return redactUrlPasswords(redactApiKeys(`the database does not answer: ${error.message}`));
  const fromOutside =
    error instanceof CommandError || error instanceof MigrationRefused || typeof code === 'string';
  return redactUrlPasswords(redactApiKeys(fromOutside ? error.message : (error.stack ?? error.message)));
}

createPrivately();
main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`gable: ${formatError(error)}\n`);
    process.exit(error instanceof CommandError ? error.exitCode : 1);
  },
);
