import { systemClock } from '../../lib/clock.ts';
import { type Progress, startProgress } from '../../lib/progress.ts';
import type { Command } from '../command.ts';
import { withDatabase } from '../with-database.ts';

export const propertyCommands: Command[] = [
  {
    words: 'properties recompute-changes',
    usage: '',
    summary: 'bring the recorded changes of properties to the present rules',
    help: [
      'Price changes are taken from the price history of each advert, and other changes are kept only where an advert changed what it says.',
      'Raises no event and sends nothing. May be cut and started again; searches and ingest go on meanwhile.',
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
