import { servedRegions } from '../../db/region-set.ts';
import { startProgress } from '../../lib/progress.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const searchCommands: Command[] = [
  {
    words: 'search rebuild',
    usage: '[--all]',
    summary: 'rebuild missing or outdated search rows',
    help: [
      'A worker does this after an upgrade; the command does it now.',
      'It can be stopped and run again, while searches and ingest run.',
      'With --all every row is rebuilt: after an import of divisions, or when in doubt.',
    ],
    options: { all: { type: 'boolean' } },
    run: ({ settings, options }) =>
      withDatabase(settings, async (db) => {
        const { rebuildSearch } = await import('../../properties/search/rebuild.ts');
        const progress = startProgress('checking properties', { unit: 'properties' });
        const all = options['all'] === true;
        let rebuilt = 0;
        for (const region of servedRegions(db))
          rebuilt += await rebuildSearch(region.db, {
            all,
            onProgress: (count) => progress.advance(count),
          });
        progress.finish();
        process.stdout.write(`${rebuilt} rows rebuilt\n`);
      }),
  },
];
