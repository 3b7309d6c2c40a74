import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkKeyFormat, generateApiKey, keyHint, redactApiKeys } from './key.ts';

test('a new key has the prefix, 43 random characters and 6 of checksum', () => {
  const key = generateApiKey();
  assert.match(key, /^gbl_live_[0-9A-Za-z]{49}$/);
  assert.equal(checkKeyFormat(key), 'well-formed');
  assert.notEqual(key, generateApiKey());
});

test('one wrong character anywhere makes a key malformed', () => {
  const key = generateApiKey();
  for (let at = 'gbl_live_'.length; at < key.length; at++) {
    const other = key[at] === 'a' ? 'b' : 'a';
    assert.equal(
      checkKeyFormat(key.slice(0, at) + other + key.slice(at + 1)),
      'malformed',
      `character ${at}`,
    );
  }
});

test('a key of the earlier version is distinguished from a mistyped one', () => {
  assert.equal(checkKeyFormat('0123456789abcdef0123456789abcdef'), 'earlier-version');
  assert.equal(checkKeyFormat('6f1e5c0a-6a0f-4a52-9a3f-0f8f1f0c9d11'), 'earlier-version');
  assert.equal(checkKeyFormat('hello'), 'malformed');
  assert.equal(checkKeyFormat(''), 'malformed');
  assert.equal(checkKeyFormat(`${generateApiKey()}, ${generateApiKey()}`), 'malformed');
});

test('a key never appears in a log line', () => {
  const key = generateApiKey();
  assert.equal(redactApiKeys(`/sources?key=${key}&x=1`), '/sources?key=gbl_live_***&x=1');
  assert.ok(!redactApiKeys(key).includes(keyHint(key)));
});
