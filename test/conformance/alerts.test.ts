import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { formatRehearsalCursor } from '../../src/alerts/rehearsal-cursor.ts';
import { sql } from '../../src/db/sql.ts';
import { DAY_MS } from '../../src/lib/durations.ts';
import { record } from '../../src/properties/record.ts';
import { madeListing, recordTogether, revisited } from '../fixtures/listing-states.ts';
import { createTestAlert, createTestAlertEvent } from '../support/alerts.ts';
import { startApi } from '../support/api.ts';
import { readBoth } from '../support/both-formats.ts';
import { createOwner, createTestProperty, type Owner } from '../support/owners.ts';
import { createCity, flat, locationHere } from '../support/searches.ts';

const api = await startApi({ after });
const URL = 'https://hooks.customer.example/gable';

interface Flat {
  id: string;
  enabled: boolean;
  criteria: object | null;
  eventDestination: string | null;
  disabledReason: string | null;
  firstDays: { remaining: number | null; until: string } | null;
  signingKey?: string;
  signingKeyHint: string | null;
  notificationConfig: { rules: object[] };
}
interface ProblemBody {
  violations: { propertyPath: string; code: string; message: string }[];
}

const send = async (owner: Owner, method: 'POST' | 'PUT', path: string, body: unknown) => {
  const answer = await api.call({ method, path, body, key: owner.key, accept: 'application/json' });
  return {
    status: answer.status,
    flat: answer.body as Flat,
    problem: answer.body as ProblemBody,
    headers: answer.headers,
  };
};
const create = (owner: Owner, body: unknown) => send(owner, 'POST', '/alerts', body);
const put = (owner: Owner, id: string, body: unknown) => send(owner, 'PUT', `/alerts/${id}`, body);
const pathsOf = ({ problem }: { problem: ProblemBody }): string[] =>
  problem.violations.map(({ propertyPath }) => propertyPath);

test('an alert is created with its defaults, and the signing key is shown once', async () => {
  const owner = await createOwner(api.db, api.clock);
  const { status, flat, headers } = await create(owner, {
    name: 'Lyon',
    notificationDestination: { webhookUrl: URL },
  });
  assert.equal(status, 201);
  assert.equal(headers['location'], `/alerts/${flat.id}`);
  assert.match(flat.signingKey ?? '', /^whsec_/);
  assert.match(flat.signingKeyHint ?? '', /^[0-9a-f]{8}$/);
  assert.deepEqual(flat.notificationConfig, { rules: [{ eventType: 'NEW_MATCH', scope: 'PROPERTY' }] });
  assert.deepEqual([flat.enabled, flat.criteria], [true, null]);
  const second = await create(owner, { name: 'Nice', notificationDestination: { webhookUrl: URL } });
  assert.equal(second.flat.signingKey, undefined);
  assert.equal(
    second.flat.eventDestination,
    flat.eventDestination,
    'the same address is the same destination',
  );
  const third = await create(owner, {
    name: 'Brest',
    notificationDestination: { eventDestination: flat.eventDestination },
  });
  assert.equal(third.flat.eventDestination, flat.eventDestination);
});

test('an update changes only what it sends: absent, null and a value are three things', async () => {
  const owner = await createOwner(api.db, api.clock);
  const criteria = { property: { unit: { rooms: { gte: 2 } } } };
  const { flat } = await create(owner, {
    name: 'one',
    criteria,
    notificationDestination: { webhookUrl: URL },
  });
  assert.deepEqual((await put(owner, flat.id, {})).flat.criteria, criteria);
  assert.deepEqual((await put(owner, flat.id, { name: 'two' })).flat.criteria, criteria);
  const cleared = await put(owner, flat.id, { criteria: null });
  assert.equal(cleared.flat.criteria, null);
  const toDefault = await put(owner, flat.id, { notificationDestination: null });
  assert.deepEqual([toDefault.status, toDefault.flat.eventDestination], [200, null]);
  const read = await api.call({ path: `/alerts/${flat.id}`, key: owner.key, accept: 'application/json' });
  assert.equal((await put(owner, flat.id, read.body)).status, 200, 'what was read may be sent back');
});

test('an alert without a destination is refused, on create and on update', async () => {
  const owner = await createOwner(api.db, api.clock);
  const bare = await create(owner, { name: 'x' });
  assert.deepEqual([bare.status, pathsOf(bare)], [422, ['notificationDestination']]);
  const disabled = await create(owner, { name: 'x', enabled: false });
  assert.equal(disabled.status, 201);
  for (const body of [{ enabled: true }, { notificationDestination: null }, { enabled: true, name: 'y' }]) {
    const refused = await put(owner, disabled.flat.id, body);
    assert.deepEqual(
      [refused.status, pathsOf(refused)],
      [422, ['notificationDestination']],
      JSON.stringify(body),
    );
  }
  assert.equal((await put(owner, disabled.flat.id, { name: 'y' })).status, 200);
});

const read = async (owner: Owner, id: string) =>
  (await api.call({ path: `/alerts/${id}`, key: owner.key, accept: 'application/json' })).body as Flat;

async function deleteDestinationAt(owner: Owner, url: string) {
  const path = '/account/event-destinations';
  const list = (await api.call({ path, key: owner.key, accept: 'application/json' })).body;
  const id = (list as { id: string; url: string }[]).find((one) => one.url === url)?.id;
  const gone = await api.call({ method: 'DELETE', path: `${path}/${id}`, key: owner.key });
  assert.equal(gone.status, 204);
}

test('an alert shows the URL it sends to, and JSON:API the destination itself', async () => {
  const owner = await createOwner(api.db, api.clock);
  const { flat } = await create(owner, { name: 'x', notificationDestination: { webhookUrl: URL } });
  assert.equal(flat.eventDestination, URL);
  await api.call({
    method: 'POST',
    path: '/account/event-destinations',
    body: { email: 'anna@customer.example' },
    key: owner.key,
  });
  const byUrl = { notificationDestination: { eventDestination: 'mailto:anna@customer.example' } };
  const mailed = await put(owner, flat.id, byUrl);
  assert.deepEqual([mailed.status, mailed.flat.eventDestination], [200, 'mailto:anna@customer.example']);
  const { data, included } = (await api.call({ path: `/alerts/${flat.id}`, key: owner.key })).body as {
    data: { attributes: object; relationships: { eventDestination: { data: { id: string } } } };
    included: { id: string; attributes: { email: string } }[];
  };
  assert.equal('eventDestination' in data.attributes, false);
  assert.deepEqual(
    included.map(({ id, attributes }) => [id, attributes.email]),
    [[data.relationships.eventDestination.data.id, 'anna@customer.example']],
  );
  await readBoth(api, '/alerts', owner.key);
  const stranger = await put(owner, flat.id, {
    notificationDestination: { eventDestination: 'https://hooks.customer.example/never' },
  });
  assert.deepEqual([stranger.status, pathsOf(stranger)], [422, ['notificationDestination.eventDestination']]);
});

test('alerts of a deleted destination use the default; without one they are disabled, with the reason', async () => {
  const owner = await createOwner(api.db, api.clock);
  const other = 'https://hooks.customer.example/other';
  const byDefault = (await create(owner, { name: 'a', notificationDestination: { webhookUrl: URL } })).flat;
  const own = (await create(owner, { name: 'b', notificationDestination: { webhookUrl: other } })).flat;
  await put(owner, byDefault.id, { notificationDestination: null });
  await deleteDestinationAt(owner, other);
  const fallen = await read(owner, own.id);
  assert.deepEqual([fallen.eventDestination, fallen.enabled, fallen.disabledReason], [null, true, null]);
  await deleteDestinationAt(owner, URL);
  for (const { id } of [own, byDefault]) {
    const left = await read(owner, id);
    assert.deepEqual([left.enabled, left.disabledReason], [false, 'NO_DESTINATION']);
  }
  assert.equal((await put(owner, own.id, { name: 'renamed' })).flat.disabledReason, 'NO_DESTINATION');
  assert.equal((await put(owner, own.id, { enabled: true })).status, 422);
  const again = await put(owner, own.id, { enabled: true, notificationDestination: { webhookUrl: URL } });
  assert.deepEqual([again.status, again.flat.enabled, again.flat.disabledReason], [200, true, null]);
});

test('an alert shows its progress with the homes already on the market', async () => {
  const owner = await createOwner(api.db, api.clock);
  const { flat } = await create(owner, { name: 'x', notificationDestination: { webhookUrl: URL } });
  assert.equal(flat.firstDays?.remaining, null, 'not counted yet');
  const days = (Date.parse(flat.firstDays?.until ?? '') - api.clock.now().getTime()) / DAY_MS;
  assert.ok(days > 2.9 && days <= 3, String(days));
  await api.db.rows(sql`
    insert into first_match (account_id, alert_id, property_id, due_at)
    select ${owner.accountId}, ${flat.id}, gen_random_uuid(), now() from generate_series(1, 7)`);
  await api.db.rows(sql`update alert set first_days_from = null where alert_id = ${flat.id}`);
  assert.equal((await read(owner, flat.id)).firstDays?.remaining, 7);
  await api.db.rows(sql`delete from first_match where alert_id = ${flat.id}`);
  assert.equal((await read(owner, flat.id)).firstDays, null);
});

test('all faults of an alert are reported at once, each with its path', async () => {
  const refused = await create(api.owner, {
    name: '',
    criteria: { property: { unit: { rooms: { gte: 'two' } } } },
    notificationConfig: { rules: [{ eventType: 'ADDITIONAL_LISTING' }] },
    notificationDestination: {},
    colour: 'red',
  });
  assert.equal(refused.status, 400);
  assert.deepEqual(pathsOf(refused).toSorted(), [
    'colour',
    'criteria.property.unit.rooms.gte',
    'name',
    'notificationConfig.rules[0].eventType',
    'notificationDestination',
  ]);
  const message = refused.problem.violations.find(({ propertyPath }) =>
    propertyPath.includes('rules'),
  )?.message;
  assert.match(message ?? '', /NEW_MATCH with scope LISTING/);
});

const refusals: [what: string, body: object, status: number, path: string][] = [
  [
    'an address that is not HTTPS',
    { notificationDestination: { webhookUrl: 'http://a.example/' } },
    422,
    'notificationDestination.webhookUrl',
  ],
  [
    'an address inside',
    { notificationDestination: { webhookUrl: 'https://127.0.0.1/' } },
    422,
    'notificationDestination.webhookUrl',
  ],
  [
    'an unknown destination',
    { notificationDestination: { eventDestination: '0199c2f4-0000-7000-8000-000000000001' } },
    422,
    'notificationDestination.eventDestination',
  ],
  [
    'both kinds of destination',
    { notificationDestination: { webhookUrl: URL, eventDestination: 'x' } },
    422,
    'notificationDestination',
  ],
  [
    'ranges that are no array',
    { notificationConfig: { rules: [{ eventType: 'PRICE_CHANGE', variationPercent: { lte: -5 } }] } },
    400,
    'notificationConfig.rules[0].variationPercent',
  ],
  [
    'two rules for one event',
    { notificationConfig: { rules: [{ eventType: 'EXPIRED' }, { eventType: 'EXPIRED' }] } },
    422,
    'notificationConfig.rules[1].eventType',
  ],
  [
    'a rule that carries enabled',
    { notificationConfig: { rules: [{ eventType: 'EXPIRED', enabled: true }] } },
    400,
    'notificationConfig.rules[0].enabled',
  ],
];
for (const [what, body, status, path] of refusals) {
  test(`an alert with ${what} is refused, and nothing is created`, async () => {
    const owner = await createOwner(api.db, api.clock);
    const refused = await create(owner, { name: 'x', notificationDestination: { webhookUrl: URL }, ...body });
    assert.deepEqual([refused.status, pathsOf(refused)], [status, [path]]);
    const destinations = await api.call({
      path: '/account/event-destinations',
      key: owner.key,
      accept: 'application/json',
    });
    assert.deepEqual(destinations.body, []);
  });
}

test('alerts, events, forecast, rehearsal and explanation are the same in both formats', async () => {
  const { alertId, id } = await createTestAlertEvent(api.db, api.clock, api.owner);
  await readBoth(api, '/alerts');
  await readBoth(api, `/alerts/${alertId}`);
  const path = `/alerts/${alertId}/events/${id}`;
  const flat = (await api.call({ path, accept: 'application/json' })).body as Record<string, string>;
  const { data } = (await api.call({ path })).body as { data: Record<string, Record<string, unknown>> };
  const { alert, property, ...rest } = flat;
  assert.deepEqual(rest, { id, ...data['attributes'] });
  assert.deepEqual(data['relationships'], {
    alert: { data: { type: 'Alert', id: alert?.split('/').at(-1) } },
    property: { data: { type: 'Property', id: property?.split('/').at(-1) } },
  });
  assert.deepEqual(data['links'], { self: path });
  assert.equal((await api.call({ path: `/alerts/${alertId}/events` })).status, 200);
  await readBoth(api, `/alerts/${alertId}/explain?propertyId=${await createTestProperty(api.db, api.clock)}`);
  for (const [question, body] of [
    ['/alerts/forecast', { criteria: { property: { type: { in: ['FLAT'] } } } }],
    [`/alerts/${alertId}/rehearsal`, { days: 30 }],
  ] as const) {
    for (const accept of ['application/json', 'application/vnd.api+json']) {
      assert.equal((await api.call({ method: 'POST', path: question, body, accept })).status, 200);
    }
  }
});

test('a rehearsal counts by when adverts appeared, and its arrivals are those of the forecast', async () => {
  const owner = await createOwner(api.db, api.clock);
  const city = createCity();
  const criteria = locationHere(city, { pricing: { displayed: { lte: 250_000 } } });
  const rules = [{ eventType: 'NEW_MATCH' as const }, { eventType: 'PRICE_CHANGE' as const }];
  const { flat: alert } = await create(owner, {
    name: 'here',
    criteria,
    enabled: false,
    notificationConfig: { rules },
  });
  const now = api.clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const listingSeen = (days: number, price: number) =>
    madeListing(flat(city, price), { createdAt: ago(days), updatedAt: ago(days), lastSeenAt: ago(days) });
  // All are recorded now, as by a source that was added today.
  for (const days of [2, 20, 60]) await recordTogether(api.db, [listingSeen(days, 200_000)], now);
  // Too expensive when it appeared, long ago; its price fell below the limit yesterday.
  const fallen = listingSeen(50, 300_000);
  const propertyId = await recordTogether(api.db, [fallen], now);
  const later = new Date(now.getTime() + 1_000);
  const cheaper = revisited(fallen, ago(1), flat(city, 240_000));
  await record(api.db, { listings: [{ state: cheaper, propertyId }] }, later);

  const ask = async (path: string, body: object) =>
    (await api.call({ method: 'POST', path, body, key: owner.key, accept: 'application/json' })).body as {
      total: number;
      arrivals: number;
      complete: boolean;
      cursor: string | null;
      counts: Record<string, number>;
      samples: { occurredAt: string }[];
    };
  const { total } = await ask('/alerts/forecast', { criteria });
  assert.equal(total, 2);
  const month = await ask(`/alerts/${alert.id}/rehearsal`, { days: 30 });
  assert.deepEqual([month.complete, month.cursor, month.arrivals], [true, null, total]);
  assert.deepEqual([month.counts['NEW_MATCH'], month.counts['PRICE_CHANGE']], [total + 1, 1]);
  assert.ok(month.samples.every(({ occurredAt }) => Date.parse(occurredAt) >= ago(30).getTime()));
  const week = await ask(`/alerts/${alert.id}/rehearsal`, { days: 7 });
  assert.deepEqual([week.arrivals, week.counts['NEW_MATCH']], [1, 2]);
});

test('a rehearsal continues from a cursor, and refuses one that is not its own', async () => {
  const owner = await createOwner(api.db, api.clock);
  const alert = await createTestAlert(api.db, api.clock, owner, { criteria: null });
  const path = `/alerts/${alert.id}/rehearsal`;
  const ask = (cursor: string) =>
    api.call({
      method: 'POST',
      path,
      body: { days: 30, cursor },
      key: owner.key,
      accept: 'application/json',
    });
  const now = api.clock.now();
  const from = new Date(now.getTime() - 30 * DAY_MS);
  const id = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
  const end = {
    from,
    totalChanges: 9,
    recordedAt: new Date(now.getTime() + DAY_MS),
    propertyId: id,
    revisionId: id,
  };
  const { status, body } = await ask(formatRehearsalCursor(end));
  assert.equal(status, 200);
  const { changes, totalChanges, complete } = body as Record<string, unknown>;
  assert.deepEqual({ changes, totalChanges, complete }, { changes: 0, totalChanges: 9, complete: true });
  for (const wrong of ['x', `1.2.3.${id}`, `1.2.3.${id}.${id}.4`, `..3.${id}.${id}`])
    assert.equal((await ask(wrong)).status, 422, wrong);
});

test('events are listed by time, either way, within the bounds asked for', async () => {
  const owner = await createOwner(api.db, api.clock);
  const { alertId, id } = await createTestAlertEvent(api.db, api.clock, owner);
  const list = async (query: string): Promise<string[]> => {
    const { body } = await api.call({
      path: `/alerts/${alertId}/events?${query}`,
      key: owner.key,
      accept: 'application/json',
    });
    return (body as { id: string }[]).map((event) => event.id);
  };
  assert.deepEqual(await list('order[createdAt]=desc'), [id]);
  assert.deepEqual(await list('createdAt[after]=2020-01-01'), [id]);
  assert.deepEqual(await list('createdAt[before]=2020-01-01'), []);
  assert.deepEqual(await list('createdAt[strictly_after]=2100-01-01'), []);
});
