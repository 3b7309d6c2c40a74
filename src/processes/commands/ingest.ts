import { createReadStream, statSync } from 'node:fs';
import type { OpenDatabase } from '../../db/pool.ts';
import { servedRegions } from '../../db/region-set.ts';
import { RetryTimeoutError } from '../../db/retrying.ts';
import { formatNames, isFormatName } from '../../ingest/format-names.ts';
import type { IgnoredMember } from '../../ingest/ignored-members.ts';
import type { FeedIngestOptions } from '../../ingest/ingest-feed.ts';
import type { FeedMapping } from '../../ingest/mapping/mapping.ts';
import type { Pipeline } from '../../ingest/pipeline.ts';
import { systemClock } from '../../lib/clock.ts';
import { findSourceWithSettings } from '../../sources/sources.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { collectOnOneThread } from '../engine-flags.ts';
import { HOME_COUNTRY } from '../home-country.ts';
import { FORCE_OPTION, print } from '../output.ts';
import { withDatabase } from '../with-database.ts';
import { readMappingJson } from './mapping-file.ts';
import { RejectedRecordsFile } from './rejected-records.ts';

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

/** Loaded on use: `gable --help` needs neither the feed formats nor the gazetteer. */
const loadModules = async () => ({
  ...(await import('../../ingest/ingest-records.ts')),
  ...(await import('../../ingest/feed.ts')),
  ...(await import('../../ingest/ingest-feed.ts')),
  ...(await import('../../ingest/ignored-members.ts')),
  ...(await import('../../properties/reassess-prices.ts')),
  ...(await import('../../geo/load.ts')),
  ...(await import('../service-pipeline.ts')),
  ...(await import('../service-places.ts')),
  ...(await import('../../lib/progress.ts')),
});

/** Batches between two assessments of prices: without a running worker nothing else assesses the new listings. */
const BATCHES_PER_ASSESSMENT = 10;

export const ingestCommands: Command[] = [
  {
    words: 'ingest',
    usage: 'FILE… --source SLUG [--format F | --mapping M] [--full] [--force] [--dry-run]',
    summary: 'import listings from files',
    help: [
      `F is one of ${formatNames.join(', ')}; without it the format is detected.`,
      'A file may be compressed with gzip. An ndjson file names its sources itself; the other formats need --source.',
      'Rejected records are written to FILE.rejected.ndjson with file, line and reason; see also gable source rejected.',
      'Importing a file twice changes nothing. Unknown members are listed at the end, with the known name probably meant.',
      'A file that cannot be read to its end, or without a usable record, fails the command after the other files.',
      '--full: the file contains every live listing of the source; listings absent from it expire. Refused when that is',
      'more than half of them, unless --force. None expire when the file is truncated or as many records are unreadable.',
      '--mapping: a JSON file that says which column or JSON pointer of any CSV or JSON file is which of our members.',
      '--dry-run: writes nothing. Prints what each record would become and what of it would be ignored, one JSON a line.',
    ],
    options: {
      source: { type: 'string' },
      format: { type: 'string' },
      mapping: { type: 'string' },
      full: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      ...FORCE_OPTION,
    },
    positionals: ['FILE…'],
    // Each statement of an import may run twice (`../../ingest/lost-answers.test.ts`): a restart of the database does
    // not end a long file.
    run: (given) => withDatabase(given.settings, (db) => ingestFiles(db, given), { repeatsStatements: true }),
  },
];

async function ingestFiles(db: OpenDatabase, given: CommandInput): Promise<void> {
  collectOnOneThread();
  const ingesting = await loadModules();
  // On a database that no worker has prepared, listings could not be located.
  await ingesting.loadDivisions(db, systemClock, silentLog, HOME_COUNTRY);
  const places = ingesting.createCommandPlaces(db, given.settings, silentLog);
  const pipeline = ingesting.createServicePipeline(db, systemClock, places);
  const truncated: string[] = [];
  const empty: string[] = [];
  for (const path of given.positionals) {
    const total = fileSize(path);
    const request = {
      path,
      ...(await ingestOptions(path, given, ingesting)),
      ...(await listingUrlOption(db, given)),
    };
    if (given.options['dry-run'] === true) {
      await printDryRun(pipeline, request);
      continue;
    }
    const progress = ingesting.startProgress(path, { total, unit: 'bytes' });
    const rejected = new RejectedRecordsFile(path);
    const ignored = new ingesting.IgnoredMembers();
    let batches = 0;
    try {
      const bytes = countBytes(createReadStream(path), (count) => progress.advance(count));
      const report = await ingesting.ingestFeedBytes(pipeline, bytes, {
        ...request,
        onBatch: async () => {
          batches += 1;
          if (batches % BATCHES_PER_ASSESSMENT === 0) await reassessMarket(db, ingesting);
        },
        ignored,
        onRejection: (rejection) => rejected.add(rejection),
      });
      await reassessMarket(db, ingesting);
      progress.finish();
      print(
        `${path}\t${Object.entries(report)
          .map(([name, count]) => `${name} ${count}`)
          .join(', ')}`,
      );
      printIgnored(path, ignored.list(), ingesting);
      if (rejected.isTruncated) truncated.push(path);
      else if (Object.values(report).reduce((sum, count) => sum + count) === report.rejected)
        empty.push(path);
    } catch (error) {
      progress.abandon();
      throw error instanceof ingesting.TooManyAbsentError ? new CommandError(error.message) : error;
    } finally {
      await rejected.close();
    }
  }
  const faults = [
    ...(truncated.length > 0 ? [`not read to the end: ${truncated.join(', ')}`] : []),
    ...(empty.length > 0 ? [`no usable record in ${empty.join(', ')}`] : []),
  ];
  if (faults.length > 0) throw new CommandError(faults.join('\n'));
}

/** The records go to standard output, the sums to standard error. */
async function printDryRun(
  pipeline: Pipeline,
  { path, ...options }: Omit<FeedIngestOptions, 'ignored'> & { path: string },
): Promise<void> {
  const { dryRun } = await import('../../ingest/dry-run.ts');
  const { readFeed } = await import('../../ingest/feed.ts');
  const counts = { records: 0, rejected: 0, ignored: 0 };
  const observedAt = systemClock.now();
  for await (const record of dryRun(pipeline, readFeed(createReadStream(path), { ...options, observedAt }))) {
    print(JSON.stringify(record));
    counts.records += 1;
    if ('rejected' in record) counts.rejected += 1;
    else counts.ignored += record.ignored.length;
  }
  const { records, rejected, ignored } = counts;
  process.stderr.write(
    `${path}: ${records} records, ${rejected} would be rejected, ${ignored} values would be ignored; nothing was written\n`,
  );
}

/** The mapping file, or all its faults. */
async function readMappingFile(path: string): Promise<FeedMapping> {
  const { parseMapping } = await import('../../ingest/mapping/mapping.ts');
  const parsed = parseMapping(readMappingJson(path));
  if ('faults' in parsed)
    throw new CommandError(parsed.faults.map((fault) => `${path}: ${fault}`).join('\n'));
  return parsed.mapping;
}

/** The next assessment covers these prices too, so a busy database does not end the import. */
async function reassessMarket(
  db: OpenDatabase,
  ingesting: Awaited<ReturnType<typeof loadModules>>,
): Promise<void> {
  try {
    for (const region of servedRegions(db)) await ingesting.reassessPrices(region.db, systemClock);
  } catch (error) {
    if (!(error instanceof RetryTimeoutError)) throw error;
    process.stderr.write(`prices were not assessed: ${error.message}\n`);
  }
}

/** The others are counted by source: `gable source dropped`. */
const MAX_IGNORED_PRINTED = 20;

function printIgnored(
  path: string,
  members: readonly IgnoredMember[],
  { renderIgnoredMember }: Awaited<ReturnType<typeof loadModules>>,
): void {
  for (const member of members.slice(0, MAX_IGNORED_PRINTED))
    process.stderr.write(`${path}: ${renderIgnoredMember(member)}\n`);
  const more = members.length - MAX_IGNORED_PRINTED;
  if (more > 0)
    process.stderr.write(`${path}: ${more} more members ignored; see: gable source dropped SLUG\n`);
}

/** The URL template of a source whose feed has references instead of URLs. */
async function listingUrlOption(
  db: Parameters<typeof findSourceWithSettings>[0],
  { options }: CommandInput,
): Promise<{ listingUrl?: string }> {
  const source = await findSourceWithSettings(db, String(options['source'] ?? ''));
  return source?.listingUrl == null ? {} : { listingUrl: source.listingUrl };
}

function fileSize(path: string): number {
  try {
    const found = statSync(path);
    if (found.isDirectory()) throw new Error('it is a directory');
    return found.size;
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

async function* countBytes(
  bytes: AsyncIterable<Buffer>,
  advance: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    yield chunk;
    advance(chunk.length);
  }
}

async function ingestOptions(
  path: string,
  { options }: CommandInput,
  { detectFormat }: Awaited<ReturnType<typeof loadModules>>,
) {
  const source = options['source'];
  const common = {
    source: typeof source === 'string' ? source : '',
    full: options['full'] === true,
    force: options['force'] === true,
  };
  if (typeof options['mapping'] === 'string') {
    if (options['format'] !== undefined) throw usageError('--mapping and --format exclude each other');
    if (common.source === '') throw usageError('--source SLUG is missing');
    return { format: 'ndjson' as const, ...common, mapping: await readMappingFile(options['mapping']) };
  }
  if (options['format'] === undefined && !statSync(path).isFile())
    throw usageError(`${path} can be read only once: --format is needed`);
  const name = options['format'] ?? (await detectFormat(createReadStream(path)));
  if (typeof name !== 'string' || !isFormatName(name)) {
    const unknown = options['format'] === undefined ? `the format of ${path} is not recognised: ` : '';
    throw usageError(`${unknown}--format must be one of ${formatNames.join(', ')}`);
  }
  if (name !== 'ndjson' && typeof source !== 'string') throw usageError('--source SLUG is missing');
  return { format: name, ...common };
}
