import type { OpenDatabase } from '../../db/pool.ts';
import type { GeographyImportReport } from '../../geo/import.ts';
import { systemClock } from '../../lib/clock.ts';
import { startProgress } from '../../lib/progress.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const KILOBYTE = 1_000;
const HOME = 'FR';

/** Loads the divisions of a country if they are not there; says so when nothing here can. */
async function load(db: OpenDatabase, countryCode: string): Promise<number> {
  const { loadableCountries, loadDivisions } = await import('../../geo/load.ts');
  if (!loadableCountries.includes(countryCode)) {
    throw usageError(
      `the divisions of "${countryCode}" come with no package; known: ${loadableCountries.join(', ')}`,
    );
  }
  const { divisions } = await loadDivisions(db, systemClock, quiet, countryCode);
  return divisions;
}

async function importFile(db: OpenDatabase, { positionals, options }: CommandInput): Promise<void> {
  const { ImportFault, importGeography, importSize } = await import('../../geo/import.ts');
  const path = positionals[0] ?? '';
  const countryCode = String(options['country'] ?? HOME).toUpperCase();
  const size = await importSize(path);
  if (size === undefined) throw new CommandError(`there is no file ${path}`);
  await load(db, countryCode);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new CommandError('stopped; the same command goes on from here')));
  const progress = startProgress(`importing ${path}`, { total: size / KILOBYTE, unit: 'kB' });
  try {
    const onProgress = (bytes: number): void => progress.advance(bytes / KILOBYTE);
    const report = await importGeography(db, systemClock, {
      path,
      countryCode,
      signal: stop.signal,
      onProgress,
    });
    progress.finish();
    printReport(report);
    // A file that was read to its end before is passed over.
    if (report.accepted === 0 && (report.records > 0 || report.resumedAt === 0))
      throw new CommandError(`nothing was taken from ${path}`);
  } catch (error) {
    progress.abandon();
    throw error instanceof ImportFault ? new CommandError(error.message) : error;
  }
}

function printReport({
  format,
  records,
  accepted,
  changed,
  resumedAt,
  refused,
}: GeographyImportReport): void {
  print(`${format}: ${records} records, ${accepted} accepted, ${changed} rows changed`);
  if (resumedAt > 0) print(`gone on from byte ${resumedAt}, where an earlier run was cut`);
  for (const [reason, { count, first }] of Object.entries(refused)) {
    print(`left out: ${count} (${reason}), the first being ${first}`);
  }
}

async function printStatus(db: OpenDatabase): Promise<void> {
  const { countByLevel } = await import('../../geo/store.ts');
  print(['country', 'level', 'divisions', 'with contour', 'centre surveyed', 'centre guessed'].join('\t'));
  for (const { countryCode, type, count, contoured, surveyed, guessed } of await countByLevel(db)) {
    print([countryCode, type, count, contoured, surveyed, guessed].join('\t'));
  }
}

async function relocateListings(db: OpenDatabase): Promise<void> {
  const { relocate } = await import('../../ingest/relocate.ts');
  const { createServicePipeline } = await import('../service-pipeline.ts');
  const progress = startProgress('locating listings', { unit: 'listings' });
  const { listings, moved } = await relocate(createServicePipeline(db, systemClock), () =>
    progress.advance(),
  );
  progress.finish();
  print(`${moved} of ${listings} listings moved`);
}

export const geoCommands: Command[] = [
  {
    words: 'geo import',
    usage: 'FILE [--country CODE]',
    summary: 'import centres, contours, neighbourhoods or postal codes',
    help: [
      'Takes GeoJSON of contours or neighbourhoods (also one feature a line), the national list of centres, a list of IRIS,',
      'or a CSV of postal codes, each gzipped or not, and recognises it by what it holds. CODE is FR unless given.',
      'A neighbourhood finds its municipality by its code, else by its position. The same file twice changes nothing, and',
      'an import that was cut goes on where it stopped. Running processes see the change within seconds.',
    ],
    options: { country: { type: 'string' } },
    positionals: ['FILE'],
    run: (given) => withDatabase(given.settings, (db) => importFile(db, given)),
  },
  {
    words: 'geo load',
    usage: 'CODE',
    summary: 'load the divisions of another country: ES',
    help: ['France is loaded at the first start. Loading twice changes nothing.'],
    positionals: ['CODE'],
    run: ({ settings, positionals }) =>
      withDatabase(settings, async (db) => {
        const countryCode = (positionals[0] ?? '').toUpperCase();
        const divisions = await load(db, countryCode);
        print(
          divisions === 0
            ? `${countryCode} was loaded before`
            : `loaded ${divisions} divisions of ${countryCode}`,
        );
      }),
  },
  {
    words: 'geo relocate',
    usage: '',
    summary: 'put every listing into the divisions as they are now',
    help: [
      'Run it after an import. Ids stay; what did not move is not touched; it may be cut and run again.',
    ],
    run: ({ settings }) => withDatabase(settings, relocateListings),
  },
  {
    words: 'geo status',
    usage: '',
    summary: 'count the divisions and what is known of them',
    help: [
      'One line a country and level: divisions, with a contour, with a surveyed centre, with a guessed one.',
    ],
    run: ({ settings }) => withDatabase(settings, printStatus),
  },
];
