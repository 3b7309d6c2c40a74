import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MovableClock } from '../../test/faults/movable-clock.ts';
import { freshDatabase } from '../../test/support/database.ts';
import { sql } from '../db/sql.ts';
import { findListingRecords } from '../properties/listing-rows.ts';
import { type FeedIngestOptions, ingestFeedBytes, TooManyAbsentError } from './ingest-feed.ts';
import { openPipeline } from './open.ts';

const { db } = await freshDatabase({ after });
const nowhere = { locate: async () => ({ divisions: undefined, notes: [] }) as never };

let sources = 0;
/** A new source with listings 1 to `count`, and a function that ingests its next full feed. */
async function sourceWithListings(count: number) {
  sources += 1;
  const source = `full-${sources}`;
  const clock = new MovableClock('2026-03-01T12:00:00Z');
  const pipeline = openPipeline(db, clock, { places: nowhere });
  const ingestFull = (text: string, more: Partial<FeedIngestOptions> = {}) =>
    ingestFeedBytes(
      pipeline,
      (async function* () {
        yield Buffer.from(text);
      })(),
      { format: 'kyero', source, full: true, force: false, ...more },
    );
  await ingestFull(kyero(...Array.from({ length: count }, (_, at) => home(at + 1))));
  await clock.advance({ days: 1 });
  return { source, ingestFull };
}

const home = (id: number, price: string | number = 100_000 + id * 7_000) =>
  `<property><id>${id}</id><price>${price}</price><type>villa</type><town>Nice</town><country>France</country></property>`;
const kyero = (...homes: string[]) =>
  `<root><kyero><feed_version>3</feed_version></kyero>\n${homes.join('\n')}\n</root>`;

test('a listing whose record is rejected does not expire', async () => {
  const { ingestFull } = await sourceWithListings(5);
  const report = await ingestFull(kyero(home(1), home(2), home(3), home(4, '1e400')));
  assert.deepEqual([report.rejected, report.expired], [1, 1], 'the fifth is absent, the fourth only invalid');
});

test('no listing expires when at least as many records cannot be read as listings are absent', async () => {
  const { ingestFull } = await sourceWithListings(6);
  const broken = '<property><id><price>1</id></property>';
  const some = await ingestFull(kyero(home(1), home(2), home(3), home(4), broken, broken));
  assert.deepEqual([some.rejected, some.expired], [2, 0]);
  const more = await ingestFull(kyero(home(1), home(2), home(3), home(4), broken));
  assert.deepEqual([more.rejected, more.expired], [1, 2]);
});

test('an empty full feed is refused unless forced', async () => {
  const { ingestFull } = await sourceWithListings(2);
  await assert.rejects(ingestFull(kyero()), TooManyAbsentError);
  assert.equal((await ingestFull(kyero(), { force: true })).expired, 2);
  assert.equal((await ingestFull(kyero())).expired, 0, 'nothing is left to expire');
});

test('a full feed of one source expires no listings of others that it names', async () => {
  const other = await sourceWithListings(3);
  const { source, ingestFull } = await sourceWithListings(2);
  const line = (slug: string, key: number) =>
    `${JSON.stringify({
      source: slug,
      url: `https://${slug}.invalid/${key}`,
      observedAt: '2026-03-02T12:00:00Z',
      kind: 'seen',
      payload: { propertyType: 'HOUSE', displayedPrice: 100_000 + key },
    })}\n`;
  const feed = line(source, 1) + line(source, 2) + line(other.source, 1) + line(other.source, 2);
  assert.equal((await ingestFull(feed, { format: 'ndjson' })).expired, 0);
  assert.equal(
    (await ingestFull(feed, { format: 'ndjson', source: '' })).expired,
    1,
    'a feed of all it names',
  );
});

test('a truncated feed expires nothing, also in formats without an end marker', async () => {
  const { source, ingestFull } = await sourceWithListings(4);
  const line = (key: number) =>
    `{"source":"${source}","url":"https://${source}.invalid/${key}","observedAt":"2026-03-02T12:00:00Z","kind":"seen","payload":{}}\n`;
  const cut = line(1) + line(2) + line(3).slice(0, 60);
  const report = await ingestFull(cut, { format: 'ndjson' });
  assert.deepEqual([report.rejected, report.expired], [1, 0]);
  assert.equal((await ingestFull(line(1) + line(2) + line(3), { format: 'ndjson' })).expired, 1);
});

test('a line that was read before is ingested where its listing has changed or left since', async () => {
  const { source, ingestFull } = await sourceWithListings(0);
  const line = (day: number, price: number) =>
    `{"source":"${source}","url":"https://${source}.invalid/1","observedAt":"2026-02-0${day}T12:00:00.000Z","kind":"seen","payload":{"propertyType":"HOUSE","displayedPrice":${price}}}\n`;
  const outcomes = async (text: string, more: Partial<FeedIngestOptions> = {}) => {
    const report = await ingestFull(text, { format: 'ndjson', force: true, ...more });
    return Object.entries(report).flatMap(([name, count]) => (count === 0 ? [] : [name]));
  };
  assert.deepEqual(await outcomes(line(1, 100_000)), ['new']);
  assert.deepEqual(await outcomes(line(2, 100_000)), ['unchanged']);
  assert.deepEqual(await outcomes(line(3, 90_000)), ['changed']);
  assert.deepEqual(await outcomes(line(4, 100_000)), ['changed']);
  assert.deepEqual(await outcomes('', { observedAt: new Date('2026-02-05T12:00:00Z') }), ['expired']);
  assert.deepEqual(await outcomes(line(6, 100_000)), ['changed']);
  const [listing] = await db.rows<{ id: string }>(
    sql`select listing_id as id from listing where url = ${`https://${source}.invalid/1`}`,
  );
  const { id = '' } = listing ?? {};
  const state = (await findListingRecords(db, [id])).get(id)?.state;
  assert.deepEqual(
    [state?.expiredAt, state?.prices.map(({ price }) => price)],
    [undefined, [100_000, 90_000, 100_000]],
  );
});
