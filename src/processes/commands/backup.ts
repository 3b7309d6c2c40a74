import { readFile } from 'node:fs/promises';
import { systemClock } from '../../lib/clock.ts';
import { startProgress } from '../../lib/progress.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { print } from '../output.ts';

const PASSPHRASE_OPTION = { 'passphrase-file': { type: 'string' } } as const;
const PASSPHRASE_HELP =
  'BACKUP_PASSPHRASE or --passphrase-file gives the passphrase that seals the master keys (12 characters or more).';

export const backupCommands: Command[] = [
  {
    words: 'backup',
    usage: 'DIR [--passphrase-file FILE]',
    summary: 'back up the database and the master keys into a new directory',
    help: [
      'Services may run meanwhile: all tables are read as of one moment. Works for the embedded and any other server.',
      PASSPHRASE_HELP,
      'Parquet files and search snapshots are not copied: they are rebuilt after a restore.',
    ],
    options: PASSPHRASE_OPTION,
    positionals: ['DIR'],
    async run(given) {
      const passphrase = await readPassphrase(given);
      const { backUp } = await import('../backup.ts');
      const progress = startProgress('backing up', { unit: 'tables' });
      const { tables, rows, bytes } = await backUp(
        given.settings,
        { folder: given.positionals[0] ?? '', passphrase, now: systemClock.now() },
        () => progress.advance(),
      );
      progress.finish();
      print(`${tables} tables, ${rows} rows, ${bytes} bytes in ${given.positionals[0]}`);
    },
  },
  {
    words: 'restore',
    usage: 'DIR [--passphrase-file FILE]',
    summary: 'restore a backup into an empty database',
    help: [
      'The target is a new DATA_DIR or an empty DATABASE_URL. Every file is checked before anything is changed.',
      'A backup of an older version is restored and then migrated. A running worker rebuilds the warehouse after it.',
      PASSPHRASE_HELP,
    ],
    options: PASSPHRASE_OPTION,
    positionals: ['DIR'],
    async run(given) {
      const passphrase = await readPassphrase(given);
      const { restore } = await import('../backup.ts');
      const progress = startProgress('restoring', { unit: 'tables' });
      const { rows, notes } = await restore(
        given.settings,
        { folder: given.positionals[0] ?? '', passphrase, now: systemClock.now() },
        () => progress.advance(),
      );
      progress.finish();
      print(`${rows} rows restored`);
      for (const note of notes) print(note);
    },
  },
];

async function readPassphrase({ settings, options }: CommandInput): Promise<string> {
  const { MIN_PASSPHRASE_LENGTH } = await import('../../backup/sealed-keys.ts');
  const file = options['passphrase-file'];
  const passphrase =
    typeof file === 'string' ? await readPassphraseFile(file) : (settings.BACKUP_PASSPHRASE ?? '');
  if (passphrase === '')
    throw usageError('a passphrase is missing: set BACKUP_PASSPHRASE or --passphrase-file');
  if (passphrase.length < MIN_PASSPHRASE_LENGTH)
    throw usageError(`the passphrase needs at least ${MIN_PASSPHRASE_LENGTH} characters`);
  return passphrase;
}

const readPassphraseFile = (file: string): Promise<string> =>
  readFile(file, 'utf8').then(
    (text) => text.trimEnd(),
    (error: Error) => {
      throw new CommandError(error.message);
    },
  );
