import type { Database, Db } from '../db/sql.ts';
import type { Clock } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { RowPage } from '../lib/page.ts';
import { defaultSourceName, registerSource, sourceIdOf } from '../sources/sources.ts';
import type { Feed, FeedRun, FeedSettings } from './feed.ts';
import {
  deleteFeed,
  feedById,
  feedBySource,
  feedsPage,
  putFeed,
  runsPage,
  updatePullRequest,
} from './store.ts';

/** Adds or replaces the feed of a source. An unknown source is created. */
export async function addFeed(
  db: Database,
  clock: Clock,
  settings: FeedSettings,
): Promise<{ feed: Feed; created: boolean }> {
  const now = clock.now();
  const { source: slug, address } = settings;
  await registerSource(db, clock, { slug, name: defaultSourceName(slug), domain: domainOf(address) });
  const created = await putFeed(db, { ...settings, id: newId(now), sourceId: sourceIdOf(slug) }, now);
  const feed = await feedBySource(db, slug);
  if (feed === undefined) throw new Error(`the feed of ${slug} was removed while it was added`);
  return { feed, created };
}

const domainOf = (url: string): string | null =>
  URL.parse(url)?.hostname.replace(/^(www|feeds?|export|xml)\./, '') ?? null;

export const listFeeds = (db: Db, page: number): Promise<RowPage<Feed>> => feedsPage(db, page);

export const findFeed = (db: Db, id: string): Promise<Feed | undefined> => feedById(db, id);

export const findFeedBySource = (db: Db, slug: string): Promise<Feed | undefined> => feedBySource(db, slug);

/** Asks for a pull as soon as a worker is free, as by hand: an unchanged file is read too. */
export const requestPull = (db: Db, clock: Clock, id: string): Promise<boolean> =>
  updatePullRequest(db, id, clock.now());

/** Removes a feed and its runs. Its listings stay. A running pull loses its claim. */
export const removeFeed = (db: Db, id: string): Promise<boolean> => deleteFeed(db, id);

export const listFeedRuns = (db: Db, feedId: string, page: number): Promise<RowPage<FeedRun>> =>
  runsPage(db, feedId, page);
