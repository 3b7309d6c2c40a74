import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { addDestination, findDestination } from '../../src/delivery/destinations/destinations.ts';
import { createSmtpTransport } from '../../src/delivery/email/mail-transport.ts';
import { renderEventMessage } from '../../src/delivery/email/message.ts';
import { Sender } from '../../src/delivery/sending/sender.ts';
import { parisFlat } from '../fixtures/property-result.ts';
import { createTestAlert } from '../support/alerts.ts';
import { startApi } from '../support/api.ts';
import { startDeliveryHarness } from '../support/delivery-harness.ts';
import { testKeyring } from '../support/keyring.ts';

const house = await startDeliveryHarness({ after });
const { db, clock } = house;
const api = await startApi({ after }, { db, clock });

async function mailbox(email = `${randomUUID()}@customer.example`) {
  const accountId = randomUUID();
  const target = { url: null, email, isDefault: false };
  const added = await addDestination(db, { clock, keyring: testKeyring }, accountId, target);
  assert.ok(added.outcome === 'added');
  return { accountId, destinationId: added.destination.id, signingKey: '', email };
}

async function mailsTo(email: string): Promise<Email[]> {
  const mails = await Promise.all(
    readdirSync(house.mailFolder)
      .sort()
      .map((name) => PostalMime.parse(readFileSync(join(house.mailFolder, name)))),
  );
  return mails.filter((mail) => mail.to?.[0]?.address === email);
}

const header = (mail: Email | undefined, name: string): string =>
  mail?.headers.find((one) => one.key === name)?.value ?? '';

const linkIn = (text: string | undefined, purpose: string): string =>
  new RegExp(`https://api\\.gable\\.example(/email/${purpose}/[\\w.-]+)`).exec(text ?? '')?.[1] ?? '';

const open = (path: string, method: 'GET' | 'POST') => api.call({ path, method, key: null });

async function confirmed() {
  const box = await mailbox();
  await house.deliver();
  const [asking] = await mailsTo(box.email);
  await open(linkIn(asking?.text, 'confirm'), 'POST');
  return box;
}

test('a mailbox gets a link, is suspended until its owner confirms, and active from then on', async () => {
  const box = await mailbox();
  const [id = ''] = await house.events(box);
  await house.deliver();
  assert.equal((await house.state(id)).status, 'SUSPENDED');
  const [asking, ...others] = await mailsTo(box.email);
  assert.equal(others.length, 0, 'nothing but the question');
  const link = linkIn(asking?.text, 'confirm');
  assert.equal(linkIn(asking?.html, 'confirm'), link);
  assert.equal((await open(link, 'GET')).status, 200);
  assert.equal(
    (await findDestination(db, box.accountId, box.destinationId))?.status,
    'SUSPENDED',
    'a GET changes nothing',
  );
  assert.equal((await open(link, 'POST')).status, 200);
  assert.equal((await open(link, 'POST')).status, 200, 'twice is as good as once');
  assert.equal((await findDestination(db, box.accountId, box.destinationId))?.status, 'ACTIVE');
  await house.replay();
  await house.deliver();
  assert.equal((await house.state(id)).status, 'DELIVERED');
  assert.equal((await mailsTo(box.email)).length, 2);
});

test('a mail has the event in text and HTML, with one-click unsubscribe', async () => {
  const box = await confirmed();
  await house.events(box, 1, { price: { old: 675_000, new: 649_000, percent: -3.85 } });
  await house.deliver();
  const mail = (await mailsTo(box.email)).at(-1);
  assert.match(mail?.subject ?? '', /^Price changed: /);
  for (const part of [mail?.text, mail?.html]) {
    assert.ok(part?.includes('649,000 EUR, before 675,000 EUR (-3.85 %)'), part);
    assert.ok(part?.includes('Château à Nîmes 🏰'));
  }
  assert.equal(header(mail, 'list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
  const path = linkIn(header(mail, 'list-unsubscribe'), 'unsubscribe');
  const clicked = await api.call({
    method: 'POST',
    path,
    key: null,
    body: 'List-Unsubscribe=One-Click',
    type: 'application/x-www-form-urlencoded',
  });
  assert.equal(clicked.status, 200);
  const before = (await mailsTo(box.email)).length;
  const [id = ''] = await house.events(box);
  await house.deliver();
  const { status, error } = await house.state(id);
  assert.deepEqual([status, error], ['SKIPPED', 'the recipient unsubscribed']);
  assert.equal((await mailsTo(box.email)).length, before);
});

test('a mail of an event is in the language that its alert has now, with the photo of the home', async () => {
  const box = await confirmed();
  const alert = await createTestAlert(db, clock, box, {
    delivery: { mode: 'INSTANT', language: 'fr' },
    destination: { destinationId: box.destinationId },
  });
  const price = { old: 675_000, new: 649_000, percent: -3.85 };
  await house.events(box, 1, { alertId: alert.id, alertName: 'Nîmes', price });
  await house.deliver();
  const mail = (await mailsTo(box.email)).at(-1);
  assert.match(mail?.subject ?? '', /^Changement de prix: /);
  assert.match(mail?.html ?? '', /<html lang="fr">/);
  for (const part of [mail?.text, mail?.html]) {
    assert.match(part ?? '', /649.000 EUR, avant 675.000 EUR \(-3.85 %\)/);
    assert.match(part ?? '', /Ne plus recevoir de mails/);
  }
  const event = { eventType: 'NEW_MATCH', alertName: 'Paris', price: null, language: 'fr' } as const;
  const { html } = renderEventMessage(event, parisFlat, 'https://gable.example/stop');
  assert.match(html, /<img src="https:\/\/[^"]+" alt=""/);
});

test('a link that was changed, or is for another action, is refused', async () => {
  const box = await mailbox();
  await house.deliver();
  const link = linkIn((await mailsTo(box.email))[0]?.text, 'confirm');
  for (const bad of [
    `${link}x`,
    link.replace('confirm', 'unsubscribe'),
    '/email/confirm/x',
    '/email/confirm/a.b',
  ]) {
    assert.equal((await open(bad, 'POST')).status, 404, bad);
  }
});

test('texts of listings are escaped in a mail', () => {
  const hostile = structuredClone(parisFlat) as typeof parisFlat;
  hostile.property.body.title = '<script>alert(1)</script>\r\nBcc: all@example.org';
  const event = { eventType: 'NEW_MATCH', alertName: '"><img src=x>', price: null, language: 'en' } as const;
  const { subject, html, text } = renderEventMessage(event, hostile, 'https://x.example/"');
  assert.ok(!/[\r\n]/.test(subject));
  assert.ok(!html.includes('<script>') && !html.includes('<img src=x') && !html.includes('example/""'));
  for (const { url } of parisFlat.listings) assert.ok(text.includes(url ?? '') && html.includes(url ?? ''));
});

test('over SMTP a refused recipient is a failure of the destination, a mail server that is down is internal', async (t) => {
  const got: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // The sender has an open connection; a server that stops does not wait for it.
    closeTimeout: 50,
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('gone')
        ? done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
        : done(),
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        got.push(envelope.rcptTo[0]?.address ?? '');
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const postOffice = createSmtpTransport(`smtp://127.0.0.1:${port}`);
  t.after(() => {
    postOffice.close();
    server.close();
  });
  const sender = new Sender({ ...house.parts, mail: { ...house.parts.mail, mailTransport: postOffice } });
  const deliver = async () => {
    do await sender.drain();
    while ((await sender.claimBatch()) > 0);
  };
  const box = await confirmed();
  const [id = ''] = await house.events(box);
  await deliver();
  assert.deepEqual([(await house.state(id)).status, got], ['DELIVERED', [box.email]]);
  const refused = await mailbox(`gone-${randomUUID()}@customer.example`);
  await deliver();
  assert.equal((await findDestination(db, refused.accountId, refused.destinationId))?.failures, 0);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  const [later = ''] = await house.events(box);
  await deliver();
  const { status, failedAttempts } = await house.state(later);
  assert.deepEqual([status, failedAttempts], ['PENDING', 0]);
  assert.equal((await findDestination(db, box.accountId, box.destinationId))?.failures, 0);
});
