import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { ingestFeedBytes } from '../../src/ingest/ingest-feed.ts';
import { openPipeline } from '../../src/ingest/open.ts';
import { loadRejectedRecords } from '../../src/ingest/rejected-records.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';
import { findListingRecords } from '../../src/properties/listing-rows.ts';
import { sourceIdOf } from '../../src/sources/sources.ts';
import { freshDatabase } from '../support/database.ts';
import { insertFrenchCities } from '../support/french-cities.ts';
import { type HostileObservation, hostileObservations } from '../support/hostile-observations.ts';

/** Few in every run, each time others; `npm run test:fuzz` feeds 20,000. */
const OBSERVATIONS = Number(process.env['FUZZ_OBSERVATIONS'] ?? 300);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);

const { db } = await freshDatabase({ after });
const pipeline = openPipeline(db, systemClock, { places: createPlaceService(db, () => undefined) });

before(() => insertFrenchCities(db));

async function* bytesOf(observations: Iterable<HostileObservation>) {
  for (const { line } of observations) yield Buffer.from(`${line}\n`);
}

async function feed(observations: readonly HostileObservation[]) {
  const reasons = new Map<number, string>();
  const report = await ingestFeedBytes(pipeline, bytesOf(observations), {
    ...{ format: 'ndjson', source: '', full: false, force: false },
    onRejection({ line, reason, endsReading }) {
      assert.ok(!endsReading, `reading ended at line ${line}: ${reason}`);
      reasons.set(line, reason);
    },
  });
  return { report, reasons };
}

const storedPrices = async (): Promise<Map<string, number | undefined>> => {
  const ids = await db.rows<{ id: string }>(sql`select listing_id as id from listing`);
  const records = await findListingRecords(
    db,
    ids.map(({ id }) => id),
  );
  return new Map([...records.values()].map(({ state }) => [state.url, state.claims.pricing?.displayed]));
};

test(`among hostile observations the healthy are stored and the bad named (seed ${SEED})`, {
  timeout: 60_000 + OBSERVATIONS * 500,
}, async (t) => {
  const observations = [...hostileObservations(seededRandom(SEED), OBSERVATIONS)];
  const { report, reasons } = await feed(observations);
  const stored = await storedPrices();
  const counted = Object.values(report).reduce((sum, count) => sum + count, 0);
  assert.equal(counted, OBSERVATIONS, 'each observation is counted once');
  assert.equal(report.rejected, reasons.size, 'each bad one is named');
  for (const [at, { url, price, isHealthy }] of observations.entries()) {
    const reason = reasons.get(at + 1);
    if (isHealthy) assert.deepEqual([stored.get(url), reason], [price, undefined], url);
    else assert.ok(reason !== '', `line ${at + 1} has no reason`);
  }
  const refused = [...reasons.values()].filter((reason) =>
    /^(?:the database|a fault of our own)/.test(reason),
  );
  t.diagnostic(
    `${report.rejected} of ${OBSERVATIONS} rejected, ${refused.length} of them by the database or our code`,
  );
  for (const reason of new Set(refused)) t.diagnostic(reason);
  const { rows } = await loadRejectedRecords(db, sourceIdOf('hostile'), 1);
  assert.ok(rows.length > 0 && rows.every(({ reason }) => reason !== ''));
});

test('the same feed again is rejected alike, and changes nothing', async () => {
  const observations = [...hostileObservations(seededRandom(SEED), Math.min(OBSERVATIONS, 300))];
  const before = await db.rows(sql`select count(*) from property_change`);
  const { report } = await feed(observations);
  assert.deepEqual([report.new, report.changed], [0, 0]);
  assert.deepEqual(await db.rows(sql`select count(*) from property_change`), before);
});
