import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { startApi } from '../support/api.ts';
import { createBorderlinePair } from '../support/reviewed-pair.ts';
import { consoleCall, signInLocally } from '../support/signed-in.ts';

const api = await startApi({ after });
const cookie = await signInLocally(api.app);
const OPERATOR = '/console/api/operator';

interface Pair {
  one: string;
  other: string;
  together: boolean;
  score: number;
  bits: Record<string, number>;
}

const read = async <Body>(path: string): Promise<Body> => {
  const { status, body, text } = await consoleCall(api, cookie, { path });
  assert.equal(status, 200, text);
  return body as Body;
};

const DECISIONS = `${OPERATOR}/grouping-decisions`;
const decide = (body: object, path = DECISIONS) => consoleCall(api, cookie, { method: 'POST', path, body });

interface Outcome {
  id: string;
  homes: { propertyId: string; listings: { id: string; from: string | null }[] }[];
}

const outcomeOf = async (body: object, path?: string): Promise<Outcome> => {
  const answer = await decide(body, path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body as Outcome;
};

const override = (action: 'merge' | 'split', { one, other }: Pair) =>
  outcomeOf({ action, listings: [one], others: [other] });

const homes = async () =>
  (await api.db.rows<{ id: string }>(sql`select distinct property_id as id from listing`)).map(
    ({ id }) => id,
  );

test('an operator imports observations, reviews a borderline pair, merges and splits it', async () => {
  const { one, other } = await createBorderlinePair(api, cookie);
  const [pair, ...more] = await read<Pair[]>(`${OPERATOR}/pairs`);
  assert.ok(pair !== undefined && more.length === 0 && pair.score === 2.5);
  assert.ok((pair.bits['rooms'] ?? 0) > 0 && (pair.bits['floor'] ?? 0) < 0, 'evidence for and against');
  await override('merge', pair);
  assert.equal((await homes()).length, 1);
  const grouping = await read<{ id: string; score: number | null }[]>(
    `/console/api/properties/${(await homes())[0]}/grouping`,
  );
  assert.deepEqual(grouping.map(({ id }) => id).toSorted(), [one, other].toSorted());
  await override('split', pair);
  assert.equal((await homes()).length, 2);
  assert.deepEqual(await read(`${OPERATOR}/pairs`), [], 'a decided pair is not listed again');
});

interface Decision {
  id: string;
  action: string;
  author: string | null;
  moved: number;
  inForce: boolean;
}

test('a preview says who would end where and changes nothing; decisions are listed and undone in order', async () => {
  const [first, second] = await api.db.rows<{ id: string; home: string }>(
    sql`select listing_id as id, property_id as home from listing order by 1`,
  );
  assert.ok(first && second);
  const merge = { action: 'merge', listings: [first.id], others: [second.id] };
  const preview = await outcomeOf(merge, `${DECISIONS}/preview`);
  assert.equal(preview.homes.length, 1);
  assert.equal(preview.homes[0]?.listings.filter(({ from }) => from !== null).length, 1);
  assert.equal((await homes()).length, 2, 'a preview moves nothing');
  const merged = await outcomeOf(merge);
  assert.deepEqual(merged.homes, preview.homes);
  const [latest, before] = await read<Decision[]>(`${DECISIONS}?property=${preview.homes[0]?.propertyId}`);
  assert.deepEqual(
    [latest?.id, latest?.action, latest?.moved, latest?.inForce],
    [merged.id, 'merge', 1, true],
  );
  assert.notEqual(latest?.author, null);
  assert.deepEqual([before?.action, before?.inForce], ['split', false]);
  const superseded = await decide({ action: 'undo', decision: before?.id });
  assert.equal(superseded.status, 422);
  await outcomeOf({ action: 'undo', decision: merged.id });
  assert.equal((await homes()).length, 2, 'the split before it holds again');
  const [undo, , split] = await read<Decision[]>(DECISIONS);
  assert.deepEqual([undo?.action, split?.action, split?.inForce], ['undo', 'split', true]);
  assert.equal((await decide({ action: 'undo', decision: undo?.id })).status, 404);
});

test('an override for an unknown listing, or for one listing twice, is refused', async () => {
  const nowhere = '00000000-0000-4000-8000-000000000000';
  const [seen] = await api.db.rows<{ id: string }>(sql`select listing_id as id from listing limit 1`);
  const merge = (listings: unknown[], others: unknown[]) => decide({ action: 'merge', listings, others });
  assert.equal((await merge([seen?.id], [nowhere])).status, 404);
  assert.equal((await merge([nowhere], [nowhere])).status, 422);
  assert.equal((await decide({ action: 'undo' })).status, 422);
  assert.equal((await decide({ action: 'merge' })).status, 422);
});

test('an operator sees the queues and the freshness of the sources', async () => {
  const queues = await read<{ name: string; waiting: number; oldestSeconds: number }[]>(`${OPERATOR}/queues`);
  const changes = queues.find(({ name }) => name === 'changes to match');
  assert.ok(changes !== undefined && changes.waiting > 0 && changes.oldestSeconds >= 0);
  assert.equal(queues.length, 4);
  const sources = await read<{ slug: string; liveListings: number; lastSeenAt: string }[]>(
    `${OPERATOR}/freshness`,
  );
  const portal = sources.find(({ slug }) => slug === 'le-portail');
  assert.deepEqual([portal?.liveListings, portal?.lastSeenAt], [1, '2026-10-05T08:00:00+00:00']);
});
