import type { OpenDatabase } from '../../db/pool.ts';
import { systemClock } from '../../lib/clock.ts';
import { type Command, CommandError, type CommandInput } from '../command.ts';
import { createLog } from '../logger.ts';
import { confirm, print, YES_OPTION } from '../output.ts';
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

async function removeUrl(db: OpenDatabase, given: CommandInput): Promise<void> {
  const [url = ''] = given.positionals;
  await confirm(given, `Remove ${url} and everything it said? It cannot be undone.`);
  const { removeListingByUrl } = await import('../../removals/remove-url.ts');
  const { eraseRemoved } = await import('../../removals/erase.ts');
  const { createServicePipeline } = await import('../service-pipeline.ts');
  const { createWarehouseEngine } = await import('../warehouse-engine.ts');
  const reason = typeof given.options['reason'] === 'string' ? given.options['reason'] : null;
  const removed = await removeListingByUrl(createServicePipeline(db, systemClock), { url, reason });
  if (removed === undefined) throw new CommandError(`${url} is not a URL`);
  print('removed; erasing it from files and freed pages');
  const engine = createWarehouseEngine(given.settings);
  const log = createLog({ ...given.settings, LOG_LEVEL: 'warn' });
  try {
    await eraseRemoved({ db, clock: systemClock, log, engine, dataDir: given.settings.DATA_DIR });
  } finally {
    await engine.close();
  }
  print('erased');
}

export const listingCommands: Command[] = [
  {
    words: 'listing remove',
    usage: 'URL [--reason TEXT] [--yes]',
    summary: 'remove a listing for good, as a takedown or the law asks',
    help: [
      'Deletes the advert, its observations, the hashes of its photos and its events. The property is consolidated from its',
      'other adverts, or removed with its last one. The URL is never imported again. Exports made before are withdrawn.',
      'Erases it from files of the warehouse, the search index and the pages of the database: up to a minute.',
    ],
    options: { reason: { type: 'string' }, ...YES_OPTION },
    positionals: ['URL'],
    run: (given) => withDatabase(given.settings, (db) => removeUrl(db, given)),
  },
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
