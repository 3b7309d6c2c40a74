import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { described } from '../api/failure.ts';
import { CommandFault, chooseCommand, commandHelp, generalHelp, misused, parseGiven } from './command.ts';
import { commands } from './commands/table.ts';
import { readSettings, type Settings } from './settings.ts';
import { start } from './start.ts';

const HELP = ['--help', '-h', 'help'];

async function main(argv: string[]): Promise<void> {
  if (argv[0] !== undefined && HELP.includes(argv[0])) {
    process.stdout.write(generalHelp(commands));
    return;
  }
  if (argv.length === 0) return start(currentSettings());
  const chosen = chooseCommand(commands, argv);
  if (chosen === undefined) throw misused(`there is no command "${argv.join(' ')}". See: gable --help`);
  if (chosen.rest.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(commandHelp(chosen.command));
    return;
  }
  const given = parseGiven(chosen.command, chosen.rest);
  await chosen.command.run({ settings: currentSettings(), ...given });
}

function currentSettings(): Settings {
  const read = readSettings(process.env, environmentFile());
  if ('faults' in read) throw misused(read.faults.join('\n       '));
  return read.settings;
}

function environmentFile(): NodeJS.Dict<string> {
  try {
    return parseEnv(readFileSync('.env', 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CommandFault(`.env cannot be read: ${(error as Error).message}`);
  }
}

main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error: unknown) => {
    const mendable = error instanceof CommandFault;
    process.stderr.write(`gable: ${mendable ? error.message : described(error)}\n`);
    process.exit(mendable ? error.exitCode : 1);
  },
);
