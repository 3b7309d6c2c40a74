import type { OpenDatabase } from '../../db/pool.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Command, CommandInput } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function repair(db: OpenDatabase, { options }: CommandInput): Promise<void> {
  const { repairDates } = await import('../../ingest/repair-dates.ts');
  const { createServicePipeline } = await import('../service-pipeline.ts');
  const dryRun = options['dry-run'] === true;
  const { found, repaired } = await repairDates(createServicePipeline(db, systemClock), {
    dryRun,
    onListing: print,
  });
  print(dryRun ? `${found} listings carry a date ahead of our clock` : `${repaired} listings repaired`);
}

export const listingCommands: Command[] = [
  {
    words: 'listing repair-dates',
    usage: '[--dry-run]',
    summary: 'repair listings that carry a visit from the future',
    help: [
      'Such a visit kept out every true one. What is dated more than 5 minutes ahead of our clock is dated when it was received; the next visit counts again.',
      'Prints the id of each listing. No change is recorded and no alert is raised. It may be cut and run again. --dry-run only lists them.',
    ],
    options: { 'dry-run': { type: 'boolean' } },
    run: (given) => withDatabase(given.settings, (db) => repair(db, given)),
  },
];
