import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { freshDatabase } from '../../test/support/database.ts';
import { passHorizon } from '../../test/support/horizon.ts';
import { readIndexedDocument } from '../../test/support/indexed-document.ts';
import { silentLog } from '../../test/support/log.ts';
import { temporaryDirectory } from '../../test/support/temporary-directory.ts';
import type { Observation } from '../ingest/observation.ts';
import { ingest } from '../ingest/pipeline.ts';
import { systemClock } from '../lib/clock.ts';
import { HOUR_MS } from '../lib/durations.ts';
import { createServicePipeline } from '../processes/service-pipeline.ts';
import { IndexBuilder } from '../properties/search/memory/index-builder.ts';
import { MemorySearch } from '../properties/search/memory/memory-search.ts';
import { idAt } from '../properties/search/memory/open-segment.ts';
import { removeListingByUrl } from './remove-url.ts';

const { db, connection } = await freshDatabase({ after });
const directory = temporaryDirectory({ after });
const pipeline = createServicePipeline(db, systemClock);

const advert = (url: string, title: string, rooms: number): { observation: Observation } => ({
  observation: {
    source: new URL(url).hostname,
    url,
    observedAt: new Date(Date.now() - HOUR_MS).toISOString(),
    kind: 'seen',
    payload: {
      ...{ propertyType: 'FLAT', transactionType: 'SELL', displayedPrice: 90_000 * rooms, rooms, title },
      location: { city: 'Lyon', postalCode: '69003', inseeCode: '69383' },
    } as never,
  },
});

const documentFiles = (): string[] =>
  readdirSync(directory).filter((name) => name.startsWith('properties.documents-'));

/** The documents of the files, as a page has them: in the files they are packed. */
const storedDocuments = (memory: MemorySearch): (string | undefined)[] =>
  (memory.snapshot()?.segments ?? []).flatMap(({ segment }) =>
    Array.from({ length: segment.count }, (_, row) =>
      readIndexedDocument(memory.snapshot(), idAt(segment, row)),
    ),
  );

test('a removed listing leaves the files of the search index', async (t) => {
  const url = 'https://marked.example/annonces/1';
  await ingest(pipeline, [
    advert(url, 'Appartement Quorblex', 3),
    advert('https://other.example/2', 'Studio', 1),
  ]);
  await passHorizon(db);
  const builder = new IndexBuilder({ connection, file: join(directory, 'properties') });
  t.after(() => builder.close());
  const memory = new MemorySearch({ db, log: silentLog, builder, maxBytes: Infinity });
  await memory.refresh();
  const holds = (): boolean => storedDocuments(memory).some((text) => text?.includes('Quorblex'));
  assert.ok(holds());
  const [former = ''] = documentFiles();
  assert.ok(await removeListingByUrl({ ...pipeline, db }, { url }));
  await passHorizon(db);
  await memory.refresh();
  await memory.refresh();
  await memory.waitUntilIdle();
  assert.equal(storedDocuments(memory).length, 1);
  assert.ok(!holds());
  await builder.close();
  assert.equal(documentFiles().length, 1);
  assert.ok(!documentFiles().includes(former));
});
