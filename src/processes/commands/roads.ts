import type { OpenDatabase } from '../../db/pool.ts';
import type { RoadImportReport } from '../../geo/roads/import.ts';
import type { RoadCredit } from '../../geo/roads/store.ts';
import { systemClock } from '../../lib/clock.ts';
import { startProgress } from '../../lib/progress.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { JSON_OPTION, print, printRow } from '../output.ts';
import { withDatabase } from '../with-database.ts';

const KILOBYTE = 1_000;
const MAX_TEXT_CHARS = 120;

async function importFile(db: OpenDatabase, { positionals, options }: CommandInput): Promise<void> {
  const { ImportFault, importSize } = await import('../../geo/import.ts');
  const { defaultLayerName, importRoads } = await import('../../geo/roads/import.ts');
  const path = positionals[0] ?? '';
  const name = readText(options, 'name') ?? defaultLayerName(path);
  const credit = readCredit(options);
  const size = await importSize(path);
  if (size === undefined) throw new CommandError(`there is no file ${path}`);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort(new CommandError('stopped; run the same command to continue')));
  const steps = [startProgress(`reading ${path}`, { total: size / KILOBYTE, unit: 'kB' })];
  try {
    const report = await importRoads(db, systemClock, {
      path,
      name,
      ...(credit && { credit }),
      signal: stop.signal,
      onProgress: (bytes) => steps[0]?.advance(bytes / KILOBYTE),
      onSquare() {
        if (steps.length === 1) {
          steps[0]?.finish();
          steps.push(startProgress('drawing roads', { unit: 'squares' }));
        }
        steps.at(-1)?.advance();
      },
    });
    steps.at(-1)?.finish();
    printReport(name, report);
    if (report.accepted === 0)
      throw new CommandError(`no main road of ${path} could be read; the map is as before`);
  } catch (error) {
    steps.at(-1)?.abandon();
    throw error instanceof ImportFault ? new CommandError(error.message) : error;
  }
}

function readText(options: CommandInput['options'], option: string): string | undefined {
  const text = options[option];
  if (typeof text !== 'string') return undefined;
  if (text.trim() === '' || text.length > MAX_TEXT_CHARS || /\p{Cc}/u.test(text))
    throw usageError(`--${option} takes a line of 1 to ${MAX_TEXT_CHARS} characters`);
  return text.trim();
}

function readCredit(options: CommandInput['options']): RoadCredit | undefined {
  const [text, url, licence] = ['credit', 'credit-url', 'licence'].map((option) => readText(options, option));
  if (text === undefined) {
    if (url !== undefined || licence !== undefined) throw usageError('--credit TEXT is missing');
    return undefined;
  }
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw usageError('--credit-url takes a URL of http or https');
  return { text, ...(url && { url }), ...(licence && { licence }) };
}

const describeCredits = (credits: readonly RoadCredit[]): string =>
  credits.map(({ text, licence }) => (licence ? `${text} (${licence})` : text)).join(', ');

function printReport(name: string, report: RoadImportReport): void {
  print(`${report.format}: ${report.records} records, ${report.accepted} main roads`);
  if (report.wasComplete) print('this very file is imported already; nothing changed but its credit');
  else if (report.resumedAt > 0) print(`resumed at byte ${report.resumedAt}, where an earlier run stopped`);
  for (const [reason, { count, first }] of Object.entries(report.refused))
    print(`skipped: ${count} (${reason}), the first is ${first}`);
  if (report.accepted > 0) print(`the map shows "${name}" and names ${describeCredits(report.credits)}`);
}

async function printList(db: OpenDatabase, given: CommandInput): Promise<void> {
  const { listLayers } = await import('../../geo/roads/store.ts');
  if (given.options['json'] !== true) print(['name', 'main roads', 'shown since', 'credit'].join('\t'));
  for (const { name, counts, finishedAt, credits } of await listLayers(db)) {
    const credit = describeCredits(credits ?? []);
    const row = { name, roads: counts.accepted, shownSince: finishedAt, credit };
    printRow(given, row, [name, counts.accepted, finishedAt?.toISOString() ?? 'not complete', credit]);
  }
}

async function remove(db: OpenDatabase, name: string): Promise<void> {
  const { removeRoads } = await import('../../geo/roads/import.ts');
  if (!(await removeRoads(db, name))) throw new CommandError(`there are no roads named "${name}"`);
  print(`removed the roads of ${name}`);
}

export const roadCommands: Command[] = [
  {
    words: 'geo roads import',
    usage: 'FILE [--name NAME] [--credit TEXT [--credit-url URL] [--licence TEXT]]',
    summary: 'import main roads for the map of the console',
    help: [
      'Reads lines as GeoJSON, as a GeoJSON text sequence or one feature a line, gzipped or not. Known are the classes',
      'of OpenStreetMap (highway: motorway, trunk, primary, secondary), of IGN (BD TOPO, ROUTE 500) and of Natural',
      'Earth; other features are skipped. The map names the publisher: --credit replaces what is known of it.',
      'NAME defaults to that of the file. Another file of the same NAME replaces its roads once it is complete.',
      'Importing a file twice changes nothing; an interrupted import resumes.',
    ],
    options: {
      name: { type: 'string' },
      credit: { type: 'string' },
      'credit-url': { type: 'string' },
      licence: { type: 'string' },
    },
    positionals: ['FILE'],
    run: (given) => withDatabase(given.settings, (db) => importFile(db, given)),
  },
  {
    words: 'geo roads list',
    usage: '[--json]',
    summary: 'list the imported roads by name',
    help: ['Columns: name, main roads, since when the map shows them, whom the map names.'],
    options: JSON_OPTION,
    run: (given) => withDatabase(given.settings, (db) => printList(db, given)),
  },
  {
    words: 'geo roads remove',
    usage: 'NAME',
    summary: 'remove imported roads from the map',
    help: ['NAME is one of gable geo roads list.'],
    positionals: ['NAME'],
    run: ({ settings, positionals }) => withDatabase(settings, (db) => remove(db, positionals[0] ?? '')),
  },
];
