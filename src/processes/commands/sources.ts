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
import { FORCE_OPTION, JSON_OPTION, print, printRow } from '../output.ts';
import { withDatabase } from '../with-database.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 3_650;
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

const sourceCells = (source: SourceWithSettings): string[] => [
  source.slug,
  source.protected ? 'protected' : 'shown',
  `unseen ${source.unseenDays === 0 ? 'never expires' : `${source.unseenDays ?? 'default'} days`}`,
  source.listingUrl ?? '-',
  source.name,
];

function parseSettings({ options }: CommandInput): Partial<SourceSettings> {
  const { protected: hidden, 'listing-url': url, 'unseen-days': days } = options;
  return {
    ...(hidden === undefined ? {} : { protected: parseYesNo(hidden) }),
    ...(url === undefined ? {} : { listingUrl: url === 'none' ? null : parseUrlTemplate(String(url)) }),
    ...(days === undefined ? {} : { unseenDays: days === 'default' ? null : parseDays(days, MAX_DAYS) }),
  };
}

function parseYesNo(text: unknown): boolean {
  if (text !== 'yes' && text !== 'no') throw usageError('--protected is yes or no');
  return text === 'yes';
}

function parseUrlTemplate(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '') || !text.includes('{key}'))
    throw usageError('--listing-url is a URL with {key} in place of the reference of the listing, or none');
  return text;
}

function parseDays(text: unknown, max: number): number {
  if (!/^\d{1,4}$/.test(String(text)) || Number(text) > max)
    throw usageError(`days are a whole number up to ${max}`);
  return Number(text);
}

async function updateSource(db: OpenDatabase, given: CommandInput): Promise<void> {
  const before = await requireSource(db, given.positionals[0] ?? '');
  const after = await updateSourceSettings(db, before.slug, parseSettings(given));
  if (after === undefined) return;
  // Also when nothing changes: an interrupted run is completed.
  if (given.options['protected'] !== undefined) {
    const { applyProtection } = await import('../../ingest/apply-protection.ts');
    print(
      `${await applyProtection(await createPipeline(db), after)} listings ${after.protected ? 'hidden' : 'shown'}`,
    );
  }
  printRow(given, after, sourceCells(after));
}

async function showDropped(db: OpenDatabase, given: CommandInput): Promise<void> {
  const {
    positionals: [slug = ''],
    options,
  } = given;
  const { loadDroppedMembers } = await import('../../ingest/dropped-members.ts');
  const source = await requireSource(db, slug);
  const days = parseDays(options['days'] ?? DEFAULT_DAYS, MAX_DAYS);
  const since = new Date(systemClock.now().getTime() - (days - 1) * DAY_MS);
  for (const dropped of await loadDroppedMembers(db, source.id, since)) {
    const { count, why, member, example } = dropped;
    printRow(given, dropped, [count, why, member, example.replaceAll(/\s+/g, ' ')]);
  }
}

async function showRejected(db: OpenDatabase, given: CommandInput): Promise<void> {
  const {
    positionals: [slug = ''],
    options,
  } = given;
  const { loadRejectedRecords } = await import('../../ingest/rejected-records.ts');
  // A source without a single accepted listing is unknown, but its rejected records are stored.
  const sourceId = sourceIdOf(slug.trim().toLowerCase());
  const page = parsePageNumber(options['page'] ?? '1');
  const { rows, total } = await loadRejectedRecords(db, sourceId, page);
  if (total === 0) await requireSource(db, slug);
  for (const row of rows) {
    const { url, kind, reason, rejectedAt, resolvedAt } = row;
    const state = resolvedAt === null ? 'open' : `resolved ${resolvedAt.toISOString()}`;
    printRow(given, row, [rejectedAt.toISOString(), kind, state, url, reason.replaceAll(/\s+/g, ' ')]);
  }
  const pages = Math.ceil(total / PAGE_SIZE);
  if (pages > 1 && options['json'] !== true) print(`page ${page} of ${pages}, ${total} records; see --page`);
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
  const force = options['force'] === true;
  const swept = await expireUnseen(await createPipeline(db), source, { force });
  if (swept.outcome === 'refused') {
    throw new CommandError(
      `${swept.unseen} of ${swept.live} live listings were not seen lately; none has expired (--force expires them)`,
    );
  }
  print(`${swept.expired} listings have expired`);
}

export const sourceCommands: Command[] = [
  command(
    {
      words: 'source list',
      usage: '[--json]',
      summary: 'list the sources with their settings',
      help: [
        'Columns: slug, shown or protected, days until an unseen listing expires, URL of listings, name.',
      ],
      options: JSON_OPTION,
    },
    async (db, given) => {
      for (const source of await listSourcesWithSettings(db)) printRow(given, source, sourceCells(source));
    },
  ),
  command(
    {
      words: 'source set',
      usage: 'SLUG [--protected yes|no] [--listing-url URL|none] [--unseen-days N|default] [--json]',
      summary: 'update source settings',
      help: [
        '--protected hides url and source of all its listings from customers, the existing ones too.',
        '--listing-url builds the URL of a listing whose feed has only a reference: a URL with {key} in it.',
        '--unseen-days: a listing expires after so many days without being seen; 0 never, default 30.',
      ],
      options: {
        protected: { type: 'string' },
        'listing-url': { type: 'string' },
        'unseen-days': { type: 'string' },
        ...JSON_OPTION,
      },
      positionals: ['SLUG'],
    },
    updateSource,
  ),
  command(
    {
      words: 'source dropped',
      usage: 'SLUG [--days 30] [--json]',
      summary: 'show the members of a feed that are not imported',
      help: ['Columns: count, reason, member, an example; the most frequent first.'],
      options: { days: { type: 'string' }, ...JSON_OPTION },
      positionals: ['SLUG'],
    },
    showDropped,
  ),
  command(
    {
      words: 'source rejected',
      usage: 'SLUG [--page N] [--json]',
      summary: 'show the rejected records of a source',
      help: [
        `One line a listing, ${PAGE_SIZE} a page, open ones first. Columns: time of the last rejection, INVALID (it breaks a`,
        'rule) or REFUSED (it could not be stored), open or resolved, URL, reason.',
      ],
      options: { page: { type: 'string' }, ...JSON_OPTION },
      positionals: ['SLUG'],
    },
    showRejected,
  ),
  command(
    {
      words: 'source sweep',
      usage: 'SLUG [--force]',
      summary: 'expire the listings of a source that are no longer seen',
      help: ['The worker does this once a day. More than half at once is refused, unless --force.'],
      options: FORCE_OPTION,
      positionals: ['SLUG'],
    },
    expireUnseenListings,
  ),
];
