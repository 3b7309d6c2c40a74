import { createReadStream, statSync } from 'node:fs';
import type { OpenDatabase } from '../../db/pool.ts';
import { RetryTimeoutError } from '../../db/retrying.ts';
import { formatNames, isFormatName } from '../../ingest/format-names.ts';
import type { IgnoredMember } from '../../ingest/ignored-members.ts';
import { systemClock } from '../../lib/clock.ts';
import { findSourceWithSettings } from '../../sources/sources.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { HOME_COUNTRY } from '../home-country.ts';
import { withDatabase } from '../with-database.ts';
import { RejectedRecordsFile } from './rejected-records.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** Loaded only to run: the readers of all formats and the gazetteer are no part of `gable --help`. */
const parts = async () => ({
  ...(await import('../../ingest/ingest-records.ts')),
  ...(await import('../../ingest/feed.ts')),

  ...(await import('../../ingest/ingest-feed.ts')),
  ...(await import('../../ingest/ignored-members.ts')),
  ...(await import('../../properties/reassess-prices.ts')),
  ...(await import('../../geo/load.ts')),
  ...(await import('../service-pipeline.ts')),
  ...(await import('../../lib/progress.ts')),
});

/** Batches between two looks at the market: without a worker beside it, nobody else judges the prices of what comes in. */
const BATCHES_PER_CHECK = 10;

export const ingestCommands: Command[] = [
  {
    words: 'ingest',
    usage: 'FILE… --source SLUG --format F [--full] [--even-if-most]',
    summary: 'feed listings in from files',
    help: [
      `F is one of ${formatNames.join(', ')}; left out, it is recognised from the file.`,
      'A file may be packed with gzip. An ndjson file names its sources itself; every other needs --source.',
      'What cannot be taken goes to FILE.rejected.ndjson with file, line and reason, the rest goes in: see also gable source rejected.',
      'Feeding a file twice changes nothing. Members that nobody knows are listed at the end, with the known name that was probably meant.',
      'A file that cannot be read to its end, or of which nothing is taken, fails the command, once the others are in.',
      '--full says that the file holds all listings of its source: those absent from it have expired. Refused when that would be more than half of',
      'them, unless --even-if-most. None expire when the file breaks off, or when as many of its records cannot be read.',
    ],
    options: {
      source: { type: 'string' },
      format: { type: 'string' },
      full: { type: 'boolean' },
      'even-if-most': { type: 'boolean' },
    },
    positionals: ['FILE…'],
    run: (given) => withDatabase(given.settings, (db) => ingestFiles(db, given)),
  },
];

async function ingestFiles(db: OpenDatabase, given: CommandInput): Promise<void> {
  const ingesting = await parts();
  // On a database that no worker has met yet nothing could be located, nor judged by its market.
  await ingesting.loadDivisions(db, systemClock, quiet, HOME_COUNTRY);
  const pipeline = ingesting.createServicePipeline(db, systemClock);
  const cut: string[] = [];
  const empty: string[] = [];
  for (const path of given.positionals) {
    const total = fileSize(path);
    const request = {
      path,
      ...(await ingestOptions(path, given, ingesting)),
      ...(await listingUrlOption(db, given)),
    };
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
          if (batches % BATCHES_PER_CHECK === 0) await reassessMarket(db, ingesting);
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
      if (rejected.isCut) cut.push(path);
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
    ...(cut.length > 0 ? [`not read to the end: ${cut.join(', ')}`] : []),
    ...(empty.length > 0 ? [`nothing was taken from ${empty.join(', ')}`] : []),
  ];
  if (faults.length > 0) throw new CommandError(faults.join('\n'));
}

/** Prices are judged again by whoever looks next: a busy database is no reason to end a feed that goes in. */
async function reassessMarket(db: OpenDatabase, ingesting: Awaited<ReturnType<typeof parts>>): Promise<void> {
  try {
    await ingesting.reassessPrices(db, systemClock);
  } catch (error) {
    if (!(error instanceof RetryTimeoutError)) throw error;
    process.stderr.write(`prices were not judged against the market: ${error.message}\n`);
  }
}

/** Printed; the others are counted by source: `gable source dropped`. */
const MAX_IGNORED_PRINTED = 20;

function printIgnored(
  path: string,
  members: readonly IgnoredMember[],
  { renderIgnoredMember }: Awaited<ReturnType<typeof parts>>,
): void {
  for (const member of members.slice(0, MAX_IGNORED_PRINTED))
    process.stderr.write(`${path}: ${renderIgnoredMember(member)}\n`);
  const more = members.length - MAX_IGNORED_PRINTED;
  if (more > 0)
    process.stderr.write(`${path}: ${more} more members ignored; see: gable source dropped SLUG\n`);
}

/** What was settled for listings whose feed gives no address. */
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
    if (found.isDirectory()) throw new Error('it is a folder');
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
  { detectFormat }: Awaited<ReturnType<typeof parts>>,
) {
  if (options['format'] === undefined && !statSync(path).isFile())
    throw usageError(`${path} can be read once only: say its --format`);
  const name = options['format'] ?? (await detectFormat(createReadStream(path)));
  if (typeof name !== 'string' || !isFormatName(name)) {
    const unknown = options['format'] === undefined ? `the format of ${path} is not recognised: ` : '';
    throw usageError(`${unknown}--format must be one of ${formatNames.join(', ')}`);
  }
  const source = options['source'];
  if (name !== 'ndjson' && typeof source !== 'string')
    throw usageError('--source SLUG is missing: whose listings are they?');
  return {
    format: name,
    source: typeof source === 'string' ? source : '',
    full: options['full'] === true,
    force: options['even-if-most'] === true,
  };
}
