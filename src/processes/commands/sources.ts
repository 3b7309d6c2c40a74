import type { OpenDatabase } from '../../db/pool.ts';
import { systemClock } from '../../lib/clock.ts';
import { PAGE_SIZE } from '../../lib/page.ts';
import {
  findSettledSource,
  listSettledSources,
  type SettledSource,
  type SourceSettings,
  settleSource,
  sourceIdOf,
} from '../../sources/sources.ts';
import { type Command, CommandFault, type Given, misused } from '../command.ts';
import { withDatabase } from '../with-database.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 3_650;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const pipelineOver = async (db: OpenDatabase) =>
  (await import('../ingesting.ts')).servicePipeline(db, systemClock);

const command = (
  told: Omit<Command, 'run'>,
  act: (db: OpenDatabase, given: Given) => Promise<void>,
): Command => ({
  ...told,
  run: (given) => withDatabase(given.settings, (db) => act(db, given)),
});

async function sourceNamed(db: OpenDatabase, slug: string): Promise<SettledSource> {
  const source = await findSettledSource(db, slug);
  if (source === undefined) throw new CommandFault(`there is no source "${slug}"; see: gable source list`);
  return source;
}

const told = (source: SettledSource): string =>
  [
    source.slug,
    source.protected ? 'protected' : 'shown',
    `unseen ${source.unseenDays === 0 ? 'never expires' : `${source.unseenDays ?? 'usual'} days`}`,
    source.listingUrl ?? '-',
    source.name,
  ].join('\t');

function wanted({ options }: Given): Partial<SourceSettings> {
  const { protected: hidden, 'listing-url': url, 'unseen-days': days } = options;
  return {
    ...(hidden === undefined ? {} : { protected: yesOrNo(hidden) }),
    ...(url === undefined ? {} : { listingUrl: url === 'none' ? null : template(String(url)) }),
    ...(days === undefined ? {} : { unseenDays: days === 'usual' ? null : wholeDays(days, MAX_DAYS) }),
  };
}

function yesOrNo(text: unknown): boolean {
  if (text !== 'yes' && text !== 'no') throw misused('--protected is yes or no');
  return text === 'yes';
}

function template(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '') || !text.includes('{key}'))
    throw misused('--listing-url is an address with {key} where the reference of the listing goes, or none');
  return text;
}

function wholeDays(text: unknown, most: number): number {
  if (!/^\d{1,4}$/.test(String(text)) || Number(text) > most)
    throw misused(`days are a whole number up to ${most}`);
  return Number(text);
}

async function settle(db: OpenDatabase, given: Given): Promise<void> {
  const before = await sourceNamed(db, given.positionals[0] ?? '');
  const after = await settleSource(db, before.slug, wanted(given));
  if (after === undefined) return;
  // Also when it is already so: a walk that was cut short goes on.
  if (given.options['protected'] !== undefined) {
    const { carryProtection } = await import('../../ingest/hide-source.ts');
    print(
      `${await carryProtection(await pipelineOver(db), after)} listings ${after.protected ? 'hidden' : 'shown'}`,
    );
  }
  print(told(after));
}

async function showDropped(db: OpenDatabase, { positionals: [slug = ''], options }: Given): Promise<void> {
  const { droppedMembersOf } = await import('../../ingest/dropped-members.ts');
  const source = await sourceNamed(db, slug);
  const days = wholeDays(options['days'] ?? DEFAULT_DAYS, MAX_DAYS);
  const since = new Date(systemClock.now().getTime() - (days - 1) * DAY_MS);
  for (const { count, why, member, example } of await droppedMembersOf(db, source.id, since)) {
    print([count, why, member, example.replaceAll(/\s+/g, ' ')].join('\t'));
  }
}

async function showRejected(db: OpenDatabase, { positionals: [slug = ''], options }: Given): Promise<void> {
  const { rejectedRecordsOf } = await import('../../ingest/rejected-records.ts');
  // A source of which nothing was ever taken is not known, but what was set aside of it is.
  const sourceId = sourceIdOf(slug.trim().toLowerCase());
  const page = pageNumber(options['page'] ?? '1');
  const { rows, total } = await rejectedRecordsOf(db, sourceId, page);
  if (total === 0) await sourceNamed(db, slug);
  for (const { url, kind, reason, rejectedAt, resolvedAt } of rows) {
    const state = resolvedAt === null ? 'open' : `resolved ${resolvedAt.toISOString()}`;
    print([rejectedAt.toISOString(), kind, state, url, reason.replaceAll(/\s+/g, ' ')].join('\t'));
  }
  const pages = Math.ceil(total / PAGE_SIZE);
  if (pages > 1) print(`page ${page} of ${pages}, ${total} records; see --page`);
}

function pageNumber(text: unknown): number {
  if (!/^[1-9]\d{0,3}$/.test(String(text))) throw misused('--page is a whole number from 1');
  return Number(text);
}

async function sweep(db: OpenDatabase, { positionals: [slug = ''], options }: Given): Promise<void> {
  const { expireUnseen } = await import('../../ingest/expire-unseen.ts');
  const source = await sourceNamed(db, slug);
  const evenIfMost = options['even-if-most'] === true;
  const swept = await expireUnseen(await pipelineOver(db), source, { evenIfMost });
  if (swept.outcome === 'held') {
    throw new CommandFault(
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
      for (const source of await listSettledSources(db)) print(told(source));
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
    settle,
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
    sweep,
  ),
];
