import type { Connection } from '../../src/db/connection.ts';
import { type Db, sql } from '../../src/db/sql.ts';
import { findListingRecords } from '../../src/properties/listing-rows.ts';
import { parseStoredDocument } from '../../src/properties/packed-document.ts';
import { readListingEvents, type StoredListingEvent } from '../../src/properties/stored-events.ts';

/** The result of observations without ids and recording times: two runs over one stream must be equal in it. */
export interface IngestSnapshot {
  /** Which URLs belong together, one line each. */
  groups: string[];
  /** The events of each listing, one line each: kind, and every attribute with its old and new value. */
  events: string[];
  /** Each listing with the prices it showed, and whether it is live. */
  listings: string[];
  /** Each property by its listings: the price it shows, the spread of its adverts, and its seller's moves. */
  stories: string[];
}

interface StoryRow {
  urls: string;
  pricing: { displayed?: number; spread?: object } | null;
  changes: { attribute: string; occurredAt: string; numericOld: number; numericNew: number }[];
}

interface EventRow {
  url: string;
  kind: string;
  changes: { attribute: string; numericOld?: number; numericNew?: number }[];
}

export async function readIngestSnapshot(db: Db): Promise<IngestSnapshot> {
  const groups = await db.rows<{ urls: string }>(sql`
    select string_agg(url, ' ' order by url) as urls from listing group by property_id order by 1`);
  const events = await readEvents(db);
  const stored = await db.rows<{ line: string; id: string }>(sql`
    select url || ' ' || coalesce(expired_at::text, 'live') as line, listing_id as id from listing order by 1`);
  const records = await findListingRecords(
    db,
    stored.map(({ id }) => id),
  );
  const stories = await db.rows<{ urls: string; packed: Buffer }>(sql`
    select (select string_agg(url, ' ' order by url) from listing where listing.property_id = property.property_id) as urls,
           packed
    from property where packed is not null`);
  return {
    stories: stories.map(({ urls, packed }) => formatStory({ urls, ...storyOf(packed) })).sort(),
    groups: groups.map(({ urls }) => urls),
    events: events.map(formatEvent).sort(),
    listings: stored.map(({ line, id }) => `${line} ${JSON.stringify(records.get(id)?.state.prices)}`),
  };
}

async function readEvents(db: Db): Promise<EventRow[]> {
  const listings = await db.rows<{ id: string; url: string }>(sql`select listing_id as id, url from listing`);
  const urls = new Map(listings.map(({ id, url }) => [id, url]));
  const rows = await db.rows<{ stored: StoredListingEvent[]; listingId: string | null }>(sql`
    select listing_events as stored, listing_id as "listingId" from property_change`);
  return rows.flatMap(({ stored, listingId }) =>
    readListingEvents(stored, listingId).flatMap(({ listingId: id, kind, changes }) => {
      const url = urls.get(id);
      return url === undefined ? [] : [{ url, kind, changes }];
    }),
  );
}

const storyOf = (packed: Buffer): Pick<StoryRow, 'pricing' | 'changes'> => {
  const { pricing, changes } = parseStoredDocument(packed).property;
  return { pricing, changes } as Pick<StoryRow, 'pricing' | 'changes'>;
};

const formatStory = ({ urls, pricing, changes }: StoryRow): string =>
  [
    urls,
    pricing?.displayed ?? 'no price',
    JSON.stringify(pricing?.spread ?? null),
    ...changes
      .filter(({ attribute }) => attribute === 'DISPLAYED_PRICE')
      .map(({ occurredAt, numericOld, numericNew }) => `${occurredAt} ${numericOld}->${numericNew}`),
  ].join(' ');

const formatEvent = ({ url, kind, changes }: EventRow): string =>
  [url, kind, ...changes.map(formatChange)].join(' ');

const formatChange = ({
  attribute,
  numericOld: old = 0,
  numericNew: now = 0,
}: EventRow['changes'][number]): string => `${attribute} ${old}->${now}`;

/** Elements of one list that the other lacks, with multiplicity. */
export function findMissing(list: readonly string[], whole: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of list) left.set(line, (left.get(line) ?? 0) + 1);
  return whole.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

/** The URL of a database for another process, also over a socket. */
export const databaseUrl = (connection: Connection): string =>
  'connectionString' in connection
    ? connection.connectionString
    : `postgres://${connection.user}@${encodeURIComponent(connection.host)}:${connection.port}/${connection.database}`;
