import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { frenchDatabase } from '../../test/support/database.ts';
import { openServiceRegions } from '../../test/support/regions.ts';
import type { Database } from '../db/sql.ts';
import { sql } from '../db/sql.ts';
import { DatabaseNotReadyError } from '../db/unavailable.ts';
import { createPlaceService } from '../geo/place-service.ts';
import { systemClock } from '../lib/clock.ts';
import { findPublisher } from '../properties/publishers/publishers.ts';
import type { Observation } from './observation.ts';
import { openPipeline } from './open.ts';
import { ingest } from './pipeline.ts';

const { db, connection } = await frenchDatabase({ after });
const places = createPlaceService(db, () => undefined);
const several = await openServiceRegions({ after }, { db, connection, places }, [
  { name: 'paris', countries: [], divisions: ['FR:75'] },
]);

/** The service whose region Paris is on another node, where no transaction is committed any more. */
function withoutCommits(): Database {
  const regions = several.regions ?? assert.fail();
  const all = regions.all.map((region) =>
    region.name === 'paris'
      ? {
          ...region,
          isDistributed: true,
          db: {
            ...region.db,
            async transaction(work: Parameters<Database['transaction']>[0]): Promise<never> {
              await region.db.transaction(async (tx) => {
                await work(tx);
                throw new DatabaseNotReadyError();
              });
              return assert.fail();
            },
          },
        }
      : region,
  );
  return { ...several, regions: { ...regions, all } };
}

const observe = (agencyName: string): Observation => ({
  source: 'portail',
  url: `https://portail.example/${agencyName}`,
  observedAt: '2026-02-10T08:00:00Z',
  kind: 'seen',
  payload: {
    transactionType: 'SELL',
    propertyType: 'FLAT',
    displayedPrice: 410_000,
    area: { living: 48 },
    location: { countryCode: 'FR', postalCode: '75011', city: 'Paris' },
    publisher: { agencyName, professionalCardNumber: `CPI 7501 2018 000 ${agencyName.length}` },
  },
});

const findNamed = (agencyName: string): Promise<{ id: string }[]> =>
  db.rows(sql`select publisher_id as id from publisher where agency_name = ${agencyName}`);

test('an advertiser is stored before its listing where the region is on another node', async () => {
  const observation = observe('Agence du Canal');
  await assert.rejects(
    ingest(openPipeline(withoutCommits(), systemClock, { places }), [{ observation }]),
    DatabaseNotReadyError,
  );
  const [stored] = await findNamed('Agence du Canal');
  assert.ok(stored, 'a commit of the region alone has lost the advertiser');
  assert.deepEqual(await ingest(openPipeline(several, systemClock, { places }), [{ observation }]), ['new']);
  assert.deepEqual(await findNamed('Agence du Canal'), [stored]);
  assert.equal((await findPublisher(several, stored.id))?.agencyName, 'Agence du Canal');
});

test('a listing that is not written leaves no advertiser on one node', async () => {
  const parts = several.regions?.all ?? [];
  assert.ok(parts.every(({ isDistributed }) => !isDistributed));
  const broken = withoutCommits();
  const regions = broken.regions ?? assert.fail();
  const onOneNode = { ...regions, all: regions.all.map((region) => ({ ...region, isDistributed: false })) };
  await assert.rejects(
    ingest(openPipeline({ ...broken, regions: onOneNode }, systemClock, { places }), [
      { observation: observe('Agence de la Gare') },
    ]),
    DatabaseNotReadyError,
  );
  assert.deepEqual(await findNamed('Agence de la Gare'), []);
});
