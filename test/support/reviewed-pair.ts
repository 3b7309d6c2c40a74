import assert from 'node:assert/strict';
import { sql } from '../../src/db/sql.ts';
import type { TestApi } from './api.ts';
import { consoleCall } from './signed-in.ts';

/** Areas that differ in their decimals keep the two apart by themselves: a decision that is undone leaves two homes. */
const line = (portal: string, price: number, living: number, more: object) =>
  JSON.stringify({
    source: portal,
    url: `https://${portal}.example/annonces/1`,
    observedAt: '2026-10-05T08:00:00.000Z',
    kind: 'seen',
    payload: {
      propertyType: 'FLAT',
      transactionType: 'SELL',
      displayedPrice: price,
      rooms: 3,
      ...more,
      area: { living },
    },
  });

/**
 * Two listings of two portals, ingested as an operator does, with a score at the threshold. Only the first states a
 * floor. Each has a photo of its own where `photoUrl` gives one.
 */
export async function createBorderlinePair(
  api: TestApi,
  cookie: string,
  photoUrl?: (portal: string) => string,
): Promise<{ one: string; other: string }> {
  const photosOf = (portal: string) => (photoUrl ? { pictures: [{ url: photoUrl(portal) }] } : {});
  const fed = await consoleCall(api, cookie, {
    method: 'POST',
    path: '/operator/observations',
    body: [
      line('le-portail', 251_317, 61.37, { floor: 2, ...photosOf('le-portail') }),
      line('un-autre', 249_000, 60.82, photosOf('un-autre')),
    ].join('\n'),
    type: 'application/x-ndjson',
  });
  assert.equal(fed.status, 200, fed.text);
  const [one, other] = await api.db.rows<{ id: string }>(sql`
    select listing_id as id from listing where url like 'https://le-portail.example/%' or url like 'https://un-autre.example/%'
    order by 1`);
  assert.ok(one && other);
  // The score of two listings depends on the model; here it is set to the threshold.
  await api.db.rows(sql`
    insert into listing_edge (listing_id, other_id, score, levels, model)
    select side.one, side.other, 2.5, '{"rooms":"same","price":"within1","floor":"one"}', 'made'
    from (values (${one.id}::uuid, ${other.id}::uuid), (${other.id}::uuid, ${one.id}::uuid)) as side (one, other)
    on conflict (listing_id, other_id) do update set score = excluded.score, levels = excluded.levels`);
  await api.db.rows(sql`update listing_feature set retry_at = now() + interval '1 day'`);
  return { one: one.id, other: other.id };
}
