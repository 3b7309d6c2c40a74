import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createApiKey } from '../../src/accounts/accounts.ts';
import { findAlert, listAlerts } from '../../src/alerts/alerts.ts';
import { listActions } from '../../src/audit/audit-log.ts';
import { MAX_CONFIRMATION_MS } from '../../src/mcp/confirm.ts';
import { MovableClock } from '../faults/movable-clock.ts';
import { createTestAlert } from '../support/alerts.ts';
import { startApi } from '../support/api.ts';
import { type Assistant, type AssistantOptions, assistants, type UserReply } from '../support/assistants.ts';
import { createOwner, type Owner } from '../support/owners.ts';

const clock = new MovableClock('2026-11-15T08:00:00Z');
const api = await startApi({ after }, { clock });
const port = await api.listen();

const NEW = { name: 'Flats', priceMax: 300_000, webhookUrl: 'https://hooks.customer.example/new' };
const yes: UserReply = { action: 'accept', content: { confirm: true } };
const namesOf = async ({ accountId }: Owner): Promise<string[]> =>
  (await listAlerts(api.db, accountId, 1)).rows.map(({ name }) => name);
const tokenOf = async (assistant: Assistant, name: string, args: object): Promise<string> => {
  const { structured } = await assistant.call(name, args);
  assert.equal(structured['status'], 'CONFIRMATION_NEEDED');
  return String(structured['confirmationToken']);
};

for (const [year, open] of Object.entries(assistants)) {
  const connected = async (
    t: { after(end: () => Promise<void>): void },
    owner: Owner,
    user?: AssistantOptions['user'],
  ): Promise<Assistant> => {
    const assistant = await open({ port, key: owner.key, ...(user && { user }) });
    t.after(() => assistant.close());
    return assistant;
  };

  test(`a client of ${year} that can ask its user does so, and what the user accepts is done`, async (t) => {
    const owner = await createOwner(api.db, clock);
    const assistant = await connected(t, owner, () => yes);
    const created = await assistant.call('create_alert', NEW);
    assert.equal(created.structured['status'], 'DONE', created.text);
    const { id } = created.structured['alert'] as { id: string };
    assert.match(String(created.structured['signingKey']), /^whsec_/);
    const changed = await assistant.call('update_alert', {
      alertId: id,
      name: 'Cheap flats',
      priceMax: 200_000,
    });
    assert.equal((changed.structured['alert'] as { name: string }).name, 'Cheap flats');
    assert.deepEqual((await findAlert(api.db, owner.accountId, id))?.criteria, {
      property: { pricing: { displayed: { lte: 200_000 } } },
    });
    const deleted = await assistant.call('delete_alert', { alertId: id });
    assert.deepEqual(deleted.structured, { status: 'DONE', alertId: id });
    assert.deepEqual(await namesOf(owner), []);
    assert.equal(assistant.elicitations.length, 3);
    assert.match(
      assistant.elicitations[0] ?? '',
      /^Create this alert\?\nName: Flats\n[\s\S]*hooks\.customer\.example/,
    );
    assert.match(assistant.elicitations[1] ?? '', /Name: Cheap flats \(before: Flats\)/);
    const { rows } = await listActions(api.db, owner.accountId, 1);
    assert.deepEqual(
      rows.map(({ action, apiKeyId }) => [action, apiKeyId]).toSorted(),
      ['create_alert', 'delete_alert', 'update_alert'].map((tool) => [tool, owner.apiKey.apiKeyId]),
      'each is in the audit log',
    );
  });

  for (const reply of [
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { confirm: false } },
  ] as UserReply[]) {
    test(`nothing is done through a client of ${year} when its user says ${JSON.stringify(reply)}`, async (t) => {
      const owner = await createOwner(api.db, clock);
      const alert = await createTestAlert(api.db, clock, owner, { name: 'Kept' });
      const assistant = await connected(t, owner, () => reply);
      for (const [name, args] of [
        ['create_alert', NEW],
        ['update_alert', { alertId: alert.id, name: 'Other' }],
        ['delete_alert', { alertId: alert.id }],
      ] as const)
        assert.equal((await assistant.call(name, args)).structured['status'], 'DECLINED');
      assert.deepEqual(await namesOf(owner), ['Kept']);
    });
  }

  test(`a client of ${year} that cannot ask gets a preview, and its token does exactly that, once`, async (t) => {
    const owner = await createOwner(api.db, clock);
    const assistant = await connected(t, owner);
    const preview = await assistant.call('create_alert', NEW);
    assert.match(preview.text, /NOT DONE YET/);
    const confirmationToken = String(preview.structured['confirmationToken']);
    assert.deepEqual(await namesOf(owner), []);
    const done = await assistant.call('create_alert', { ...NEW, confirmationToken });
    const { id } = done.structured['alert'] as { id: string };
    const replayed = await assistant.call('create_alert', { ...NEW, confirmationToken });
    assert.match(replayed.text, /created before/);
    assert.deepEqual(await namesOf(owner), ['Flats']);

    const change = { alertId: id, name: 'Changed' };
    const changing = await tokenOf(assistant, 'update_alert', change);
    await assistant.call('update_alert', { ...change, confirmationToken: changing });
    const other = { alertId: id, name: 'Changed again' };
    await assistant.call('update_alert', {
      ...other,
      confirmationToken: await tokenOf(assistant, 'update_alert', other),
    });
    const again = await assistant.call('update_alert', { ...change, confirmationToken: changing });
    assert.match(again.text, /changed since/);
    assert.deepEqual(await namesOf(owner), ['Changed again']);

    const deleting = await tokenOf(assistant, 'delete_alert', { alertId: id });
    assert.equal(
      (await assistant.call('delete_alert', { alertId: id, confirmationToken: deleting })).structured[
        'status'
      ],
      'DONE',
    );
    assert.ok((await assistant.call('delete_alert', { alertId: id, confirmationToken: deleting })).isError);
    const afterwards = await assistant.call('create_alert', { ...NEW, confirmationToken });
    assert.match(afterwards.text, /created before/, 'also when it is gone since');
    assert.deepEqual(await namesOf(owner), []);
  });

  test(`a token of a client of ${year} is good for its key, its tool and its arguments only, and for ten minutes`, async (t) => {
    const owner = await createOwner(api.db, clock);
    const alert = await createTestAlert(api.db, clock, owner, { name: 'Kept' });
    const assistant = await connected(t, owner);
    const confirmationToken = await tokenOf(assistant, 'delete_alert', { alertId: alert.id });
    const { key } = await createApiKey(api.db, clock, { accountId: owner.accountId, name: 'second' });
    const second = await connected(t, { ...owner, key });
    const refusals = [
      await second.call('delete_alert', { alertId: alert.id, confirmationToken }),
      await assistant.call('update_alert', { alertId: alert.id, confirmationToken }),
      await assistant.call('update_alert', { alertId: alert.id, enabled: false, confirmationToken }),
      await assistant.call('delete_alert', { alertId: alert.id, confirmationToken: `${confirmationToken}A` }),
      await assistant.call('delete_alert', { alertId: alert.id, confirmationToken: 'made up' }),
    ];
    for (const { isError, text } of refusals) {
      assert.ok(isError);
      assert.match(text, /confirmationToken: This token was not given out for this key/);
    }
    const creating = await tokenOf(assistant, 'create_alert', NEW);
    const widened = await assistant.call('create_alert', {
      ...NEW,
      priceMax: 1,
      confirmationToken: creating,
    });
    assert.match(widened.text, /exactly these arguments/);
    await clock.advance({ ms: MAX_CONFIRMATION_MS });
    const late = await assistant.call('delete_alert', { alertId: alert.id, confirmationToken });
    assert.match(late.text, /too old/);
    assert.deepEqual(await namesOf(owner), ['Kept']);
  });

  test(`two users of clients of ${year} are asked at once, and each answer reaches its own call`, async (t) => {
    const owner = await createOwner(api.db, clock);
    const names = Array.from({ length: 6 }, (_, at) => `Alert ${at}`);
    await Promise.all(
      names.map(async (name, at) => {
        const assistant = await connected(t, owner, async (message) => {
          await new Promise((resolve) => setTimeout(resolve, 10 * (names.length - at)));
          return message.includes(`Name: ${name}\n`) && at % 2 === 0 ? yes : { action: 'decline' };
        });
        await assistant.call('create_alert', { ...NEW, name });
      }),
    );
    assert.deepEqual((await namesOf(owner)).sort(), ['Alert 0', 'Alert 2', 'Alert 4']);
  });
}

test('a user who takes longer than ten minutes is asked again', async (t) => {
  const owner = await createOwner(api.db, clock);
  const assistant = await assistants[2026]({
    port,
    key: owner.key,
    user: async () => {
      await clock.advance({ ms: MAX_CONFIRMATION_MS });
      return yes;
    },
  });
  t.after(() => assistant.close());
  const late = await assistant.call('create_alert', NEW);
  assert.ok(late.isError);
  assert.match(late.text, /too old/);
  assert.deepEqual(await namesOf(owner), []);
});
