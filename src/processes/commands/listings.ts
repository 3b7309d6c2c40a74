import type { OpenDatabase } from '../../db/pool.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Command, CommandInput } from '../command.ts';
import { print } from '../output.ts';
import { withDatabase } from '../with-database.ts';

async function repair(db: OpenDatabase, { options }: CommandInput): Promise<void> {
  const { repairDates } = await import('../../ingest/repair-dates.ts');
  const { createServicePipeline } = await import('../service-pipeline.ts');
  const dryRun = options['dry-run'] === true;
  const { found, repaired } = await repairDates(createServicePipeline(db, systemClock), {
    dryRun,
    onListing: print,
  });
  print(dryRun ? `${found} listings have a date in the future` : `${repaired} listings repaired`);
}

export const listingCommands: Command[] = [
  {
    words: 'listing repair-dates',
    usage: '[--dry-run]',
    summary: 'repair listings with a date in the future',
    help: [
      'An observation dated in the future blocks every later one. Dates more than 5 minutes ahead of the clock become the',
      'time of reception. Prints the id of each listing. No change is recorded and no alert is raised. It can be stopped',
      'and run again. --dry-run only lists them.',
    ],
    options: { 'dry-run': { type: 'boolean' } },
    run: (given) => withDatabase(given.settings, (db) => repair(db, given)),
  },
];
