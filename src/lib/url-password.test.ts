import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutUrlPasswords } from './url-password.ts';

test('a password in an address is blotted out, the rest stays readable', () => {
  assert.equal(
    withoutUrlPasswords('cannot connect to postgres://gable:hu/sh!@db.example:5432/gable now'),
    'cannot connect to postgres://gable:***@db.example:5432/gable now',
  );
  assert.equal(withoutUrlPasswords('"smtps://:pw@mail"'), '"smtps://:***@mail"');
  for (const plain of ['http://localhost:8080/a', 'https://a.example/x@y', 'a:b@c', ''])
    assert.equal(withoutUrlPasswords(plain), plain);
});
