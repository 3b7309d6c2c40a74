import { startProgress } from '../../lib/progress.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const searchCommands: Command[] = [
  {
    words: 'search rebuild',
    usage: '[--all]',
    summary: 'make the searchable rows of properties that lack them, or have them for older filters',
    help: [
      'A worker does it by itself after an upgrade; this is for doing it at once.',
      'May be cut and started again; searches and ingest go on meanwhile.',
      'With --all every row is made again: after an import of divisions, or when in doubt.',
    ],
    options: { all: { type: 'boolean' } },
    run: ({ settings, options }) =>
      withDatabase(settings, async (db) => {
        const { rebuildSearch } = await import('../../properties/search/rebuild.ts');
        const progress = startProgress('looking at properties', { unit: 'properties' });
        const all = options['all'] === true;
        const made = await rebuildSearch(db, { all, onProgress: (count) => progress.advance(count) });
        progress.finish();
        process.stdout.write(`${made} rows made\n`);
      }),
  },
];
