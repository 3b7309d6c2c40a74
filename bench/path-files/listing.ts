import { alertJobs } from '../../src/alerts/jobs.ts';
import { loadDivisions } from '../../src/geo/load.ts';
import { createPlaceService } from '../../src/geo/place-service.ts';
import { validateObservation } from '../../src/ingest/observation.ts';
import { openPipeline } from '../../src/ingest/open.ts';
import { ingest } from '../../src/ingest/pipeline.ts';
import { MINUTE_MS } from '../../src/lib/durations.ts';
import { sqlEngine } from '../../src/properties/search/sql-engine.ts';
import { createTestAlert } from '../../test/support/alerts.ts';
import { startDeliveryHarness } from '../../test/support/delivery-harness.ts';
import { silentLog } from '../../test/support/log.ts';

interface Scope {
  after(end: () => Promise<void>): void;
}

/** Ingests a new listing, matches it against an alert and sends the webhook; rejects when none arrives. */
export async function openListingPath(scope: Scope): Promise<() => Promise<void>> {
  const { db, clock, receiver, customer, deliver } = await startDeliveryHarness(scope);
  await loadDivisions(db, clock, silentLog, 'FR');
  const places = createPlaceService(db, console.error);
  const pipeline = openPipeline(db, clock, { places });
  const { accountId, destinationId } = await customer('/hook');
  await createTestAlert(db, clock, { accountId }, { destination: { destinationId } });
  const jobs = alertJobs({ db, clock, log: silentLog, places, engine: sqlEngine(db, places) });
  const { signal } = new AbortController();
  let count = 0;
  return async () => {
    count += 1;
    await clock.advance(MINUTE_MS);
    const validated = validateObservation(observation(count, clock.now()));
    if (!('observation' in validated)) throw new Error(JSON.stringify(validated));
    await ingest(pipeline, [validated]);
    for (const job of jobs.slice(0, 2)) await job.run(signal);
    const before = receiver.requests.length;
    await deliver();
    if (receiver.requests.length === before) throw new Error('no webhook arrived');
  };
}

const observation = (count: number, at: Date) => ({
  source: 'portail',
  url: `https://portail.example/annonces/${count}`,
  observedAt: at.toISOString(),
  kind: 'seen',
  payload: {
    propertyType: 'FLAT',
    transactionType: 'SELL',
    displayedPrice: 200_000 + count * 17_000,
    area: 40 + count * 3,
    title: `Appartement ${count}`,
    description: `Bel appartement numéro ${count} avec balcon.`,
    location: { countryCode: 'FR', city: 'Lyon', postalCode: '69003' },
  },
});
