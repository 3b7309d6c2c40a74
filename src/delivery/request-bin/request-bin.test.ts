import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { MovableClock } from '../../../test/faults/movable-clock.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import { testKeyring } from '../../../test/support/keyring.ts';
import { createOwner } from '../../../test/support/owners.ts';
import { createOutboundClient } from '../../outbound/client.ts';
import { forgetSentBodies } from '../notifications/forget-property.ts';
import { postWebhook } from '../sending/webhook.ts';
import {
  BIN_LIFETIME_MS,
  cleanRequestBins,
  listBinRequests,
  MAX_BIN_BODY_BYTES,
  MAX_BIN_REQUESTS,
  openRequestBin,
} from './request-bin.ts';

const { db } = await freshDatabase({ after });
const clock = new MovableClock('2026-03-01T12:00:00Z');
/** As in production: our own host and this machine are refused. */
const outbound = createOutboundClient({ loopback: false, ownHosts: ['gable.example:443'] });
after(() => outbound.close());
const urlOf = (id: string) => `https://gable.example/console/request-bin/${id}`;
const parts = { db, clock, outbound, onFault: (error: unknown) => assert.fail(String(error)) };

async function openBin() {
  const { accountId } = await createOwner(db, clock);
  const opened = await openRequestBin(db, { clock, keyring: testKeyring }, accountId, urlOf);
  assert.ok(opened.outcome === 'opened');
  return { accountId, url: opened.bin.url, signingKey: opened.signingKey };
}

/** A millisecond apart: ids of one are in no order. */
const post = async (accountId: string, url: string, body = Buffer.from('{}')) => {
  await clock.advance({ ms: 1 });
  return postWebhook(parts, { accountId, url, key: 'whsec_of-a-test', body, sequence: 1 });
};
const received = async (accountId: string) => (await listBinRequests(db, accountId, 1)).rows;

test('the bin of an account receives its webhooks only; to any other account the URL is a refused one', async () => {
  const [mine, theirs] = [await openBin(), await openBin()];
  assert.match(mine.signingKey ?? '', /^whsec_/);
  assert.equal((await post(mine.accountId, mine.url)).outcome, 'DELIVERED');
  const stranger = await post(theirs.accountId, mine.url);
  assert.deepEqual(
    [stranger.outcome, stranger.error],
    ['FAILED', 'the address must not be this service itself'],
  );
  assert.equal((await post(mine.accountId, urlOf(randomUUID()))).outcome, 'FAILED');
  assert.deepEqual(
    [(await received(mine.accountId)).length, (await received(theirs.accountId)).length],
    [1, 0],
  );
  const [request] = await received(mine.accountId);
  assert.equal(request?.headers['X-Webhook-Signature'], request?.expectedSignature);
});

test('a bin keeps so many requests and so many bytes of each', async () => {
  const { accountId, url } = await openBin();
  const big = Buffer.alloc(MAX_BIN_BODY_BYTES + 1, 'x');
  for (let sent = 0; sent < MAX_BIN_REQUESTS + 2; sent += 1)
    await post(accountId, url, Buffer.from(`${sent}`));
  await post(accountId, url, big);
  const { rows, total } = await listBinRequests(db, accountId, 1);
  assert.equal(total, MAX_BIN_REQUESTS);
  assert.deepEqual([rows[0]?.bodyBytes, rows[0]?.body.length], [big.length, MAX_BIN_BODY_BYTES]);
  assert.equal(rows[0]?.headers['X-Webhook-Signature'], rows[0]?.expectedSignature, 'of the whole body');
  assert.equal(rows[1]?.body.toString(), String(MAX_BIN_REQUESTS + 1));
});

test('an expired bin refuses, is emptied, and is opened again under the same URL', async () => {
  const { accountId, url } = await openBin();
  await post(accountId, url);
  await clock.advance({ ms: BIN_LIFETIME_MS });
  const late = await post(accountId, url);
  assert.deepEqual([late.outcome, late.error], ['FAILED', 'the endpoint answered 410']);
  await cleanRequestBins(db, clock);
  assert.equal((await received(accountId)).length, 0);
  const again = await openRequestBin(db, { clock, keyring: testKeyring }, accountId, urlOf);
  assert.ok(again.outcome === 'opened' && again.bin.url === url && again.signingKey === undefined);
  assert.equal((await post(accountId, url)).outcome, 'DELIVERED');
});

test('what a bin received about a removed property is deleted', async () => {
  const { accountId, url } = await openBin();
  const [gone, kept] = [randomUUID(), randomUUID()];
  for (const id of [gone, kept]) await post(accountId, url, Buffer.from(JSON.stringify({ data: { id } })));
  await forgetSentBodies(db, [gone]);
  const bodies = (await received(accountId)).map(({ body }) => body.toString());
  assert.deepEqual(bodies, [JSON.stringify({ data: { id: kept } })]);
});
