import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from '../../src/db/sql.ts';
import { MAIL_LIMITS } from '../../src/delivery/confirmations/limits.ts';
import { signLinkToken } from '../../src/delivery/email/links.ts';
import { HOUR_MS } from '../../src/lib/durations.ts';
import { startApi } from '../support/api.ts';
import { startDeliveryHarness } from '../support/delivery-harness.ts';
import { testKeyring } from '../support/keyring.ts';
import { createOwner, type Owner } from '../support/owners.ts';
import { readHeader } from '../support/test-response.ts';

const house = await startDeliveryHarness({ after });
const { db, clock } = house;
const api = await startApi({ after }, { db, clock });
const path = '/account/event-destinations';
const maxOf = (scope: string): number => MAIL_LIMITS.find((limit) => limit.scope === scope)?.maxMails ?? 0;

const add = (owner: Owner, email: string) =>
  api.call({ method: 'POST', path, body: { email }, key: owner.key, accept: 'application/json' });
const remove = (owner: Owner, id: string) =>
  api.call({ method: 'DELETE', path: `${path}/${id}`, key: owner.key });
const owner = () => createOwner(db, clock);
const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id;
const mailsTo = (email: string): number =>
  readdirSync(house.mailFolder).filter((name) =>
    readFileSync(join(house.mailFolder, name), 'utf8').includes(`To: ${email}`),
  ).length;

test('a recipient is mailed three times a day, over all accounts and deleted destinations', async () => {
  const stranger = `${randomUUID()}@stranger.example`;
  const [one, other] = [await owner(), await owner()];
  let refused = 0;
  for (let count = 0; count < 10; count += 1) {
    const by = count % 2 === 0 ? one : other;
    const variant = [stranger, stranger.toUpperCase(), stranger.replace('@', `+${count}@`)][count % 3] ?? '';
    const answered = await add(by, variant);
    if (answered.status === 201) await remove(by, idOf(answered));
    if (answered.status !== 429) continue;
    refused += 1;
    assert.equal((answered.body as { type: string }).type, '/problems/too-many-mails');
    const wait = Number(readHeader(answered, 'retry-after'));
    assert.ok(wait > 0 && wait <= 86_400, `${wait} s`);
  }
  assert.equal(refused, 10 - maxOf('recipient'));
  const before = readdirSync(house.mailFolder).length;
  await house.deliver();
  assert.ok(readdirSync(house.mailFolder).length - before <= maxOf('recipient'));
  await clock.advance({ hours: 24, seconds: 1 });
  assert.equal((await add(one, stranger)).status, 201, 'there is room again a day later');
});

test('a refused destination is not created, and uses no slot of the account', async () => {
  const [by, stranger] = [await owner(), `${randomUUID()}@stranger.example`];
  for (let count = 0; count < 5; count += 1) {
    const answered = await add(by, stranger.replace('@', `+${count}@`));
    assert.equal(answered.status, count < maxOf('recipient') ? 201 : 429);
  }
  const listed = await api.call({ path, key: by.key, accept: 'application/json' });
  assert.equal((listed.body as unknown[]).length, maxOf('recipient'));
});

test('an account sends twenty confirmation mails an hour, and does not affect another account', async () => {
  const [busy, quiet] = [await owner(), await owner()];
  const statuses: number[] = [];
  for (let count = 0; count < maxOf('account') + 3; count += 1)
    statuses.push((await add(busy, `${randomUUID()}@customer.example`)).status);
  assert.equal(statuses.filter((status) => status === 201).length, maxOf('account'));
  assert.equal(statuses.filter((status) => status === 429).length, 3);
  assert.equal((await add(quiet, `${randomUUID()}@customer.example`)).status, 201);
});

test('all processes together stay within the limits, also concurrently', async () => {
  const [by, stranger] = [await owner(), `${randomUUID()}@stranger.example`];
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => add(by, stranger.replace('@', `+${at}@`))),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, maxOf('recipient'));
});

test('the service sends a limited number of confirmation mails an hour', async () => {
  const filler = await owner();
  const [row] = await db.rows<{ count: number }>(sql`
    select count(*)::int as count from confirmation_mail where sent_at > ${new Date(clock.now().getTime() - HOUR_MS)}`);
  await db.rows(sql`
    insert into confirmation_mail (confirmation_mail_id, account_id, recipient, sent_at)
    select gen_random_uuid(), gen_random_uuid(), 'filler' || n || '@example.org', ${clock.now()}
    from generate_series(1, ${maxOf('service') - (row?.count ?? 0) - 1}) as n`);
  assert.equal((await add(filler, `${randomUUID()}@customer.example`)).status, 201);
  const answered = await add(filler, `${randomUUID()}@customer.example`);
  assert.equal(answered.status, 429);
  assert.match((answered.body as { detail: string }).detail, /^The service asked/);
  await clock.advance({ hours: 1, seconds: 1 });
});

test('a recipient who unsubscribed is not mailed again after the destination was deleted', async () => {
  for (const isConfirmed of [false, true]) {
    const [by, email] = [await owner(), `${randomUUID()}@stranger.example`];
    const id = idOf(await add(by, email));
    const to = { accountId: by.accountId, id };
    const follow = (purpose: 'confirm' | 'unsubscribe') =>
      api.call({
        method: 'POST',
        path: `/email/${purpose}/${signLinkToken(testKeyring, purpose, to)}`,
        key: null,
      });
    if (isConfirmed) assert.equal((await follow('confirm')).status, 200);
    assert.equal((await follow('unsubscribe')).status, 200);
    await house.deliver();
    const mails = mailsTo(email);
    await remove(by, id);
    const again = await add(by, email.toUpperCase());
    assert.deepEqual([again.status, (again.body as { status: string }).status], [201, 'SUSPENDED']);
    await house.deliver();
    assert.equal(mailsTo(email) + mailsTo(email.toUpperCase()), mails, 'no mail follows');
    const other = await add(await owner(), email);
    assert.equal(other.status, 201, 'another account may ask, within the limits');
    await house.deliver();
    assert.equal(mailsTo(email), mails + 1);
  }
});

test('the confirmation mail has a link to unsubscribe', async () => {
  const email = `${randomUUID()}@stranger.example`;
  await add(await owner(), email);
  await house.deliver();
  const mail = readdirSync(house.mailFolder)
    .map((name) => readFileSync(join(house.mailFolder, name), 'utf8'))
    .find((text) => text.includes(email));
  assert.match(mail ?? '', /Never ask again: https:\/\/api\.gable\.example\/email\/unsubscribe\//);
});
