import type { OpenDatabase } from '../../db/pool.ts';
import { systemClock } from '../../lib/clock.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { PAGE_SIZE } from '../../lib/page.ts';
import {
  findSourceWithSettings,
  listSourcesWithSettings,
  type SourceSettings,
  type SourceWithSettings,
  sourceIdOf,
  updateSourceSettings,
} from '../../sources/sources.ts';
import { type Command, CommandError, type CommandInput, usageError } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 3_650;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const createPipeline = async (db: OpenDatabase) =>
  (await import('../service-pipeline.ts')).createServicePipeline(db, systemClock);

const command = (
  definition: Omit<Command, 'run'>,
  act: (db: OpenDatabase, given: CommandInput) => Promise<void>,
): Command => ({
  ...definition,
  run: (given) => withDatabase(given.settings, (db) => act(db, given)),
});

async function requireSource(db: OpenDatabase, slug: string): Promise<SourceWithSettings> {
  const source = await findSourceWithSettings(db, slug);
  if (source === undefined) throw new CommandError(`there is no source "${slug}"; see: gable source list`);
  return source;
}

const formatSource = (source: SourceWithSettings): string =>
  [
    source.slug,
    source.protected ? 'protected' : 'shown',
    `unseen ${source.unseenDays === 0 ? 'never expires' : `${source.unseenDays ?? 'usual'} days`}`,
    source.listingUrl ?? '-',
    source.name,
  ].join('\t');

function parseSettings({ options }: CommandInput): Partial<SourceSettings> {
  const { protected: hidden, 'listing-url': url, 'unseen-days': days } = options;
  return {
    ...(hidden === undefined ? {} : { protected: parseYesNo(hidden) }),
    ...(url === undefined ? {} : { listingUrl: url === 'none' ? null : parseUrlTemplate(String(url)) }),
    ...(days === undefined ? {} : { unseenDays: days === 'usual' ? null : parseDays(days, MAX_DAYS) }),
  };
}

function parseYesNo(text: unknown): boolean {
  if (text !== 'yes' && text !== 'no') throw usageError('--protected is yes or no');
  return text === 'yes';
}

function parseUrlTemplate(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '') || !text.includes('{key}'))
    throw usageError(
      '--listing-url is an address with {key} where the reference of the listing goes, or none',
    );
  return text;
}

function parseDays(text: unknown, most: number): number {
  if (!/^\d{1,4}$/.test(String(text)) || Number(text) > most)
    throw usageError(`days are a whole number up to ${most}`);
  return Number(text);
}

async function updateSource(db: OpenDatabase, given: CommandInput): Promise<void> {
  const before = await requireSource(db, given.positionals[0] ?? '');
  const after = await updateSourceSettings(db, before.slug, parseSettings(given));
  if (after === undefined) return;
  // Also when it is already so: a walk that was cut short goes on.
  if (given.options['protected'] !== undefined) {
    const { applyProtection } = await import('../../ingest/apply-protection.ts');
    print(
      `${await applyProtection(await createPipeline(db), after)} listings ${after.protected ? 'hidden' : 'shown'}`,
    );
  }
  print(formatSource(after));
}

async function showDropped(
  db: OpenDatabase,
  { positionals: [slug = ''], options }: CommandInput,
): Promise<void> {
  const { loadDroppedMembers } = await import('../../ingest/dropped-members.ts');
  const source = await requireSource(db, slug);
  const days = parseDays(options['days'] ?? DEFAULT_DAYS, MAX_DAYS);
  const since = new Date(systemClock.now().getTime() - (days - 1) * DAY_MS);
  for (const { count, why, member, example } of await loadDroppedMembers(db, source.id, since)) {
    print([count, why, member, example.replaceAll(/\s+/g, ' ')].join('\t'));
  }
}

async function showRejected(
  db: OpenDatabase,
  { positionals: [slug = ''], options }: CommandInput,
): Promise<void> {
  const { loadRejectedRecords } = await import('../../ingest/rejected-records.ts');
  // A source of which nothing was ever taken is not known, but what was set aside of it is.
  const sourceId = sourceIdOf(slug.trim().toLowerCase());
  const page = parsePageNumber(options['page'] ?? '1');
  const { rows, total } = await loadRejectedRecords(db, sourceId, page);
  if (total === 0) await requireSource(db, slug);
  for (const { url, kind, reason, rejectedAt, resolvedAt } of rows) {
    const state = resolvedAt === null ? 'open' : `resolved ${resolvedAt.toISOString()}`;
    print([rejectedAt.toISOString(), kind, state, url, reason.replaceAll(/\s+/g, ' ')].join('\t'));
  }
  const pages = Math.ceil(total / PAGE_SIZE);
  if (pages > 1) print(`page ${page} of ${pages}, ${total} records; see --page`);
}

function parsePageNumber(text: unknown): number {
  if (!/^[1-9]\d{0,3}$/.test(String(text))) throw usageError('--page is a whole number from 1');
  return Number(text);
}

async function expireUnseenListings(
  db: OpenDatabase,
  { positionals: [slug = ''], options }: CommandInput,
): Promise<void> {
  const { expireUnseen } = await import('../../ingest/expire-unseen.ts');
  const source = await requireSource(db, slug);
  const force = options['even-if-most'] === true;
  const swept = await expireUnseen(await createPipeline(db), source, { force });
  if (swept.outcome === 'refused') {
    throw new CommandError(
      `${swept.unseen} of ${swept.live} live listings are no longer seen; nothing was expired (--even-if-most does)`,
    );
  }
  print(`${swept.expired} listings have expired`);
}

export const sourceCommands: Command[] = [
  command(
    {
      words: 'source list',
      usage: '',
      summary: 'list the sources and what is settled about them',
      help: ['One line each: slug, shown or protected, days unseen, address of listings, name.'],
    },
    async (db) => {
      for (const source of await listSourcesWithSettings(db)) print(formatSource(source));
    },
  ),
  command(
    {
      words: 'source set',
      usage: 'SLUG [--protected yes|no] [--listing-url URL|none] [--unseen-days N|usual]',
      summary: 'settle how a source is treated',
      help: [
        '--protected hides url and source of all its listings from customers, those known included.',
        '--listing-url is the address of a listing whose feed gives only a reference: a URL with {key} in it.',
        '--unseen-days: a listing that visits no longer find has expired after so many days; 0 never, usual 30.',
      ],
      options: {
        protected: { type: 'string' },
        'listing-url': { type: 'string' },
        'unseen-days': { type: 'string' },
      },
      positionals: ['SLUG'],
    },
    updateSource,
  ),
  command(
    {
      words: 'source dropped',
      usage: 'SLUG [--days 30]',
      summary: 'show what a source says and is not taken',
      help: ['One line each, the most frequent first: count, why, member, an example.'],
      options: { days: { type: 'string' } },
      positionals: ['SLUG'],
    },
    showDropped,
  ),
  command(
    {
      words: 'source rejected',
      usage: 'SLUG [--page N]',
      summary: 'show the records of a source that were set aside',
      help: [
        `One line a listing, ${PAGE_SIZE} a page, those without a good record since first: when it was last refused, INVALID (it breaks a rule) or`,
        'REFUSED (it could not be stored), open or resolved, URL, reason.',
      ],
      options: { page: { type: 'string' } },
      positionals: ['SLUG'],
    },
    showRejected,
  ),
  command(
    {
      words: 'source sweep',
      usage: 'SLUG [--even-if-most]',
      summary: 'expire the listings of a source that visits no longer find',
      help: ['The worker does it once a day. More than half at once is held back, unless --even-if-most.'],
      options: { 'even-if-most': { type: 'boolean' } },
      positionals: ['SLUG'],
    },
    expireUnseenListings,
  ),
];
