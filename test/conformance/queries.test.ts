import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startApi } from '../support/api.ts';
import { findProblemErrors } from '../support/problem-referee.ts';

const api = await startApi({ after });

const refused: [query: string, faults: string[]][] = [
  ['page=0', ['422 out_of_range page']],
  ['page=-1', ['422 out_of_range page']],
  ['page=-0', ['422 out_of_range page']],
  ['page=', ['400 wrong_type page']],
  ['page', ['400 wrong_type page']],
  ['page=1.5', ['400 wrong_type page']],
  ['page=1e1', ['400 wrong_type page']],
  ['page=0x10', ['400 wrong_type page']],
  ['page=NaN', ['400 wrong_type page']],
  ['page=%201', ['400 wrong_type page']],
  ['page=9999999999999999', ['400 wrong_type page']],
  ['page=1&page=2', ['400 duplicate_member page']],
  ['page[]=1', ['400 unknown_member page[]']],
  ['page[0]=1', ['400 unknown_member page[0]']],
  ['type[0][a]=1', ['400 unknown_member type[0][a]']],
  ['__proto__[x]=1', ['400 unknown_member __proto__[x]']],
  ['constructor=1', ['400 unknown_member constructor']],
  ['size=10', ['400 unknown_member size']],
  ['name=', ['422 too_short name']],
  [`name=${'x'.repeat(201)}`, ['422 too_long name']],
  ['name=a%00b', ['422 not_storable name']],
  ['name=%zz', ['400 malformed ']],
  ['name=%ff', ['400 malformed ']],
  ['name=%ed%a0%80', ['400 malformed ']],
  ['page=x&name=&more=1', ['400 unknown_member more', '400 wrong_type page', '400 too_short name']],
  [Array.from({ length: 1_000 }, (_, at) => `p${at}=1`).join('&'), ['400 malformed ']],
];

for (const [query, faults] of refused) {
  test(`?${query.slice(0, 50)} is answered ${faults.join(' and ')}`, async () => {
    assert.deepEqual(findProblemErrors(await api.call({ path: `/sources?${query}` })), faults);
  });
}

test('a page past the end is empty, however far', async () => {
  for (const page of [2, 2 ** 31, 1e9, 999_999_999_999_999]) {
    const answered = await api.call({ path: `/sources?page=${page}`, accept: 'application/json' });
    assert.deepEqual(answered.body, []);
  }
});

test('stray separators are ignored, and a parameter may be encoded', async () => {
  for (const query of ['', '&', '&&page=1&', '%70age=1']) {
    const { status, body } = await api.call({ path: `/sources?${query}` });
    assert.equal(status, 200);
    assert.equal((body as { links: { self: string } }).links.self, '/sources?page=1');
  }
});
