import { collectEvents } from '../../src/analytics/collect.ts';
import { beginRun, claimFeed, finishRun } from '../../src/feeds/claims.ts';
import { addFeed } from '../../src/feeds/feeds.ts';
import { divisionId } from '../../src/geo/division.ts';
import { buildCountryRows } from '../../src/geo/load/rows.ts';
import { loadCountry } from '../../src/geo/load.ts';
import { addDroppedMembers } from '../../src/ingest/dropped-members.ts';
import { newId } from '../../src/lib/ids.ts';
import type { Claims } from '../../src/properties/listing-state.ts';

import { registerSource, sourceIdOf } from '../../src/sources/sources.ts';
import type { TestApi } from './api.ts';
import { createdCountry } from './made-country.ts';
import { createSearchHelpers, flat } from './searches.ts';

const TOWN = { code: '01001', name: 'Montrouge' };

/** A country of one town with homes on its market. */
export async function fillMarket(api: TestApi, homes: number): Promise<void> {
  const divisions = [
    createdCountry('COUNTRY', 'XA', null),
    createdCountry('ADMINISTRATIVE_REGION', 'R01', 'XA'),
    createdCountry('ADMINISTRATIVE_SUBREGION', '01', 'R01'),
    createdCountry('MUNICIPALITY', TOWN.code, '01', { name: TOWN.name, postalCodes: ['01100'] }),
  ];
  await loadCountry(api.db, api.clock, {
    code: 'XA',
    version: '1',
    read: async (imports) => buildCountryRows({ divisions, contours: new Map() }, imports),
  });
  const { put } = createSearchHelpers(api);
  for (let at = 0; at < homes; at += 1)
    await put(flat(TOWN.code, 200_000 + at * 10_000, observationInTown()));
  await collectEvents(api.db, api.clock);
}

const observationInTown = (): Claims => {
  const id = divisionId('XA', TOWN.code);
  const city = { id, iri: `/geo/administrative-divisions/${id}`, name: TOWN.name, uniqueCode: TOWN.code };
  return { location: { countryCode: 'XA', city: { ...city, type: 'MUNICIPALITY', postalCodes: [] } } };
};

/** A source with a completed feed run, one rejected line, and one unknown value. */
export async function pullTestFeed({ db, clock }: TestApi, source: string): Promise<void> {
  await registerSource(db, clock, { slug: source, name: 'Un portail', domain: null });
  const settings = {
    source,
    address: `https://${source}.example/feed`,
    format: 'ndjson',
    mapping: null,
  } as const;
  const more = { intervalSeconds: 3_600, full: true, maxBytes: 1e6, enabled: true };
  const { feed } = await addFeed(db, clock, { ...settings, ...more });
  const claim = await claimFeed(db, feed.id, newId(clock.now()), clock.now());
  if (claim === undefined) throw new Error('somebody else pulls the feed of this test');
  await beginRun(db, claim, clock.now());
  const counts = { bytes: 10, accepted: 41, unchanged: 7, expired: 2, rejected: 1 };
  const reason = '<u>no price</u>';
  const rejections = [{ line: 9, reason }];
  const rejectionReasons = [
    { reason, count: 1, examples: [{ line: 9, reason, record: '{"price":"<b>free</b>"}' }] },
  ];
  const run = { status: 'TAKEN', sha256: null, error: null, ...counts, rejections } as const;
  await finishRun(
    db,
    claim,
    { run: { ...run, rejections, rejectionReasons }, next: { dueAt: clock.now(), failures: 0 } },
    clock.now(),
  );
  const dropped = {
    sourceId: sourceIdOf(source),
    member: 'humeur',
    why: 'unknown',
    count: 7,
    example: 'gaie',
  };
  await addDroppedMembers(db, [dropped] as never, clock.now());
}
