import { systemClock } from '../../lib/clock.ts';
import { type Progress, startProgress } from '../../lib/progress.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const propertyCommands: Command[] = [
  {
    words: 'properties recompute-changes',
    usage: '',
    summary: 'recompute the recorded changes by the current rules',
    help: [
      'Price changes derive from the price history of each listing; other changes stay only where a listing changed.',
      'No event is raised and nothing is sent. It can be stopped and run again, while searches and ingest run.',
    ],
    run: ({ settings }) =>
      withDatabase(settings, async (db) => {
        const { recomputeChanges } = await import('../../properties/price-story/recompute.ts');
        let progress: Progress | undefined;
        const { properties, removed, added } = await recomputeChanges(db, systemClock, {
          begin: (total) => {
            progress = startProgress('recomputing changes', { total, unit: 'properties' });
          },
          advance: (count) => progress?.advance(count),
        });
        progress?.finish();
        process.stdout.write(`${properties} properties, ${removed} changes removed, ${added} added\n`);
      }),
  },
];
