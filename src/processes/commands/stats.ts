import type { Command } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const statsCommands: Command[] = [
  {
    words: 'stats disk',
    usage: '[--json]',
    summary: 'show where the bytes of the database and of the files are',
    help: [
      'Each table with its rows, texts and indexes, each directory of DATA_DIR, and the bytes for each property.',
      'Sizes are those of the files: space freed by deleted rows counts until it is used again.',
    ],
    options: { json: { type: 'boolean' } },
    run: ({ settings, options }) =>
      withDatabase(settings, async (db) => {
        const { CLUSTER_DIRECTORY } = await import('../../db/embedded/data-directory.ts');
        const { formatDiskUsage, readDiskUsage } = await import('../../db/disk-usage.ts');
        const { readDirectorySizes } = await import('../../lib/directory-sizes.ts');
        const { countStoredProperties } = await import('../../properties/store.ts');
        const usage = {
          properties: await countStoredProperties(db),
          tables: await readDiskUsage(db),
          directories: readDirectorySizes(settings.DATA_DIR, [CLUSTER_DIRECTORY]),
        };
        const text = options['json'] === true ? JSON.stringify(usage) : formatDiskUsage(usage);
        process.stdout.write(`${text}\n`);
      }),
  },
];
