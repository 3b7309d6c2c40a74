import type { OpenDatabase } from '../../db/pool.ts';
import type { GeographyImportReport } from '../../geo/import.ts';
import { systemClock } from '../../lib/clock.ts';
import { startProgress } from '../../lib/progress.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { HOME_COUNTRY } from '../home-country.ts';
import { JSON_OPTION, print, printRow } from '../output.ts';
import { withDatabase } from '../with-database.ts';

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };
const KILOBYTE = 1_000;

/** Loads the divisions of a country unless they are loaded. */
async function load(db: OpenDatabase, countryCode: string): Promise<number> {
  const { loadableCountries, loadDivisions } = await import('../../geo/load.ts');
  if (!loadableCountries.includes(countryCode)) {
    throw usageError(
      `no divisions of "${countryCode}" are available; known: ${loadableCountries.join(', ')}`,
    );
  }
  const { divisions } = await loadDivisions(db, systemClock, silentLog, countryCode);
  return divisions;
}

async function importFile(db: OpenDatabase, { positionals, options }: CommandInput): Promise<void> {
  const { ImportFault, importGeography, importSize } = await import('../../geo/import.ts');
  const path = positionals[0] ?? '';
  const countryCode = String(options['country'] ?? HOME_COUNTRY).toUpperCase();
  const size = await importSize(path);
  if (size === undefined) throw new CommandError(`there is no file ${path}`);
  await load(db, countryCode);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new CommandError('stopped; run the same command to continue')));
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
    // A file that an earlier run read to its end is skipped.
    if (report.accepted === 0 && (report.records > 0 || report.resumedAt === 0))
      throw new CommandError(`no record of ${path} could be read`);
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
  if (resumedAt > 0) print(`resumed at byte ${resumedAt}, where an earlier run stopped`);
  for (const [reason, { count, first }] of Object.entries(refused)) {
    print(`skipped: ${count} (${reason}), the first is ${first}`);
  }
}

async function printStatus(db: OpenDatabase, given: CommandInput): Promise<void> {
  const { countByLevel } = await import('../../geo/store.ts');
  const columns = ['country', 'level', 'divisions', 'with contour', 'centre surveyed', 'centre guessed'];
  if (given.options['json'] !== true) print(columns.join('\t'));
  for (const level of await countByLevel(db)) {
    const { countryCode, type, count, contoured, surveyed, guessed } = level;
    printRow(given, level, [countryCode, type, count, contoured, surveyed, guessed]);
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
      'Reads GeoJSON of contours or neighbourhoods (also one feature a line), the national list of centres, a list of',
      'IRIS, or a CSV of postal codes, gzipped or not. The format is detected. CODE defaults to FR.',
      'A neighbourhood gets its municipality from its code, else from its position. Importing a file twice changes',
      'nothing; an interrupted import resumes. Running processes see the change within seconds.',
    ],
    options: { country: { type: 'string' } },
    positionals: ['FILE'],
    run: (given) => withDatabase(given.settings, (db) => importFile(db, given)),
  },
  {
    words: 'geo load',
    usage: 'CODE',
    summary: 'load the divisions of another country, such as ES',
    help: ['France is loaded at the first start. Loading twice changes nothing.'],
    positionals: ['CODE'],
    run: ({ settings, positionals }) =>
      withDatabase(settings, async (db) => {
        const countryCode = (positionals[0] ?? '').toUpperCase();
        const divisions = await load(db, countryCode);
        print(
          divisions === 0
            ? `${countryCode} is already loaded`
            : `loaded ${divisions} divisions of ${countryCode}`,
        );
      }),
  },
  {
    words: 'geo relocate',
    usage: '',
    summary: 'locate every listing in the current divisions',
    help: [
      'Run it after an import. Ids stay, and only listings that moved are written. It can be stopped and run again.',
    ],
    run: ({ settings }) => withDatabase(settings, relocateListings),
  },
  {
    words: 'geo status',
    usage: '[--json]',
    summary: 'count the divisions by country and level',
    help: [
      'Columns: country, level, divisions, with a contour, with a surveyed centre, with an estimated one.',
    ],
    options: JSON_OPTION,
    run: (given) => withDatabase(given.settings, (db) => printStatus(db, given)),
  },
];
