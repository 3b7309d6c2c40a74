import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createAccount } from '../../src/accounts/accounts.ts';
import { MAX_KEY_AGE_MS } from '../../src/accounts/authenticate.ts';
import { addMember, changeRole, listMembers } from '../../src/accounts/members.ts';
import type { Role } from '../../src/accounts/roles.ts';
import { sql } from '../../src/db/sql.ts';
import { createDirectoryTransport } from '../../src/delivery/email/mail-transport.ts';
import { sendInvitations } from '../../src/delivery/email/send-invitations.ts';
import { upsertPerson } from '../../src/sign-in/people.ts';
import { openSession } from '../../src/sign-in/sessions.ts';
import { startApi } from '../support/api.ts';
import { testKeyring } from '../support/keyring.ts';
import { consoleCall, createPerson, signInLocally } from '../support/signed-in.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Moves the clock of cached keys. */
let skewMs = 0;
const api = await startApi({ after }, { monotonic: () => performance.now() + skewMs });
const { db, clock } = api;
const mails = temporaryDirectory({ after });
const mail = {
  clock,
  keyring: testKeyring,
  mailTransport: createDirectoryTransport(mails),
  from: 'Gable <no-reply@gable.example>',
  baseUrl: 'https://api.gable.example',
  consoleUrl: 'https://console.gable.example/console',
};

type Person = Awaited<ReturnType<typeof createPerson>>;
const API = '/console/api';
const post = ({ cookie }: Pick<Person, 'cookie'>, path: string, body?: object) =>
  consoleCall(api, cookie, { method: 'POST', path: `${API}${path}`, ...(body && { body }) });
const get = ({ cookie }: Pick<Person, 'cookie'>, path: string) =>
  consoleCall(api, cookie, { path: `${API}${path}` });
const drop = ({ cookie }: Pick<Person, 'cookie'>, path: string) =>
  consoleCall(api, cookie, { method: 'DELETE', path: `${API}${path}` });
const setRole = ({ cookie }: Person, id: string, role: Role) =>
  consoleCall(api, cookie, { method: 'PUT', path: `${API}/people/${id}`, body: { role } });

/** Sends what is due and reads the newest link to a mailbox. */
async function readLink(email: string): Promise<string> {
  await sendInvitations({ db, mail });
  const texts = await Promise.all(
    (await readdir(mails)).sort().map((name) => readFile(join(mails, name), 'utf8')),
  );
  const text = texts.findLast((one) => one.includes(`To: ${email}`)) ?? '';
  // Quoted-printable breaks long lines.
  const [, token] = /console\/invitation\?token=([\w.-]+)/.exec(
    text.replaceAll('=\n', '').replaceAll('=3D', '='),
  ) ?? ['', ''];
  return token ?? '';
}

/** A second person on the account of the first, with a session there. */
async function join2(owner: Person, role: Role): Promise<Person> {
  const person = await createPerson(api);
  const { accountId } = owner;
  await addMember(db, clock, { accountId, personId: person.personId, role });
  const { secret } = await openSession(
    db,
    clock,
    { ...person, accountId },
    { provider: 'people', userAgent: 'x' },
  );
  return { ...person, accountId, cookie: `gable_session=${secret}` };
}

test('a person is invited by mail, accepts once, and is on both accounts', async () => {
  const [owner, guest] = [await createPerson(api), await createPerson(api)];
  const made = await post(owner, '/invitations', { email: 'New.Colleague@agency.example', role: 'MEMBER' });
  assert.equal(made.status, 201, made.text);
  const token = await readLink('new.colleague@agency.example');
  const found = (await post(guest, '/invitations/lookup', { token })).body as Record<string, unknown>;
  assert.deepEqual([found['role'], found['accountId']], ['MEMBER', owner.accountId]);
  assert.equal((await post(guest, '/invitations/accept', { token })).status, 200);
  const { accountId, role } = (await get(guest, '/me')).body as { accountId: string; role: string };
  assert.deepEqual([accountId, role], [owner.accountId, 'MEMBER']);
  assert.equal((await post(guest, '/invitations/accept', { token })).status, 404, 'a second time');
  assert.equal((await post(owner, '/invitations/lookup', { token })).status, 404);
  const accounts = (await get(guest, '/accounts')).body as { id: string; current: boolean; role: string }[];
  assert.deepEqual(
    new Map(accounts.map((one) => [one.id, `${one.role} ${one.current}`])),
    new Map([
      [owner.accountId, 'MEMBER true'],
      [guest.accountId, 'OWNER false'],
    ]),
  );
  assert.equal((await post(guest, `/accounts/${guest.accountId}/enter`)).status, 200);
  assert.equal(((await get(guest, '/me')).body as { accountId: string }).accountId, guest.accountId);
  const actions = await db.rows<{ action: string; actor: string }>(sql`
    select action, person_id as actor from audit_entry where account_id = ${owner.accountId}
    order by occurred_at, audit_entry_id`);
  assert.deepEqual(
    actions.map(({ action, actor }) => [action, actor]),
    [
      ['invitePerson', owner.personId],
      ['acceptInvitation', guest.personId],
      ['enterAccount', guest.personId],
    ],
  );
});

test('an invitation is over when it is revoked, replaced or expired, or its token is altered', async () => {
  const [owner, guest] = [await createPerson(api), await createPerson(api)];
  const email = `${randomUUID().slice(0, 8)}@agency.example`;
  const accept = async (token: string) => (await post(guest, '/invitations/accept', { token })).status;
  const invite = async () => {
    const { body } = await post(owner, '/invitations', { email, role: 'READ_ONLY', language: 'fr' });
    return { id: (body as { id: string }).id, token: await readLink(email) };
  };
  const first = await invite();
  const second = await invite();
  assert.notEqual(first.token, second.token);
  assert.equal(await accept(first.token), 404, 'replaced');
  assert.equal((await drop(owner, `/invitations/${second.id}`)).status, 204);
  assert.equal(await accept(second.token), 404, 'revoked');
  const third = await invite();
  assert.equal(await accept(`${third.token.slice(0, -1)}${third.token.endsWith('A') ? 'B' : 'A'}`), 404);
  await db.rows(
    sql`update account_invitation set expires_at = ${clock.now()} where invitation_id = ${third.id}`,
  );
  assert.equal(await accept(third.token), 404, 'expired');
  assert.equal((await post(owner, '/invitations', { email, role: 'MEMBER' })).status, 429);
  assert.deepEqual((await get(owner, '/invitations')).body, []);
});

test('a mail that the recipient refuses is shown, one that cannot be sent now is sent later', async () => {
  const owner = await createPerson(api);
  await post(owner, '/invitations', { email: 'nobody@agency.example', role: 'MEMBER' });
  const failing = (outcome: 'hindered' | 'refused') => ({
    ...mail,
    mailTransport: { send: async () => ({ outcome, answer: 'no such user' }), close: () => undefined },
  });
  const status = async () =>
    ((await get(owner, '/invitations')).body as { mailStatus: string }[])[0]?.mailStatus;
  await assert.rejects(sendInvitations({ db, mail: failing('hindered') }));
  assert.equal(await status(), 'WAITING');
  await db.rows(
    sql`update account_invitation set mail_due_at = ${clock.now()} where mail_due_at is not null`,
  );
  await sendInvitations({ db, mail: failing('refused') });
  assert.equal(await status(), 'REFUSED');
});

test('the last owner is neither demoted nor removed and cannot leave, even when two change at once', async () => {
  const owner = await createPerson(api);
  const other = await join2(owner, 'OWNER');
  const both = { accountId: owner.accountId, role: 'MEMBER' as const };
  const results = await Promise.all(
    [owner, other].map(({ personId }) => changeRole(db, { ...both, personId })),
  );
  assert.deepEqual(results.sort(), ['done', 'last-owner']);
  const { rows } = await listMembers(db, owner.accountId, 1);
  const last = rows.find(({ role }) => role === 'OWNER')?.personId === owner.personId ? owner : other;
  const refused = [
    await setRole(last, last.personId, 'READ_ONLY'),
    await drop(last, `/people/${last.personId}`),
    await drop(last, `/accounts/${last.accountId}/membership`),
  ];
  assert.deepEqual(
    refused.map(({ status }) => status),
    [422, 422, 422],
  );
  assert.match(refused[0]?.text ?? '', /last_owner/);
  const second = last === owner ? other : owner;
  assert.equal((await setRole(last, second.personId, 'OWNER')).status, 204);
  assert.equal((await drop(last, `/accounts/${last.accountId}/membership`)).status, 204);
  assert.equal((await get(last, '/me')).status, 401, 'the session was on the account');
});

test('a key may do what its creator may now: it reads only after a demotion, and ends with the person', async () => {
  const owner = await createPerson(api);
  const member = await join2(owner, 'MEMBER');
  const { key } = (await post(member, '/keys', { name: 'theirs' })).body as { key: string };
  const { id } = (await post(owner, '/keys', { name: 'mine' })).body as { id: string };
  assert.equal((await drop(member, `/keys/${id}`)).status, 403, 'the key of another person');
  const read = async () => (await api.call({ path: '/sources', key })).status;
  const audit = await api.call({ path: '/account/audit-log', key });
  assert.deepEqual([await read(), audit.status], [200, 403]);
  await setRole(owner, member.personId, 'READ_ONLY');
  skewMs += MAX_KEY_AGE_MS;
  const body = { url: 'https://hooks.example.com/a' };
  const write = await api.call({ method: 'POST', path: '/account/event-destinations', key, body });
  assert.deepEqual([write.status, await read()], [403, 200]);
  assert.equal((await drop(owner, `/people/${member.personId}`)).status, 204);
  skewMs += MAX_KEY_AGE_MS;
  assert.equal(await read(), 401);
  assert.equal((await get(member, '/me')).status, 401);
  const keys = (await get(owner, '/keys')).body as { name: string; revokedAt: string | null }[];
  assert.deepEqual(
    keys.map(({ name, revokedAt }) => [name, revokedAt !== null]),
    [
      ['mine', false],
      ['theirs', true],
    ],
  );
});

test('who was removed from every account gets one of their own at the next sign-in', async () => {
  const [owner, guest] = [await createPerson(api), await createPerson(api)];
  await addMember(db, clock, { ...owner, personId: guest.personId, role: 'MEMBER' });
  await addMember(db, clock, { ...guest, personId: owner.personId, role: 'OWNER' });
  await drop(guest, `/accounts/${guest.accountId}/membership`);
  assert.equal((await upsertPerson(db, clock, guest)).accountId, owner.accountId);
  await drop(owner, `/people/${guest.personId}`);
  const { accountId } = await upsertPerson(db, clock, guest);
  assert.ok(accountId !== owner.accountId && accountId !== guest.accountId);
});

test('a developer at this machine enters any account; a person of a provider only their own', async () => {
  const account = await createAccount(db, clock, `agency ${randomUUID()}`);
  assert.ok(account !== undefined);
  const local = { cookie: await signInLocally(api.app) };
  const found = (await get(local, `/accounts?name=${account.name.slice(0, 20).toUpperCase()}`)).body as {
    id: string;
    role: string | null;
  }[];
  assert.deepEqual([found[0]?.id, found[0]?.role], [account.accountId, null]);
  assert.equal((await post(local, `/accounts/${account.accountId}/enter`)).status, 200);
  const { accountName } = (await get(local, '/me')).body as { accountName: string };
  assert.equal(accountName, account.name);
  const again = { cookie: await signInLocally(api.app) };
  assert.equal(((await get(again, '/me')).body as { accountName: string }).accountName, account.name);
  const stranger = await createPerson(api);
  assert.equal((await post(stranger, `/accounts/${account.accountId}/enter`)).status, 404);
  assert.ok(!(await get(stranger, '/accounts?name=agency')).text.includes(account.accountId));
});
