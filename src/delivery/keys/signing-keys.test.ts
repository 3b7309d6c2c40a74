import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { freshDatabase } from '../../../test/support/database.ts';
import { createKeyring } from './keyring.ts';
import { formatMasterKey, generateMasterKey, parseMasterKeys } from './master-keys.ts';
import {
  ensureSigningKey,
  reencryptSigningKeys,
  rotateSigningKey,
  signingKeyHintOf,
} from './signing-keys.ts';
import { findSigningKey } from './store.ts';

const { db } = await freshDatabase({ after });
const now = new Date('2026-03-01T00:00:00Z');
const first = generateMasterKey([]);
const second = generateMasterKey([first]);

test('an encrypted key decrypts only for its account, and not with a changed bit', () => {
  const keyring = createKeyring([first]);
  const [account, other] = [randomUUID(), randomUUID()];
  const sealed = keyring.encrypt(account, 'whsec_é');
  assert.equal(keyring.decrypt(account, sealed), 'whsec_é');
  assert.throws(() => keyring.decrypt(other, sealed));
  for (let at = 0; at < sealed.length; at++) {
    const bent = Buffer.from(sealed);
    bent[at] = (bent[at] ?? 0) ^ 1;
    assert.throws(() => keyring.decrypt(account, bent), `byte ${at}`);
  }
});

test('a key is created once for an account', async () => {
  const [keyring, account] = [createKeyring([first]), randomUUID()];
  const made = await Promise.all(
    Array.from({ length: 8 }, () => ensureSigningKey(db, keyring, account, now)),
  );
  const [key, ...others] = made.filter((one) => one !== undefined);
  assert.equal(others.length, 0);
  const kept = await findSigningKey(db, account);
  assert.ok(key !== undefined && kept !== undefined);
  assert.equal(keyring.decrypt(account, kept.encryptedKey), key);
  assert.equal(kept.hint, signingKeyHintOf(key));
});

test('a rotation replaces the key at once', async () => {
  const [keyring, account] = [createKeyring([first]), randomUUID()];
  const before = await ensureSigningKey(db, keyring, account, now);
  const { key, hint } = await rotateSigningKey(db, keyring, account, now);
  assert.notEqual(key, before);
  const kept = await findSigningKey(db, account);
  assert.equal(kept && keyring.decrypt(account, kept.encryptedKey), key);
  assert.equal(kept?.hint, hint);
});

test('after a change of the master key all keys are encrypted again and the old one may be removed', async () => {
  const [old, both] = [createKeyring([first]), createKeyring([second, first])];
  const accounts = Array.from({ length: 205 }, () => randomUUID());
  const keys = await Promise.all(accounts.map((account) => ensureSigningKey(db, old, account, now)));
  assert.ok((await reencryptSigningKeys(db, both)) >= accounts.length);
  assert.equal(await reencryptSigningKeys(db, both), 0);
  const alone = createKeyring([second]);
  for (const [at, account] of accounts.entries()) {
    const kept = await findSigningKey(db, account);
    assert.equal(kept && alone.decrypt(account, kept.encryptedKey), keys[at]);
  }
});

test('master keys are parsed as they are formatted, and nothing else is accepted', () => {
  const text = [second, first].map(formatMasterKey).join(',');
  assert.deepEqual(parseMasterKeys(text), [second, first]);
  assert.deepEqual(parseMasterKeys(''), []);
  for (const bad of [
    'x',
    '1:abc',
    `0:${randomBytes(32).toString('base64')}`,
    `${formatMasterKey(first)},${formatMasterKey(first)}`,
  ]) {
    assert.equal(parseMasterKeys(bad), undefined, bad);
  }
});

test('the signature of a link is valid with every master key, and only for its subject', () => {
  const token = createKeyring([first]).createToken('confirm a');
  const both = createKeyring([second, first]);
  assert.equal(both.verifyToken('confirm a', token), true);
  assert.equal(both.verifyToken('confirm b', token), false);
  assert.equal(createKeyring([second]).verifyToken('confirm a', token), false);
});
