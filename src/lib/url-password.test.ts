import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactUrlPasswords } from './url-password.ts';

test('a password in a URL is masked, the rest stays readable', () => {
  assert.equal(
    redactUrlPasswords('cannot connect to postgres://gable:hu/sh!@db.example:5432/gable now'),
    'cannot connect to postgres://gable:***@db.example:5432/gable now',
  );
  assert.equal(redactUrlPasswords('"smtps://:pw@mail"'), '"smtps://:***@mail"');
  for (const plain of ['http://localhost:8080/a', 'https://a.example/x@y', 'a:b@c', ''])
    assert.equal(redactUrlPasswords(plain), plain);
});
