import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { MovableClock } from '../faults/movable-clock.ts';
import { startApi } from '../support/api.ts';
import { createOwner } from '../support/owners.ts';
import { createSearchHelpers, idsOf, locationHere, type SearchDocument } from '../support/searches.ts';

const api = await startApi({ after });
const { db } = api;
const { ask, search, several } = createSearchHelpers(api);

test('a cursor is refused for another account, criteria or order, and when altered, truncated, invented or too long', async () => {
  const { city } = await several(3);
  const body = { paginationType: 'CURSOR', size: 1, criteria: locationHere(city) };
  const { meta } = await search(body);
  const cursor = meta.cursor ?? '';
  assert.equal((await ask({ ...body, cursor })).status, 200);
  const other = await createOwner(db, api.clock);
  const refused: [string, object, object?][] = [
    ['another account', { ...body, cursor }, { key: other.key }],
    ['other criteria', { ...body, criteria: locationHere(`${city}x`), cursor }],
    ['another order', { ...body, sort: { field: 'PRICE' }, cursor }],
    [
      'one letter',
      { ...body, cursor: `${cursor.slice(0, 9)}${cursor[9] === 'A' ? 'B' : 'A'}${cursor.slice(10)}` },
    ],
    ['cut', { ...body, cursor: cursor.slice(0, -4) }],
    ['made up', { ...body, cursor: 'next' }],
    ['empty', { ...body, cursor: '' }],
    ['100 KB', { ...body, cursor: 'A'.repeat(100_000) }],
  ];
  for (const [name, sent, more] of refused) {
    const { status, body: problem } = await ask(sent, more);
    assert.equal(status, 400, name);
    const { violations } = problem as { violations: { propertyPath: string }[] };
    assert.deepEqual(
      violations.map(({ propertyPath }) => propertyPath),
      ['cursor'],
      name,
    );
  }
  assert.equal((await ask({ ...body, cursor: null })).status, 200);
  assert.equal((await ask({ criteria: locationHere(city), cursor: 'ignored in PAGE mode' })).status, 200);
});

const BAD: [number, string, unknown][] = [
  [422, 'size', { size: -1 }],
  [422, 'size', { size: 101 }],
  [400, 'size', { size: 1.5 }],
  [400, 'size', { size: '10' }],
  [400, 'size', { size: null }],
  [422, 'page', { page: 0 }],
  [422, 'page', { page: -1 }],
  [400, 'page', { page: '2' }],
  [400, 'paginationType', { paginationType: 'OFFSET' }],
  [400, 'cursor', { paginationType: 'CURSOR', cursor: 7 }],
  [400, 'sort', { sort: 'PRICE' }],
  [400, 'sort', { sort: null }],
  [400, 'meta', { meta: null }],
  [400, 'sort.field', { sort: { field: 'COLOUR' } }],
  [422, 'sort.field', { sort: {} }],
  [400, 'meta[0]', { meta: ['everything'] }],
  [400, 'limit', { limit: 5 }],
  [400, 'property', { property: { type: { in: ['FLAT'] } } }],
  [400, 'criteria', { criteria: [] }],
  [400, 'criteria.property.colour', { criteria: { property: { colour: 'red' } } }],
  [422, 'criteria.and', { criteria: { and: [] } }],
  [
    422,
    'criteria.and[1].property.unit.rooms',
    { criteria: { and: [{}, { property: { unit: { rooms: { gte: 3, lte: 2 } } } }] } },
  ],
];

test('every fault of a search is reported with its path, inside and outside the tree', async () => {
  for (const [status, path, body] of BAD) {
    const answered = await ask(body);
    assert.equal(answered.status, status, `${JSON.stringify(body)}: ${answered.text}`);
    const { violations } = answered.body as { violations: { propertyPath: string }[] };
    assert.deepEqual(
      violations.map(({ propertyPath }) => propertyPath),
      [path],
      JSON.stringify(body),
    );
  }
  const { status, body } = await ask({ size: 101, criteria: { and: [] }, nonsense: 1 });
  assert.equal(status, 400);
  const { violations } = body as { violations: { propertyPath: string }[] };
  assert.deepEqual(violations.map(({ propertyPath }) => propertyPath).toSorted(), [
    'criteria.and',
    'nonsense',
    'size',
  ]);
  assert.equal((await ask({ paginationType: 'CURSOR', page: 0 })).status, 200, 'ignored in CURSOR mode');
  assert.equal((await ask({ page: 2 ** 31 })).status, 200);
});

test('a search may be sent as JSON:API, wrapped or bare, and faults name their path in the document', async () => {
  const { city, ids } = await several(1);
  const type = 'application/vnd.api+json';
  const body = { criteria: locationHere(city) };
  const wrapped = { data: { type: 'PropertySearch', attributes: body } };
  for (const sent of [body, wrapped]) assert.deepEqual(idsOf(await search(sent, { type })), ids);
  const cursors = { paginationType: 'CURSOR', cursor: 'x' };
  const paths = async (sent: object) =>
    ((await ask(sent, { type })).body as { violations: { propertyPath: string }[] }).violations.map(
      ({ propertyPath }) => propertyPath,
    );
  assert.deepEqual(await paths(cursors), ['cursor']);
  assert.deepEqual(await paths({ data: { type: 'PropertySearch', attributes: cursors } }), [
    'data.attributes.cursor',
  ]);
  assert.deepEqual(await paths({ size: 101 }), ['size']);
});

test('unknown places are refused, once divisions are loaded', async (t) => {
  const own = await startApi(t);
  const sent = { method: 'POST', path: '/properties', body: { criteria: locationHere('99999') } } as const;
  assert.equal((await own.call(sent)).status, 200, 'no place counts as unknown yet');
  await own.db.rows({
    text: `insert into division (division_id, country_code, type, unique_code, name, from_package, former_codes)
           values ($1, 'FR', 'MUNICIPALITY', '75056', 'Paris', true, '{75100}')`,
    values: [randomUUID()],
  });
  const again = await startApi(t, { db: own.db });
  const { status, body } = await again.call(sent);
  assert.equal(status, 422);
  const { violations } = body as { violations: { propertyPath: string; code: string }[] };
  assert.deepEqual(
    violations.map(({ propertyPath, code }) => [propertyPath, code]),
    [['criteria.property.locations.in.uniqueCodes[0]', 'unknown_place']],
  );
  const former = await again.call({ ...sent, body: { criteria: locationHere('75100') } });
  assert.match(former.text, /no division with the code \\"75100\\" any more: use \\"75056\\"/);
  const name = await again.call({ ...sent, body: { criteria: locationHere('paris') } });
  assert.equal(name.status, 422);
  assert.match(name.text, /\\"paris\\" is a name, not the code of a division. Write \\"75056\\" for Paris/);
  const known = await again.call({ ...sent, body: { criteria: locationHere('75056') } });
  assert.equal(known.status, 200);
});

test('a cursor is refused when its scan began too long ago', async (t) => {
  const { city } = await several(2);
  const clock = new MovableClock(new Date().toISOString());
  const later = await startApi(t, { db, clock });
  const body = { paginationType: 'CURSOR', size: 1, criteria: locationHere(city) };
  const first = await later.call({ method: 'POST', path: '/properties', body });
  const { cursor } = (first.body as SearchDocument).meta;
  const next = () => later.call({ method: 'POST', path: '/properties', body: { ...body, cursor } });
  await clock.advance({ hours: 5 });
  assert.equal((await next()).status, 200);
  await clock.advance({ hours: 2 });
  const { status, body: problem } = await next();
  assert.equal(status, 400);
  const [violation] = (problem as { violations: { code: string }[] }).violations;
  assert.equal(violation?.code, 'expired_cursor');
});

test('an order or a member that is written differently is answered with what to write', async () => {
  const messageOf = async (body: object) => {
    const answer = await api.call({ method: 'POST', path: '/properties', body });
    assert.equal(answer.status, 400);
    return (answer.body as { violations: { message: string }[] }).violations[0]?.message;
  };
  assert.equal(
    await messageOf({ sort: 'price' }),
    'Must be of type object, such as {"field":"PRICE","direction":"ASC"}.',
  );
  assert.match((await messageOf({ sort: { field: 'price' } })) ?? '', /^Must be one of: .*PRICE/);
  assert.equal(
    await messageOf({ sise: 5 }),
    'There is no member called "sise". Did you mean "size"? Known: paginationType, page, size, cursor, sort, meta, asOf, criteria.',
  );
  assert.match(
    (await messageOf({ criteria: { property: { price: { lte: 1 } } } })) ?? '',
    /^There is no member called "price"\. .*Known: .*pricing/,
  );
});
