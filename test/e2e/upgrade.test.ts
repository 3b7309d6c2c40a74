import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { after, test } from 'node:test';
import { firstRow, sql } from '../../src/db/sql.ts';
import { createDirectoryTransport } from '../../src/delivery/email/mail-transport.ts';
import { createKeyring } from '../../src/delivery/keys/keyring.ts';
import { Sender } from '../../src/delivery/sending/sender.ts';
import { createOutboundClient } from '../../src/outbound/client.ts';
import { rebuildSearch } from '../../src/properties/search/rebuild.ts';
import { MovableClock } from '../faults/movable-clock.ts';
import { startReceiver } from '../faults/receiver.ts';
import { startApi } from '../support/api.ts';
import { createDataDirectory } from '../support/gable.ts';
import { openOlderDatabase, readAnswers } from '../support/older-release.ts';

interface Answers {
  madeAt: string;
  account: string;
  key: string;
  operatorKey: string;
  signingKey: string;
  alertId: string;
  properties: Record<string, object>;
  order: string[];
  searchBody: object;
  searchIds: string[];
  cursor: { body: { cursor: string; criteria: object }; ids: string[] };
  analytics: { path: string; answer: object };
  favorites: object;
  alerts: object;
  destinations: object;
  events: object;
  notifications: object;
  lookup: object;
  usage: { calls: number; results: number };
}

/** The master key of the release that made the rows. */
const keyring = createKeyring([{ version: 1, secret: Buffer.alloc(32, 7) }]);
const before = readAnswers() as unknown as Answers;
const { db, upgrade } = await openOlderDatabase({ after });
const applied = await upgrade();
const clock = new MovableClock(before.madeAt);
const api = await startApi({ after }, { db, clock });
const { key } = before;

const read = async (path: string): Promise<unknown> => {
  const { status, body, text } = await api.call({ path, key, accept: 'application/json' });
  assert.equal(status, 200, text);
  return body;
};

const post = async (path: string, body: object, accept = 'application/json'): Promise<unknown> => {
  const answer = await api.call({ method: 'POST', path, key, body, accept });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

const idsOf = (list: unknown): string[] => (list as { id: string }[]).map(({ id }) => id);

test('the database of an earlier release is upgraded once', async () => {
  assert.ok(applied.length > 8, applied.join());
  assert.ok(!applied.includes('0001_baseline'));
  assert.deepEqual(await upgrade(), []);
});

test('its keys are accepted, and what they read is what it answered', async () => {
  // A newer release may answer with members that are new.
  assert.partialDeepStrictEqual(await read('/alerts'), before.alerts);
  assert.partialDeepStrictEqual(await read('/account/event-destinations'), before.destinations);
  assert.partialDeepStrictEqual(await read('/event-notifications'), before.notifications);
  assert.partialDeepStrictEqual(await read(`/alerts/${before.alertId}/events`), before.events);
  assert.deepEqual(await read('/favorite-properties'), before.favorites);
  for (const [id, property] of Object.entries(before.properties))
    assert.partialDeepStrictEqual(await read(`/properties/${id}`), property);
  const rejected = await api.call({ path: '/alerts', key: `${key.slice(0, -1)}0` });
  assert.equal(rejected.status, 401);
});

test('searches find the same properties in the same order, before and after their rows are written again', async () => {
  for (const round of ['as upgraded', 'rebuilt']) {
    if (round === 'rebuilt') await rebuildSearch(db);
    assert.deepEqual(idsOf(await post('/properties', { criteria: {}, size: 50 })), before.order, round);
    assert.deepEqual(idsOf(await post('/properties', before.searchBody)), before.searchIds, round);
  }
  assert.deepEqual(
    await post('/properties/lookup-by-url', { url: 'https://autre-portail.example/annonces/1' }),
    before.lookup,
  );
});

/** Signed as that release did it: 16 bytes of an HMAC over its purpose, then the JSON of the position. */
function signPosition(secret: Buffer, position: unknown[]): string {
  const criteria = createHash('sha256').update(JSON.stringify(before.cursor.body.criteria)).digest('hex');
  const purpose = `${before.account} UPDATED_AT DESC ${criteria}`;
  const bytes = Buffer.from(JSON.stringify(position));
  const mac = createHmac('sha256', secret).update(`${purpose.length} ${purpose}`).update(bytes).digest();
  return Buffer.concat([mac.subarray(0, 16), bytes]).toString('base64url');
}

test('a cursor that it gave continues', async () => {
  const { body, ids } = before.cursor;
  const row = await firstRow<{ secret: Buffer; now: number }>(
    db,
    sql`select secret, (extract(epoch from clock_timestamp()) * 1000000)::float8 as now
        from service_secret where name = 'search cursor'`,
  );
  assert.ok(row !== undefined);
  const position = JSON.parse(Buffer.from(body.cursor, 'base64url').subarray(16).toString()) as unknown[];
  assert.equal(signPosition(row.secret, position), body.cursor, 'the secret is the same');
  // A cursor lives for hours by the clock of the database: this one is given a moment that is not over.
  const young = signPosition(row.secret, position.with(1, Math.floor(row.now)));
  const page = await post('/properties', { ...body, cursor: young }, 'application/vnd.api+json');
  assert.deepEqual(idsOf((page as { data: unknown }).data), ids);
});

test('analytics and usage are the same figures', async () => {
  assert.deepEqual(await read(before.analytics.path), before.analytics.answer);
  await api.usage.flush();
  const [used] = await db.rows<{ calls: number }>(
    sql`select sum(calls)::int as calls from usage_day where account_id = ${before.account} and day = '2026-06-01'`,
  );
  assert.ok((used?.calls ?? 0) >= before.usage.calls, JSON.stringify(used));
});

test('a notification that was due is delivered, signed with the key of before', async (t) => {
  const receiver = await startReceiver({ clock });
  const ca = receiver.authority.certificate.toString();
  const outbound = createOutboundClient({ loopback: true, ownHosts: [] }, { ca });
  t.after(async () => {
    await outbound.close();
    await receiver.close();
  });
  // Only the host of the customer is another one.
  await db.rows(sql`update event_destination set url = ${receiver.url}`);
  await db.rows(sql`update event_notification set destination_address = ${receiver.url}`);
  const mailTransport = createDirectoryTransport(createDataDirectory(t));
  const mail = {
    clock,
    keyring,
    mailTransport,
    from: 'x@gable.example',
    baseUrl: 'https://x.example',
  };
  const faults: unknown[] = [];
  const sender = new Sender({
    db,
    clock,
    outbound,
    keyring,
    mail,
    onFault: (error) => faults.push(error),
  });
  while ((await sender.claimBatch()) > 0) await sender.drain();
  assert.deepEqual(faults, []);
  assert.equal(receiver.requests.length, (before.notifications as object[]).length);
  for (const { headers, body } of receiver.requests) {
    const mac = createHmac('sha256', before.signingKey)
      .update(`${headers['x-webhook-timestamp']}.`)
      .update(body);
    assert.equal(headers['x-webhook-signature'], `sha256=${mac.digest('hex')}`);
  }
});

test('new observations of a known listing change its property, not its id', async () => {
  const [listing] = await db.rows<{ property: string }>(
    sql`select property_id as property from listing where url like '%le-portail.example/annonces/4'`,
  );
  const observation = {
    source: 'le-portail',
    url: 'https://le-portail.example/annonces/4',
    observedAt: '2026-06-01T11:00:00Z',
    kind: 'seen',
    payload: {
      propertyType: 'FLAT',
      transactionType: 'SELL',
      displayedPrice: 189_000,
      rooms: 1,
      area: { living: 33 },
    },
  };
  const pushed = await api.call({
    method: 'POST',
    path: '/operator/observations',
    key: before.operatorKey,
    type: 'application/x-ndjson',
    accept: 'application/json',
    body: JSON.stringify(observation),
  });
  assert.equal((pushed.body as { accepted: number }).accepted, 1, pushed.text);
  assert.partialDeepStrictEqual(await read(`/properties/${listing?.property}`), {
    id: listing?.property,
    property: { pricing: { displayed: 189_000 } },
  });
});
