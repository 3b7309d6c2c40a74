import { deriveCandidateEvents } from '../src/alerts/derive-events.ts';
import type { PropertyChange } from '../src/alerts/property-change.ts';
import { type Db, sql } from '../src/db/sql.ts';
import { ingestRecords } from '../src/ingest/ingest-records.ts';
import type { FeedObservation } from '../src/ingest/observation.ts';
import { serializeJson } from '../src/ingest/serialized-json.ts';
import { systemClock } from '../src/lib/clock.ts';
import { createServicePipeline } from '../src/processes/service-pipeline.ts';
import { readChanges, type StoredChanges } from '../src/properties/change-log.ts';
import { MIN_STANDING_MS } from '../src/properties/price-story/steps.ts';
import { raiseHeldMoves } from '../src/properties/raise-held-moves.ts';
import { reassessPrices } from '../src/properties/reassess-prices.ts';
import {
  loadRevisionDocuments,
  revisionColumns,
  type StoredRevision,
} from '../src/properties/revision-documents.ts';
import {
  readListingEvents,
  revisionKinds,
  type StoredListingEvent,
} from '../src/properties/stored-events.ts';
import { freshDatabase } from '../test/support/database.ts';
import { findMissing } from '../test/support/ingest-snapshot.ts';
import { emptyScore, type MoveScore, type RaisedMove, scoreMoves } from './price-story/judge.ts';
import { type MemoryResult, runInMemory } from './price-story/memory.ts';
import { PricedWorld } from './price-story/world.ts';
import { currentLoad, loadFrance } from './support/database.ts';
import { parseOptions } from './support/options.ts';
import { withScope } from './support/scope.ts';

export const title = 'Price story: PRICE_CHANGE of properties against what sellers truly did';

const DEFAULTS = {
  properties: 400,
  days: 150,
  seeds: 'story-1,story-2',
  memory: false,
  trueGroups: false,
};
/** As often as a worker would have looked at the market. */
const MARKET_EVERY_DAYS = 10;
const READ_AT_ONCE = 500;

/**
 * [--properties N] [--days D] [--seeds S,S…] [--memory] [--true-groups]: --memory records without a database: a quarter of
 * the time, the same events, scope LISTING is not compared. --true-groups also replaces identity by the truth, and so shows what
 * the story alone gets wrong.
 */
export async function run(args: string[]): Promise<void> {
  const { properties, days, seeds, memory, trueGroups } = parseOptions(args, DEFAULTS);
  const total = emptyScore();
  for (const seed of seeds.split(',')) {
    const world = new PricedWorld({ seed, properties, days });
    const score =
      memory || trueGroups
        ? await judgeInMemory(seed, world, trueGroups)
        : await judgeInDatabase(seed, world);
    add(total, score);
  }
  console.log(`all worlds, load ${currentLoad()}:`);
  printScore(total);
}

function add(total: MoveScore, score: MoveScore): void {
  for (const name of ['raised', 'right', 'drops', 'rightDrops', 'moves', 'found'] as const)
    total[name] += score[name];
}

/** A database of its own for each world. */
const judgeInDatabase = (seed: string, world: PricedWorld): Promise<MoveScore> =>
  withScope(async (scope) => {
    const { db } = await freshDatabase(scope, { statementTimeoutMs: 60_000 });
    await loadFrance(db);
    await feed(db, world);
    const groups = await db.rows<{ url: string; id: string }>(
      sql`select url, property_id as id from listing`,
    );
    const score = judgeWorld(seed, world, { raised: await raisedMoves(db, world), groups });
    await printListings(db, world);
    return score;
  });

async function judgeInMemory(seed: string, world: PricedWorld, hasTrueGroups: boolean): Promise<MoveScore> {
  return judgeWorld(
    seed,
    world,
    await runInMemory(world, hasTrueGroups ? (url) => world.homeOf(url) : undefined),
  );
}

function judgeWorld(seed: string, world: PricedWorld, { raised, groups }: MemoryResult): MoveScore {
  const score = scoreMoves(world.homes, raised);
  console.log(
    `world ${seed}: ${world.homes.size} homes, ${groups.length} adverts, ${world.visits.length} visits`,
  );
  printScore(score);
  printIdentity(world, groups, score);
  return score;
}

/** The causes of wrong events: a misprint that was put right later, several homes in one property, or one home in several, when it was raised. */
function printIdentity(
  world: PricedWorld,
  groups: readonly { url: string; id: string }[],
  { wrong }: MoveScore,
): void {
  const propertiesOf = Map.groupBy(groups, ({ url }) => world.homeOf(url));
  const homesOf = Map.groupBy(groups, ({ id }) => id);
  const isSplit = ({ homeId, propertyId, standing = groups }: RaisedMove): boolean =>
    standing.some(({ url, id }) => world.homeOf(url) === homeId && id !== propertyId);
  const isMixed = ({ homeId, propertyId, standing = groups }: RaisedMove): boolean =>
    standing.some(({ url, id }) => id === propertyId && world.homeOf(url) !== homeId);
  const isMisprint = ({ homeId, at }: RaisedMove): boolean =>
    world.visits.some((visit) => visit.isMisprint && visit.at === at && world.homeOf(visit.url) === homeId);
  const causes = wrong.map((event) =>
    isMisprint(event) ? 'misprint' : isMixed(event) ? 'mixed' : isSplit(event) ? 'split' : 'other',
  );
  const pairs = (of: Iterable<readonly unknown[]>): number =>
    [...of].reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
  const right = pairs(Map.groupBy(groups, ({ url, id }) => `${id} ${world.homeOf(url)}`).values());
  const shares = [share(right, pairs(homesOf.values())), share(right, pairs(propertiesOf.values()))];
  console.log(`  pairs of adverts in one property: precision ${shares[0]}, recall ${shares[1]}`);
  const count = (cause: string): number => causes.filter((one) => one === cause).length;
  console.log(
    `  of ${wrong.length} wrong events ${count('misprint')} show a misprint, ${count('mixed')} are of several homes in one ` +
      `property, ${count('split')} of homes that identity split, ${count('other')} of neither`,
  );
}

async function feed(db: Parameters<typeof createServicePipeline>[0], world: PricedWorld): Promise<void> {
  const pipeline = createServicePipeline(db, systemClock);
  let days = 0;
  for (const day of world.days()) {
    const readings = async function* (): AsyncGenerator<FeedObservation> {
      for (const observation of day)
        yield { line: 1, observation, ignoredFields: [], raw: serializeJson(observation) };
    };
    await ingestRecords(pipeline, readings());
    days += 1;
    if (days % MARKET_EVERY_DAYS === 0) await reassessPrices(db, systemClock);
  }
  // The days of the world pass in minutes: prices still held are released at its end.
  const later = new Date(systemClock.now().getTime() + 2 * MIN_STANDING_MS);
  while ((await raiseHeldMoves(db, { ...systemClock, now: () => later })) > 0);
}

/** What an alert for every home hears with scope PROPERTY, each as the event of the home that its listing is of. */
async function raisedMoves(db: Db, world: PricedWorld): Promise<RaisedMove[]> {
  const urls = new Map(
    (await db.rows<{ id: string; url: string }>(sql`select listing_id as id, url from listing`)).map(
      ({ id, url }) => [id, url],
    ),
  );
  const raised: RaisedMove[] = [];
  for await (const change of changesIn(db)) {
    for (const { eventType, scope, percents } of deriveCandidateEvents(change)) {
      if (eventType !== 'PRICE_CHANGE' || scope !== 'PROPERTY') continue;
      const [entry] = change.changes.filter(({ attribute }) => attribute === 'DISPLAYED_PRICE');
      const homeId = world.homeOf(urls.get(entry?.listingId ?? '') ?? '') ?? '';
      raised.push({
        homeId,
        propertyId: change.propertyId,
        at: Date.parse(entry?.occurredAt ?? ''),
        percent: percents[0],
      });
    }
  }
  return raised;
}

async function* changesIn(db: Db): AsyncGenerator<PropertyChange> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await db.rows<
      Omit<PropertyChange, 'before' | 'after' | 'changes' | 'listingEvents'> &
        StoredRevision &
        Omit<StoredChanges, 'listingEvents'> & { storedEvents: StoredListingEvent[] }
    >(sql`
      select ${revisionColumns}, occurred_at as "occurredAt", recorded_at as "recordedAt", ${revisionKinds} as kinds,
             listing_id as "listingId", listing_events as "storedEvents", changes
      from property_change where revision_id > ${last}::uuid
      order by revision_id limit ${READ_AT_ONCE}`);
    const documents = await loadRevisionDocuments(db, page);
    for (const row of page) {
      const change = { ...row, listingEvents: readListingEvents(row.storedEvents, row.listingId) };
      const changes = readChanges(change);
      if (changes.length === 0 && change.listingEvents.every((event) => event.changes.length === 0)) continue;
      const after = JSON.parse(documents.get(change.revisionId)?.after ?? 'null');
      yield { ...change, changes, before: null, after };
    }
    if (page.length < READ_AT_ONCE) return;
    last = page.at(-1)?.revisionId ?? last;
  }
}

const share = (part: number, whole: number): string =>
  `${(whole === 0 ? 100 : (100 * part) / whole).toFixed(2)} %`;

function printScore({ raised, right, drops, rightDrops, moves, found }: MoveScore): void {
  console.log(
    `  ${raised} events for ${moves} moves; precision ${share(right, raised)} (goal 98), recall ${share(found, moves)} (goal 97), drops of 5 % and more ${share(rightDrops, drops)} of ${drops} (goal 99), events a reported move ${(raised / Math.max(1, found)).toFixed(3)} (goal 1.01)`,
  );
}

async function readListingPrices(db: Db): Promise<string[]> {
  const urls = new Map(
    (await db.rows<{ id: string; url: string }>(sql`select listing_id as id, url from listing`)).map(
      ({ id, url }) => [id, url],
    ),
  );
  const rows = await db.rows<{ stored: StoredListingEvent[]; listingId: string | null }>(sql`
    select listing_events as stored, listing_id as "listingId" from property_change`);
  return rows.flatMap(({ stored, listingId }) =>
    readListingEvents(stored, listingId).flatMap((event) =>
      event.changes
        .filter(({ attribute }) => attribute === 'DISPLAYED_PRICE')
        .map(({ numericOld, numericNew }) => `${urls.get(event.listingId)} ${numericOld} ${numericNew}`),
    ),
  );
}

/** Scope LISTING: what adverts changed, as the visits found it, and what was recorded of it. */
async function printListings(db: Db, world: PricedWorld): Promise<void> {
  const recorded = await readListingPrices(db);
  const expected = [...Map.groupBy(world.visits, ({ url }) => url)].flatMap(([url, visits]) => {
    const prices = visits.flatMap(({ price }) => price ?? []);
    return prices.flatMap((price, at) =>
      at === 0 || price === prices[at - 1] ? [] : [`${url} ${prices[at - 1]} ${price}`],
    );
  });
  const lines = recorded;
  const [missing, more] = [findMissing(lines, expected), findMissing(expected, lines)];
  console.log(
    `  of listings: ${lines.length} changes recorded, ${missing.length} missing and ${more.length} too many`,
  );
  for (const line of [...missing.slice(0, 3), ...more.slice(0, 3)]) console.log(`    ${line}`);
}
