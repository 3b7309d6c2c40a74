import type { OpenDatabase } from '../../db/pool.ts';
import { formatNames } from '../../ingest/format-names.ts';
import { systemClock } from '../../lib/clock.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { collectOnOneThread } from '../engine-flags.ts';
import { confirm, FORCE_OPTION, JSON_OPTION, print, printRow, YES_OPTION } from '../output.ts';
import { withDatabase } from '../with-database.ts';
import { readMappingJson } from './mapping-file.ts';

/** Loaded on use: `gable --help` needs none of them, and a list of feeds no formats and no pipeline. */
const loadFeeds = () => import('../../feeds/feeds.ts');
const loadDrafts = async () => ({
  ...(await loadFeeds()),
  ...(await import('../../feeds/feed.ts')),
  ...(await import('../outbound-client.ts')),
});
const loadRunner = async () => ({
  ...(await import('../../feeds/run-feed.ts')),
  ...(await import('../service-pipeline.ts')),
  ...(await import('../service-places.ts')),
  ...(await import('../outbound-client.ts')),
});

const command = (
  definition: Omit<Command, 'run'>,
  act: (db: OpenDatabase, given: CommandInput) => Promise<void>,
): Command => ({
  ...definition,
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
  { positionals: [source = '', url = ''], options, settings }: CommandInput,
) {
  const { validateFeed, addFeed, createOutboundPolicy } = await loadDrafts();
  const { every, 'max-bytes': maxBytes } = options;
  const draft = {
    source,
    address: url,
    ...(typeof options['mapping'] === 'string'
      ? { mapping: readMappingJson(options['mapping']) }
      : { format: String(options['format'] ?? '') }),
    ...(every === undefined
      ? {}
      : {
          intervalSeconds: parseQuantity(every, SECONDS_BY_UNIT, '--every is a time such as 30m, 6h or 1d'),
        }),
    ...(maxBytes === undefined
      ? {}
      : { maxBytes: parseQuantity(maxBytes, BYTES_BY_UNIT, '--max-bytes is a size such as 500m or 2g') }),
    full: options['full'] === true,
    enabled: options['disabled'] !== true,
  };
  if (options['mapping'] !== undefined && options['format'] !== undefined)
    throw usageError('--mapping and --format exclude each other');
  const validated = validateFeed(draft, createOutboundPolicy(settings));
  if ('faults' in validated)
    throw usageError(validated.faults.map(({ member, message }) => `the ${member} ${message}`).join('; '));
  const { feed, created } = await addFeed(db, systemClock, validated.settings);
  print(`${created ? 'added' : 'updated'} the feed of ${feed.source}; it is due now`);
}

async function requireFeed(db: OpenDatabase, slug: string) {
  const feed = await (await loadFeeds()).findFeedBySource(db, slug);
  if (feed === undefined) throw new CommandError(`${slug} has no feed; see: gable feed list`);
  return feed;
}

async function list(db: OpenDatabase, given: CommandInput): Promise<void> {
  const { listFeeds } = await loadFeeds();
  for (let page = 1; ; page++) {
    const { rows, total } = await listFeeds(db, page);
    for (const feed of rows) {
      const state = feed.running ? 'running' : feed.enabled ? `due ${feed.dueAt.toISOString()}` : 'disabled';
      const lastStatus = feed.lastStatus ?? 'never pulled';
      printRow(given, feed, [feed.source, feed.format ?? 'mapping', lastStatus, state, feed.address]);
    }
    if (page * rows.length >= total || rows.length === 0) return;
  }
}

async function show(db: OpenDatabase, { positionals: [slug = ''] }: CommandInput): Promise<void> {
  const feed = await requireFeed(db, slug);
  print(JSON.stringify(feed, null, 2));
  const { rows } = await (await loadFeeds()).listFeedRuns(db, feed.id, 1);
  for (const run of rows) print(JSON.stringify(run));
}

async function runNow(
  db: OpenDatabase,
  { positionals: [slug = ''], options, settings }: CommandInput,
): Promise<void> {
  collectOnOneThread();
  const runner = await loadRunner();
  const feed = await requireFeed(db, slug);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const { createLog } = await import('../logger.ts');
  const log = createLog({ ...settings, LOG_LEVEL: 'warn' });
  const outbound = runner.openOutboundClient(settings, log);
  const places = runner.createCommandPlaces(db, settings, log);
  try {
    const pulling = { pipeline: runner.createServicePipeline(db, systemClock, places), outbound };
    const run = await runner.runFeed(pulling, feed.id, { force: options['force'] === true }, stop.signal);
    if (run === undefined) throw new CommandError(`a worker is already pulling the feed of ${slug}`);
    const { accepted, unchanged, expired, rejected, rejections } = run;
    print(
      `${slug}\t${run.status}\taccepted ${accepted}, unchanged ${unchanged}, expired ${expired}, rejected ${rejected}`,
    );
    for (const { line, reason } of rejections) print(`line ${line}: ${reason}`);
    if (run.error !== null) throw new CommandError(run.error);
    if (run.status === 'TAKEN' && accepted + unchanged + expired === 0)
      throw new CommandError(`no listing of the feed of ${slug} could be read`);
  } finally {
    await outbound.close();
  }
}

async function removeFeed(db: OpenDatabase, given: CommandInput): Promise<void> {
  const [slug = ''] = given.positionals;
  const feed = await requireFeed(db, slug);
  await confirm(given, `Remove the feed of ${slug}?`);
  await (await loadFeeds()).removeFeed(db, feed.id);
  print(`removed the feed of ${slug}; its listings stay`);
}

export const feedCommands: Command[] = [
  command(
    {
      words: 'feed add',
      usage: 'SOURCE URL (--format F | --mapping M) [--every 6h] [--full] [--max-bytes 512m] [--disabled]',
      summary: 'pull the listings of a source from a URL on a schedule',
      help: [
        `F is one of ${formatNames.join(', ')}.`,
        'M is a mapping file as of gable ingest --mapping; it is stored with the feed: add the feed again to change it.',
        'Workers pull the feed as soon as it is due. A source has one feed: adding it again updates its settings.',
        'URL must be https on a public host; redirects are not followed. The file may be compressed with gzip or ZIP.',
        '--full: the file contains every live listing of the source; listings absent from it expire.',
      ],
      options: {
        format: { type: 'string' },
        mapping: { type: 'string' },
        every: { type: 'string' },
        full: { type: 'boolean' },
        'max-bytes': { type: 'string' },
        disabled: { type: 'boolean' },
      },
      positionals: ['SOURCE', 'URL'],
    },
    add,
  ),
  command(
    {
      words: 'feed list',
      usage: '[--json]',
      summary: 'list the feeds',
      help: ['Columns: source, format, last outcome, state, URL.'],
      options: JSON_OPTION,
    },
    list,
  ),
  command(
    {
      words: 'feed show',
      usage: 'SOURCE',
      summary: 'show a feed and the outcome of its last pulls',
      help: ['The feed as JSON, then one line of JSON for each of its last 30 pulls, the newest first.'],
      positionals: ['SOURCE'],
    },
    show,
  ),
  command(
    {
      words: 'feed run',
      usage: 'SOURCE [--force]',
      summary: 'pull a feed now',
      help: [
        'Reads the file even if it has not changed since the last pull. Fails when the pull fails.',
        '--force lets a full file expire more than half of the live listings of its source.',
      ],
      options: FORCE_OPTION,
      positionals: ['SOURCE'],
    },
    runNow,
  ),
  command(
    {
      words: 'feed remove',
      usage: 'SOURCE [--yes]',
      summary: 'stop pulling a source',
      help: ['Its listings stay.'],
      options: YES_OPTION,
      positionals: ['SOURCE'],
    },
    removeFeed,
  ),
];
