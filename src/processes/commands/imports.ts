import { defaultRegion } from '../../db/region-set.ts';
import type { Database } from '../../db/sql.ts';
import type { BulkImportKind, BulkImportReport } from '../../imports/import.ts';
import { systemClock } from '../../lib/clock.ts';
import { startProgress } from '../../lib/progress.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { print } from '../output.ts';
import { withDatabase } from '../with-database.ts';

const KILOBYTE = 1_000;

/** How a file is imported, and what runs after it. */
interface ImportPlan {
  readonly bulk: BulkImportKind<never>;
  after?(db: Database): Promise<string>;
}

type PlanFor = (given: CommandInput) => Promise<ImportPlan>;

async function importFiles(db: Database, given: CommandInput, planFor: PlanFor): Promise<void> {
  const { importSize } = await import('../../imports/import.ts');
  for (const path of given.positionals)
    if ((await importSize(path)) === undefined) throw new CommandError(`there is no file ${path}`);
  const stop = new AbortController();
  const interrupted = (): void => stop.abort(new CommandError('stopped; run the same command to continue'));
  process.once('SIGINT', interrupted);
  const failed: string[] = [];
  for (const path of given.positionals) {
    const fault = await importFile(db, given, { path, signal: stop.signal, planFor });
    if (fault !== undefined) failed.push(`${path}: ${fault}`);
  }
  process.removeListener('SIGINT', interrupted);
  if (failed.length > 0) throw new CommandError(failed.join('\n'));
}

interface FileImport {
  readonly path: string;
  readonly signal: AbortSignal;
  readonly planFor: PlanFor;
}

/** The reason why this file fails the command: no row was usable, or `--strict` and any row was not. */
async function importFile(
  db: Database,
  given: CommandInput,
  { path, signal, planFor }: FileImport,
): Promise<string | undefined> {
  const { bulkImport, ImportFault, importSize } = await import('../../imports/import.ts');
  const total = ((await importSize(path)) ?? 0) / KILOBYTE;
  const progress = startProgress(`importing ${path}`, { total, unit: 'kB' });
  const format = given.options['format'] as string | undefined;
  const { bulk, after } = await planFor(given);
  try {
    const onProgress = (bytes: number): void => progress.advance(bytes / KILOBYTE);
    const report = await bulkImport(db, systemClock, bulk, { path, format, signal, onProgress });
    progress.finish();
    printReport(report);
    if (after !== undefined && report.broken === undefined) print(await after(db));
    return importVerdict(report, given.options['strict'] === true);
  } catch (error) {
    progress.abandon();
    if (error instanceof ImportFault) return error.message;
    throw error;
  }
}

function importVerdict({ accepted, broken, faults }: BulkImportReport, strict: boolean): string | undefined {
  const skipped = Object.values(faults).reduce((sum, { count }) => sum + count, 0);
  if (accepted === 0) return broken ?? (skipped > 0 ? 'no row is usable' : 'the file has no rows');
  if (strict && (broken !== undefined || skipped > 0))
    return broken ?? `${skipped} rows were skipped (--strict)`;
  return undefined;
}

function printReport({
  format,
  rows,
  accepted,
  changed,
  resumedAt,
  notes,
  faults,
  broken,
}: BulkImportReport): void {
  print(`${format}: ${rows} rows, ${accepted} read, ${changed} new or different`);
  if (resumedAt > 0) print(`resumed at byte ${resumedAt}, where an earlier run stopped`);
  for (const note of notes) print(note);
  for (const [reason, { count, first, names = [] }] of Object.entries(faults)) {
    print(`skipped: ${count} (${reason}), the first at ${first}`);
    if (names.length > 0) print(`  ${names.join(', ')}${names.length < count ? ', …' : ''}`);
  }
  if (broken !== undefined) print(`${broken}; the rows before it are imported`);
}

const command = (
  noun: string,
  definition: { summary: string; help: string[]; more?: string },
  planFor: PlanFor,
): Command => ({
  words: `import ${noun}`,
  usage: `FILE… [--format F] [--strict]${definition.more ?? ''}`,
  summary: definition.summary,
  help: [
    ...definition.help,
    'Any number of files, gzipped or not. Without --format the header decides. Importing a file twice changes nothing;',
    'an interrupted import resumes. Unreadable rows are skipped and counted, with the line and column of the first.',
    'The command fails when no row is usable; with --strict when any row is not.',
  ],
  options: {
    format: { type: 'string' },
    strict: { type: 'boolean' },
    ...(definition.more === undefined ? {} : { replace: { type: 'boolean' } }),
  },
  positionals: ['FILE…'],
  run: (given) => {
    if (given.positionals.length === 0) throw usageError('FILE is missing');
    return withDatabase(given.settings, (db) => importFiles(defaultRegion(db), given, planFor));
  },
});

export const importCommands: Command[] = [
  command(
    'addresses',
    {
      summary: 'import the national address base',
      help: ['Reads ban-csv (adresses-XX.csv) and addok (adresses-addok-XX.ndjson).'],
    },
    async () => ({
      bulk: (await import('../../addresses/import-addresses.ts')).addressImport as BulkImportKind<never>,
    }),
  ),
  command(
    'certificates',
    {
      summary: 'import energy certificates',
      help: [
        'Reads dpe-2025, dpe-2021, dpe-before-2021 (existing and new homes) and dpe-api (pages of the service).',
      ],
    },
    async () => ({
      bulk: (await import('../../addresses/import-certificates.ts'))
        .certificateImport as BulkImportKind<never>,
    }),
  ),
  command(
    'sales',
    {
      summary: 'import closed sales',
      help: [
        'Reads geo-dvf, dvf (ValeursFoncieres-YYYY.txt) and notaires. With --replace a release replaces what is stored for',
        'its source, departments and days: sales that it no longer contains are deleted.',
      ],
      more: ' [--replace]',
    },
    salesPlan,
  ),
];

async function salesPlan({ options }: CommandInput): Promise<ImportPlan> {
  const { createReplacingImport, salesImport } = await import('../../transactions/import-sales.ts');
  if (options['replace'] !== true) return { bulk: salesImport as BulkImportKind<never> };
  const { bulk, drop } = createReplacingImport(Math.floor(systemClock.now().getTime() / 1000) & 0x7fffffff);
  return {
    bulk: bulk as BulkImportKind<never>,
    after: async (db) => {
      const dropped = await drop(db);
      return dropped === 'incomplete'
        ? 'no sale of an earlier release was deleted: the unreadable rows may be those sales'
        : `${dropped} sales of earlier releases deleted`;
    },
  };
}
