import type { OpenDatabase } from '../../db/pool.ts';
import type { BulkImportKind, BulkImportReport } from '../../imports/import.ts';
import { systemClock } from '../../lib/clock.ts';
import { startProgress } from '../../lib/progress.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const KILOBYTE = 1_000;

/** What is done with each file, and after it. */
interface ImportPlan {
  readonly bulk: BulkImportKind<never>;
  after?(db: OpenDatabase): Promise<string>;
}

type PlanFor = (given: CommandInput) => Promise<ImportPlan>;

async function importFiles(db: OpenDatabase, given: CommandInput, planFor: PlanFor): Promise<void> {
  const { importSize } = await import('../../imports/import.ts');
  for (const path of given.positionals)
    if ((await importSize(path)) === undefined) throw new CommandError(`there is no file ${path}`);
  const stop = new AbortController();
  const interrupted = (): void => stop.abort(new CommandError('stopped; the same command goes on from here'));
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

/** Answers why the command must fail because of this file: nothing of it could be used, or anything was wrong and `--strict`. */
async function importFile(
  db: OpenDatabase,
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
  const left = Object.values(faults).reduce((sum, { count }) => sum + count, 0);
  if (accepted === 0) return broken ?? (left > 0 ? 'no row could be used' : 'the file holds no rows');
  if (strict && (broken !== undefined || left > 0)) return broken ?? `${left} rows were left out (--strict)`;
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
  if (resumedAt > 0) print(`gone on from byte ${resumedAt}, where an earlier run was cut`);
  for (const note of notes) print(note);
  for (const [reason, { count, first, names = [] }] of Object.entries(faults)) {
    print(`left out: ${count} (${reason}), the first at ${first}`);
    if (names.length > 0) print(`  ${names.join(', ')}${names.length < count ? ', …' : ''}`);
  }
  if (broken !== undefined) print(`${broken}; what came before was kept`);
}

const command = (
  noun: string,
  told: { summary: string; help: string[]; more?: string },
  planFor: PlanFor,
): Command => ({
  words: `import ${noun}`,
  usage: `FILE… [--format F] [--strict]${told.more ?? ''}`,
  summary: told.summary,
  help: [
    ...told.help,
    'Plain or gzipped, any number of files. Without --format a file is recognised by its header. The same file twice changes nothing; an',
    'import that was cut goes on where it stopped. Rows that cannot be read are counted with the line and column of the first, and left',
    'out; the command fails when nothing could be used, or with --strict when anything was wrong.',
  ],
  options: {
    format: { type: 'string' },
    strict: { type: 'boolean' },
    ...(told.more === undefined ? {} : { replace: { type: 'boolean' } }),
  },
  positionals: ['FILE…'],
  run: (given) => {
    if (given.positionals.length === 0) throw usageError('FILE is missing');
    return withDatabase(given.settings, (db) => importFiles(db, given, planFor));
  },
});

export const importCommands: Command[] = [
  command(
    'addresses',
    {
      summary: 'import the national address base',
      help: ['Takes ban-csv (adresses-XX.csv) and addok (adresses-addok-XX.ndjson).'],
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
        'Takes dpe-2025, dpe-2021, dpe-before-2021 (existing and new homes) and dpe-api (pages of the service).',
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
        'Takes geo-dvf, dvf (ValeursFoncieres-YYYY.txt) and notaires. With --replace a release takes the place of what was known of its',
        'source, departments and days: a sale that it no longer tells is dropped.',
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
        ? 'no sale of an earlier release dropped: rows that cannot be read may stand for them'
        : `${dropped} sales of earlier releases dropped`;
    },
  };
}
