import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestIds } from './request-ids.ts';

test('ids count on in base 36 and differ by process', () => {
  const next = createRequestIds();
  const ids = Array.from({ length: 3_000 }, next);
  const prefix = ids[0]?.slice(0, -6) ?? '';
  assert.match(prefix, /^req_[0-9a-f]{12}$/);
  assert.deepEqual(
    ids,
    ids.map((_, at) => prefix + (36 ** 5 + at).toString(36)),
  );
  assert.notEqual(createRequestIds()().slice(0, -6), prefix);
});
