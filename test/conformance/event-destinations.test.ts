import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import type { FlatDestination } from '../../src/api/routes/event-destinations.ts';
import { sql } from '../../src/db/sql.ts';
import { findSigningKeyHint } from '../../src/delivery/keys/signing-keys.ts';
import { startApi } from '../support/api.ts';
import { readBoth } from '../support/both-formats.ts';
import { createTestNotification } from '../support/deliveries.ts';
import { createOwner, type Owner } from '../support/owners.ts';
import { findProblemErrors } from '../support/problem-referee.ts';
import { readHeader, type TestResponse } from '../support/test-response.ts';

const api = await startApi({ after });
const path = '/account/event-destinations';
const flat = (answered: TestResponse) => answered.body as FlatDestination;
const account = () => createOwner(api.db, api.clock);
const post = (owner: Owner, body: unknown) =>
  api.call({ method: 'POST', path, body, key: owner.key, accept: 'application/json' });
const list = (owner: Owner) => readBoth<FlatDestination[]>(api, path, owner.key);
const url = (name: string) => `https://hooks.customer.example/${name}`;

test('the first webhook is 201, the default, and shows the signing key; the next does not', async () => {
  const owner = await account();
  const first = await post(owner, { destinationType: 'WEBHOOK', url: url('a') });
  assert.equal(first.status, 201);
  const { signingKey = '', ...rest } = flat(first);
  assert.match(signingKey, /^whsec_[\w-]{43}$/);
  assert.equal(readHeader(first, 'location'), `${path}/${rest.id}`);
  assert.deepEqual(await readBoth(api, `${path}/${rest.id}`, owner.key), rest);
  assert.deepEqual(rest, {
    id: rest.id,
    destinationType: 'WEBHOOK',
    url: url('a'),
    email: null,
    isDefault: true,
    status: 'ACTIVE',
    suspensionReason: null,
  });
  const second = flat(await post(owner, { url: url('b') }));
  assert.deepEqual([second.isDefault, second.signingKey], [false, undefined]);
  assert.equal(
    await findSigningKeyHint(api.db, owner.accountId),
    hash('sha256', signingKey, 'hex').slice(0, 8),
  );
});

test('the database stores no signing key in plain text', async () => {
  const owner = await account();
  const { signingKey = '' } = flat(await post(owner, { url: url('a') }));
  const [row] = await api.db.rows<{ sealed: Buffer }>(
    sql`select encrypted_key as sealed from signing_key where account_id = ${owner.accountId}`,
  );
  assert.equal(row?.sealed.includes(signingKey), false);
  assert.equal(row?.sealed.length, 1 + 12 + signingKey.length + 16);
});

test('isDefault promotes one and demotes the other; the same URL again is the existing destination', async () => {
  const owner = await account();
  const first = flat(await post(owner, { url: url('a') }));
  await post(owner, { url: url('b'), isDefault: true });
  assert.deepEqual(
    (await list(owner)).map((one) => [one.url, one.isDefault]),
    [
      [url('a'), false],
      [url('b'), true],
    ],
  );
  const again = await post(owner, { url: url('a'), isDefault: true });
  assert.deepEqual([again.status, flat(again).id, flat(again).isDefault], [200, first.id, true]);
  assert.equal(flat(again).signingKey, undefined);
});

test('deleting the default promotes the oldest active one, and pending notifications are skipped', async () => {
  const owner = await account();
  const [first, second, third] = [
    flat(await post(owner, { url: url('a') })),
    flat(await post(owner, { url: url('b') })),
    flat(await post(owner, { url: url('c') })),
  ];
  await api.db.rows(sql`
    update event_destination set status = 'SUSPENDED' where event_destination_id = ${second.id}`);
  const waiting = await createTestNotification(api.db, api.clock, owner);
  const deleted = await api.call({ method: 'DELETE', path: `${path}/${first.id}`, key: owner.key });
  assert.deepEqual([deleted.status, deleted.text], [204, '']);
  assert.deepEqual(
    (await list(owner)).filter((one) => one.isDefault).map((one) => one.id),
    [third.id],
  );
  const log = await readBoth<{ status: string; lastErrorMessage: string }>(
    api,
    `/event-notifications/${waiting}`,
    owner.key,
  );
  assert.deepEqual([log.status, log.lastErrorMessage], ['SKIPPED', 'the destination was deleted']);
});

test('the type follows from the target; a mismatch is reported with all faults', async () => {
  const owner = await account();
  assert.equal(flat(await post(owner, { email: 'anna@customer.example' })).destinationType, 'EMAIL');
  const faults = async (body: unknown) => findProblemErrors(await post(owner, body));
  assert.deepEqual(await faults({}), ['422 required url']);
  assert.deepEqual(await faults({ url: url('a'), email: 'a@b.example' }), ['422 required destinationType']);
  assert.deepEqual(await faults({ destinationType: 'EMAIL', url: url('a') }), [
    '422 required email',
    '422 not_allowed url',
  ]);
  assert.deepEqual(
    await faults({ destinationType: 'WEBHOOK', url: 'http://a.example', email: 'a@b.example' }),
    ['422 not_allowed email', '422 address_not_allowed url'],
  );
  assert.deepEqual(await faults({ destinationType: 'SMS', url: url('a') }), [
    '400 unknown_value destinationType',
  ]);
  assert.deepEqual(await faults({ email: 'nobody' }), ['422 wrong_format email']);
  assert.deepEqual(await faults({ url: url('a'), colour: 1 }), ['400 unknown_member colour']);
});

test('an email destination is suspended until it is confirmed, and creates no signing key', async () => {
  const owner = await account();
  const made = flat(await post(owner, { email: 'anna@customer.example' }));
  assert.deepEqual([made.status, made.isDefault, made.signingKey], ['SUSPENDED', true, undefined]);
  assert.equal(made.suspensionReason, 'UNCONFIRMED');
  const webhook = flat(await post(owner, { url: url('a') }));
  assert.ok(webhook.signingKey?.startsWith('whsec_'), 'the first webhook still brings it');
});

for (const refused of [
  ...['http://hooks.customer.example/', 'https://127.0.0.1/', 'https://2130706433/', 'https://localhost/'],
  ...[
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://user:pw@hooks.customer.example/',
    'ftp://a.example/',
  ],
  ...['https://hooks.customer.example:22/', 'nowhere', '//hooks.customer.example', ''],
]) {
  test(`a webhook to ${refused || 'nothing'} is 422`, async () => {
    assert.deepEqual(findProblemErrors(await post(api.owner, { url: refused })), [
      '422 address_not_allowed url',
    ]);
  });
}

test('20 clients creating the same first destination at once make one, and one of them is given the key', async () => {
  const owner = await account();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(owner, { url: url('a') })));
  assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  assert.equal(answers.filter((one) => flat(one).signingKey !== undefined).length, 1);
  assert.equal((await list(owner)).length, 1);
});

test('a representation that was read may be sent back', async () => {
  const owner = await account();
  const made = flat(await post(owner, { url: url('a') }));
  const again = await post(owner, made);
  assert.deepEqual([again.status, flat(again).id], [200, made.id]);
});

test('an account has at most a hundred destinations', async () => {
  const owner = await account();
  for (let at = 0; at < 100; at++) await post(owner, { url: url(String(at)) });
  assert.deepEqual(findProblemErrors(await post(owner, { url: url('more') })), ['422 too_many ']);
});

test('a destination shows why it is suspended', async () => {
  const owner = await account();
  const webhook = flat(await post(owner, { url: url('failing') }));
  const mail = flat(await post(owner, { email: 'bea@customer.example' }));
  const reason = async (id: string) =>
    (await readBoth<FlatDestination>(api, `${path}/${id}`, owner.key)).suspensionReason;
  await api.db.rows(sql`
    update event_destination set status = 'SUSPENDED' where event_destination_id = ${webhook.id}`);
  assert.equal(await reason(webhook.id), 'FAILING');
  assert.equal(await reason(mail.id), 'UNCONFIRMED');
  await api.db.rows(sql`
    update event_destination set unsubscribed_at = now() where event_destination_id = ${mail.id}`);
  assert.equal(await reason(mail.id), 'UNSUBSCRIBED');
});

test('the confirmation email can be resent while it is pending', async () => {
  const owner = await account();
  const confirm = (id: string) =>
    api.call({
      method: 'POST',
      path: `${path}/${id}/confirmation`,
      key: owner.key,
      accept: 'application/json',
    });
  const mails = async () =>
    (
      await api.db.rows(sql`
        select 1 from event_notification where account_id = ${owner.accountId} and kind = 'CONFIRM'`)
    ).length;
  const mail = flat(await post(owner, { email: 'carla@customer.example' }));
  assert.equal(await mails(), 1);
  const again = await confirm(mail.id);
  assert.deepEqual([again.status, flat(again).suspensionReason, await mails()], [200, 'UNCONFIRMED', 2]);
  await api.db.rows(sql`
    update event_destination set confirmed_at = now(), status = 'ACTIVE' where event_destination_id = ${mail.id}`);
  assert.deepEqual(findProblemErrors(await confirm(mail.id)), ['422 already_confirmed ']);
  const webhook = flat(await post(owner, { url: url('a') }));
  assert.deepEqual(findProblemErrors(await confirm(webhook.id)), ['422 not_allowed ']);
  assert.equal(await mails(), 2);
});
