import type { OpenDatabase } from '../../db/pool.ts';
import { systemClock } from '../../lib/clock.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Loaded only to run: eleven formats are no part of `gable --help`. */
const parts = async () => ({
  ...(await import('../../feeds/feed.ts')),
  ...(await import('../../feeds/feeds.ts')),
  ...(await import('../../feeds/run-feed.ts')),
  ...(await import('../service-pipeline.ts')),
  ...(await import('../outbound-client.ts')),
});

const command = (
  told: Omit<Command, 'run'>,
  act: (db: OpenDatabase, given: CommandInput) => Promise<void>,
): Command => ({
  ...told,
  run: (given) => withDatabase(given.settings, (db) => act(db, given)),
});

const SECONDS_BY_UNIT: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const BYTES_BY_UNIT: Record<string, number> = { '': 1, k: 1_024, m: 1_048_576, g: 1_073_741_824 };

function parseQuantity(text: unknown, units: Record<string, number>, fault: string): number {
  const [, figure = '', unit = ''] = /^(\d{1,9})([a-z]?)$/.exec(String(text).toLowerCase()) ?? [];
  const factor = units[unit];
  if (figure === '' || factor === undefined) throw usageError(fault);
  return Number(figure) * factor;
}

async function add(
  db: OpenDatabase,
  { positionals: [source = '', address = ''], options, settings }: CommandInput,
) {
  const { validateFeed, addFeed, createOutboundPolicy } = await parts();
  const { every, 'max-bytes': most } = options;
  const draft = {
    source,
    address,
    format: String(options['format'] ?? ''),
    ...(every === undefined
      ? {}
      : {
          intervalSeconds: parseQuantity(every, SECONDS_BY_UNIT, '--every is a time such as 30m, 6h or 1d'),
        }),
    ...(most === undefined
      ? {}
      : { maxBytes: parseQuantity(most, BYTES_BY_UNIT, '--max-bytes is a size such as 500m or 2g') }),
    full: options['full'] === true,
    enabled: options['disabled'] !== true,
  };
  const judged = validateFeed(draft, createOutboundPolicy(settings));
  if ('faults' in judged)
    throw usageError(judged.faults.map(({ member, message }) => `the ${member} ${message}`).join('; '));
  const { feed, created } = await addFeed(db, systemClock, judged.settings);
  print(`${created ? 'added' : 'settled anew'}: the feed of ${feed.source}, due at once`);
}

async function requireFeed(db: OpenDatabase, slug: string) {
  const feed = await (await parts()).findFeedBySource(db, slug);
  if (feed === undefined) throw new CommandError(`${slug} has no feed; see: gable feed list`);
  return feed;
}

async function list(db: OpenDatabase): Promise<void> {
  const { listFeeds } = await parts();
  for (let page = 1; ; page++) {
    const { rows, total } = await listFeeds(db, page);
    for (const feed of rows) {
      const state = feed.running ? 'running' : feed.enabled ? `due ${feed.dueAt.toISOString()}` : 'disabled';
      print([feed.source, feed.format, feed.lastStatus ?? 'never pulled', state, feed.address].join('\t'));
    }
    if (page * rows.length >= total || rows.length === 0) return;
  }
}

async function show(db: OpenDatabase, { positionals: [slug = ''] }: CommandInput): Promise<void> {
  const feed = await requireFeed(db, slug);
  print(JSON.stringify(feed, null, 2));
  const { rows } = await (await parts()).listFeedRuns(db, feed.id, 1);
  for (const run of rows) print(JSON.stringify(run));
}

async function runNow(
  db: OpenDatabase,
  { positionals: [slug = ''], options, settings }: CommandInput,
): Promise<void> {
  const { runFeed, createServicePipeline, openOutboundClient } = await parts();
  const feed = await requireFeed(db, slug);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const { createLog } = await import('../logger.ts');
  const outbound = openOutboundClient(settings, createLog({ ...settings, LOG_LEVEL: 'warn' }));
  try {
    const pulling = { pipeline: createServicePipeline(db, systemClock), outbound };
    const run = await runFeed(pulling, feed.id, { force: options['even-if-most'] === true }, stop.signal);
    if (run === undefined) throw new CommandError(`a worker is pulling the feed of ${slug} already`);
    const { accepted, unchanged, expired, rejected, rejections } = run;
    print(
      `${slug}\t${run.status}\taccepted ${accepted}, unchanged ${unchanged}, expired ${expired}, rejected ${rejected}`,
    );
    for (const { line, reason } of rejections) print(`line ${line}: ${reason}`);
    if (run.error !== null) throw new CommandError(run.error);
    if (run.status === 'TAKEN' && accepted + unchanged + expired === 0)
      throw new CommandError(`nothing was taken from the feed of ${slug}`);
  } finally {
    await outbound.close();
  }
}

async function removeFeed(db: OpenDatabase, { positionals: [slug = ''] }: CommandInput): Promise<void> {
  const feed = await requireFeed(db, slug);
  await (await parts()).removeFeed(db, feed.id);
  print(`removed the feed of ${slug}; its listings stay`);
}

export const feedCommands: Command[] = [
  command(
    {
      words: 'feed add',
      usage: 'SOURCE ADDRESS --format F [--every 6h] [--full] [--max-bytes 512m] [--disabled]',
      summary: 'pull the listings of a source from an address, on schedule',
      help: [
        'Workers pull it as soon as it is due. A source has one feed: adding another settles the one it has anew.',
        'The address must be https on a public host; redirects are not followed. The file may be packed with gzip or ZIP.',
        '--full says that the file names every live listing of the source: those absent from it have expired.',
      ],
      options: {
        format: { type: 'string' },
        every: { type: 'string' },
        full: { type: 'boolean' },
        'max-bytes': { type: 'string' },
        disabled: { type: 'boolean' },
      },
      positionals: ['SOURCE', 'ADDRESS'],
    },
    add,
  ),
  command(
    {
      words: 'feed list',
      usage: '',
      summary: 'list the feeds',
      help: ['One line each: source, format, last outcome, state, address.'],
    },
    list,
  ),
  command(
    {
      words: 'feed show',
      usage: 'SOURCE',
      summary: 'show a feed and how its last pulls ended',
      help: ['The feed as JSON, then one line of JSON for each of its last 30 pulls, the newest first.'],
      positionals: ['SOURCE'],
    },
    show,
  ),
  command(
    {
      words: 'feed run',
      usage: 'SOURCE [--even-if-most]',
      summary: 'pull a feed now',
      help: [
        'Reads the file even if it is the one taken last. Fails when the pull fails.',
        '--even-if-most lets a full file expire more than half of the live listings of its source.',
      ],
      options: { 'even-if-most': { type: 'boolean' } },
      positionals: ['SOURCE'],
    },
    runNow,
  ),
  command(
    {
      words: 'feed remove',
      usage: 'SOURCE',
      summary: 'stop pulling a source',
      help: ['Its listings stay.'],
      positionals: ['SOURCE'],
    },
    removeFeed,
  ),
];
