import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ParseOptions, parseCriteria } from './parse.ts';
import { matchAll } from './tree.ts';

const faultsOf = (json: unknown, reading: ParseOptions = {}): string[] => {
  const parsed = parseCriteria(json, reading);
  return 'faults' in parsed
    ? parsed.faults.map(
        ({ propertyPath, code, understood }) => `${understood ? 422 : 400} ${code} ${propertyPath}`,
      )
    : [];
};

const unit = (members: object) => ({ property: { unit: members } });
const pricing = (displayed: unknown) => ({ property: { pricing: { displayed } } });
const places = (locations: object) => ({ property: { locations } });

test('absent, null and an empty leaf match everything', () => {
  assert.deepEqual(parseCriteria(undefined), { tree: matchAll, mentions: [] });
  assert.deepEqual(parseCriteria(null), { tree: matchAll, mentions: [] });
  assert.deepEqual(parseCriteria({}), { tree: matchAll, mentions: [] });
  assert.deepEqual(parseCriteria({ property: {} }), { tree: matchAll, mentions: [] });
});

test('all errors of a tree are reported at once, each with its exact path', () => {
  const json = {
    and: [
      { property: { type: { in: ['FLAT', 'CASTLE'] }, transation: { type: 'SELL' } } },
      unit({ rooms: { gte: 'three' }, bedrooms: { gte: 4, lte: 2 } }),
      { dates: { updatedAt: { from: '2026-02-31T00:00:00Z' } }, publisher: { hasEmail: 1 } },
    ],
  };
  assert.deepEqual(faultsOf(json), [
    '400 unknown_value criteria.and[0].property.type.in[1]',
    '400 unknown_member criteria.and[0].property.transation',
    '400 wrong_type criteria.and[1].property.unit.rooms.gte',
    '422 reversed criteria.and[1].property.unit.bedrooms',
    '422 wrong_format criteria.and[2].dates.updatedAt.from',
    '400 wrong_type criteria.and[2].publisher.hasEmail',
  ]);
});

test('a misspelt member is answered with a suggestion', () => {
  const parsed = parseCriteria({ property: { pricing: { displaied: { lte: 1 } } } });
  assert.ok('faults' in parsed);
  assert.match(
    parsed.faults[0]?.message ?? '',
    /^There is no member called "displaied"\. Did you mean "displayed"\? Known: displayed, /,
  );
});

test('a node is a group or a leaf, never both, and a group is never empty', () => {
  assert.deepEqual(faultsOf({ and: [{}], or: [{}] }), ['400 mixed_node criteria']);
  assert.deepEqual(faultsOf({ and: [{}], property: {} }), ['400 mixed_node criteria']);
  assert.deepEqual(faultsOf({ and: [] }), ['422 too_few criteria.and']);
  assert.deepEqual(faultsOf({ or: [] }), ['422 too_few criteria.or']);
  assert.deepEqual(faultsOf({ or: [{ and: [null, 'x', []] }] }), [
    '400 wrong_type criteria.or[0].and[0]',
    '400 wrong_type criteria.or[0].and[1]',
    '400 wrong_type criteria.or[0].and[2]',
  ]);
  assert.deepEqual(faultsOf({ not: {} }), ['400 unknown_member criteria.not']);
  assert.deepEqual(faultsOf([]), ['400 wrong_type criteria']);
});

const nested = (levels: number): unknown => {
  let json: unknown = {};
  for (let level = 1; level < levels; level += 1) json = { and: [json] };
  return json;
};

test('a tree of 16 levels is accepted, one of 17 or of 20,000 is refused by name', () => {
  assert.deepEqual(faultsOf(nested(16)), []);
  assert.deepEqual(faultsOf(nested(17)), ['422 too_deep criteria']);
  assert.deepEqual(faultsOf(nested(20_000)), ['422 too_deep criteria']);
});

test('500 nodes are accepted, 501 are refused by name', () => {
  const leaves = (count: number) => ({ or: Array.from({ length: count }, () => ({})) });
  assert.deepEqual(faultsOf(leaves(499)), []);
  assert.deepEqual(faultsOf(leaves(500)), ['422 too_many criteria']);
});

test('the shapes of a tree have up to 20,000 positions together', () => {
  const circle = Array.from({ length: 6_999 }, (_, at) => {
    const angle = (at / 6_999) * 2 * Math.PI;
    return [2 + Math.cos(angle), 48 + Math.sin(angle)];
  });
  const shape = { type: 'Polygon', coordinates: [[...circle, circle[0]]] };
  const shapes = (count: number) => ({ or: Array(count).fill(places({ in: { geoShapes: [shape] } })) });
  assert.deepEqual(faultsOf(shapes(2)), []);
  assert.deepEqual(faultsOf(shapes(3)), ['422 too_many criteria.or[2].property.locations.in.geoShapes']);
});

test('a list has up to 10,000 values, a tree 50,000, phrases up to 25 of 200 characters', () => {
  const codes = (count: number) => Array.from({ length: count }, (_, at) => String(at));
  assert.deepEqual(faultsOf(places({ in: { uniqueCodes: codes(10_000) } })), []);
  assert.deepEqual(faultsOf(places({ in: { uniqueCodes: codes(10_001) } })), [
    '422 too_many criteria.property.locations.in.uniqueCodes',
  ]);
  const tree = (lists: number) => ({ or: Array(lists).fill(places({ in: { uniqueCodes: codes(10_000) } })) });
  assert.deepEqual(faultsOf(tree(5)), []);
  assert.deepEqual(faultsOf(tree(6)), ['422 too_many criteria.or[5].property.locations.in.uniqueCodes']);
  const title = (list: string[]) => ({ property: { body: { title: { in: list } } } });
  assert.deepEqual(faultsOf(title(codes(25))), []);
  assert.deepEqual(faultsOf(title(codes(26))), ['422 too_many criteria.property.body.title.in']);
  assert.deepEqual(faultsOf(title(['x'.repeat(200)])), []);
  assert.deepEqual(faultsOf(title(['x'.repeat(201), '?!', ''])), [
    '422 too_long criteria.property.body.title.in[0]',
    '422 no_words criteria.property.body.title.in[1]',
    '422 too_short criteria.property.body.title.in[2]',
  ]);
});

test('a range takes finite numbers within the limits of the attribute, and at least one bound', () => {
  for (const gte of [Number.POSITIVE_INFINITY, 1e300, -1, Number.NaN]) {
    assert.deepEqual(faultsOf(pricing({ gte })), [
      '422 out_of_range criteria.property.pricing.displayed.gte',
    ]);
  }
  assert.deepEqual(faultsOf(unit({ floor: { gte: -3 } })), []);
  assert.deepEqual(faultsOf(pricing({})), ['422 required criteria.property.pricing.displayed']);
  assert.deepEqual(faultsOf(pricing({ orMissing: true })), [
    '422 required criteria.property.pricing.displayed',
  ]);
  assert.deepEqual(faultsOf(pricing({ gte: null })), [
    '400 wrong_type criteria.property.pricing.displayed.gte',
  ]);
  assert.deepEqual(faultsOf(pricing({ gt: 1, lte: 2 })), [
    '400 unknown_member criteria.property.pricing.displayed.gt',
  ]);
  assert.deepEqual(faultsOf(pricing(5)), ['400 wrong_type criteria.property.pricing.displayed']);
  assert.deepEqual(faultsOf(pricing({ gte: 2, lte: 2 })), []);
});

test('a time is RFC 3339 with its offset, and nothing that Date would guess', () => {
  const since = (from: unknown) => faultsOf({ dates: { createdAt: { from } } });
  for (const sound of ['2026-02-28T23:59:59Z', '2024-02-29T00:00:00.123456+05:30', '2016-12-31T23:59:60Z']) {
    assert.deepEqual(since(sound), [], sound);
  }
  for (const odd of ['2026-02-31T00:00:00Z', '2026-02-11', '2026-02-11T07:42:10', '99999-01-01T00:00:00Z']) {
    assert.deepEqual(since(odd), ['422 wrong_format criteria.dates.createdAt.from'], odd);
  }
  assert.deepEqual(since('2026-02-11T07:42:10+25:00'), ['422 wrong_format criteria.dates.createdAt.from']);
  assert.deepEqual(since(0), ['400 wrong_type criteria.dates.createdAt.from']);
  const reversed = { from: '2026-02-02T00:00:00Z', to: '2026-02-01T00:00:00Z' };
  assert.deepEqual(faultsOf({ dates: { createdAt: reversed } }), ['422 reversed criteria.dates.createdAt']);
});

test('text that no database can store is refused', () => {
  const reference = (text: string) => ({ publisher: { references: [text] } });
  assert.deepEqual(faultsOf(reference('a\0b')), ['422 not_storable criteria.publisher.references[0]']);
  assert.deepEqual(faultsOf(reference('\ud800')), ['422 not_storable criteria.publisher.references[0]']);
});

test('names with a meaning in JavaScript are unknown members and unknown values', () => {
  const json = JSON.parse(
    '{"__proto__":{"x":1},"constructor":{},"property":{"toString":1,"type":{"in":["constructor"]}}}',
  );
  assert.deepEqual(faultsOf(json), [
    '400 unknown_member criteria.__proto__',
    '400 unknown_member criteria.constructor',
    '400 unknown_member criteria.property.toString',
    '400 unknown_value criteria.property.type.in[0]',
  ]);
  assert.equal(Object.getOwnPropertyDescriptor(Object.prototype, 'x'), undefined);
});

test('the transaction is a value or a list of values', () => {
  const transaction = (type: unknown) => faultsOf({ property: { transaction: { type } } });
  assert.deepEqual(transaction('SELL'), []);
  assert.deepEqual(transaction({ in: ['SELL', 'RENT'] }), []);
  assert.deepEqual(transaction('GIVE'), ['400 unknown_value criteria.property.transaction.type']);
  assert.deepEqual(transaction(['SELL']), ['400 wrong_type criteria.property.transaction.type']);
  assert.deepEqual(transaction({ nin: ['SELL'] }), [
    '400 unknown_member criteria.property.transaction.type.nin',
  ]);
  assert.deepEqual(transaction({ in: [] }), ['422 too_few criteria.property.transaction.type.in']);
  assert.deepEqual(transaction({}), ['422 required criteria.property.transaction.type']);
});

const ring = (...corners: [number, number][]) => [...corners, corners[0]];
const shape = (...rings: unknown[]) =>
  places({ in: { geoShapes: [{ type: 'Polygon', coordinates: rings }] } });

test('a shape is closed, in range and does not cross itself', () => {
  const at = 'criteria.property.locations.in.geoShapes[0]';
  assert.deepEqual(faultsOf(shape(ring([2, 48], [3, 48], [3, 49]))), []);
  assert.deepEqual(
    faultsOf(
      shape([
        [2, 48],
        [3, 48],
        [3, 49],
        [2, 49],
      ]),
    ),
    [`422 unclosed ${at}.coordinates[0]`],
  );
  assert.deepEqual(faultsOf(shape(ring([0, 0], [2, 2], [2, 0], [0, 2]))), [
    `422 self_crossing ${at}.coordinates[0]`,
  ]);
  assert.deepEqual(faultsOf(shape(ring([0, 0], [200, 2], [2, 0]))), [
    `422 out_of_range ${at}.coordinates[0][1]`,
  ]);
  assert.deepEqual(faultsOf(places({ in: { geoShapes: [{ type: 'Point', coordinates: [2, 48] }] } })), [
    `400 wrong_type ${at}.type`,
  ]);
});

test('a circle has a centre on the Earth and a radius of at most 1,000 km', () => {
  const circle = (centerPoint: object) => faultsOf(places({ nin: { centerPoint } }));
  const at = '422 out_of_range criteria.property.locations.nin.centerPoint';
  assert.deepEqual(circle({ latitude: 48, longitude: 2, radiusKm: 5 }), []);
  assert.deepEqual(circle({ latitude: 91, longitude: -181, radiusKm: 0 }), [
    `${at}.latitude`,
    `${at}.longitude`,
    `${at}.radiusKm`,
  ]);
  assert.deepEqual(circle({ latitude: 48, longitude: 2 }), [
    '422 required criteria.property.locations.nin.centerPoint.radiusKm',
  ]);
});

test('an unknown place is reported with its path, beside the other errors', () => {
  const json = places({
    countryCode: 'FR',
    in: { uniqueCodes: ['75111', '99999'] },
    nin: { postalCodes: [''] },
  });
  const knows: ParseOptions['placeExists'] = ({ code, countryCode }) =>
    code === '75111' && countryCode === 'FR';
  assert.deepEqual(
    faultsOf(places({ countryCode: 'FR', in: { uniqueCodes: ['75111', '99999'] } }), { placeExists: knows }),
    ['422 unknown_place criteria.property.locations.in.uniqueCodes[1]'],
  );
  assert.deepEqual(faultsOf(json), ['422 too_short criteria.property.locations.nin.postalCodes[0]']);
});

test('errors of a tree inside a request have paths from the request', () => {
  assert.deepEqual(faultsOf({ x: 1 }, { path: 'data.attributes.criteria' }), [
    '400 unknown_member data.attributes.criteria.x',
  ]);
});

test('a URL in a tree is compared in canonical form', () => {
  const parsed = parseCriteria({ listings: { url: 'HTTPS://Portal.example:443/a/?utm_source=x#top' } });
  assert.ok('tree' in parsed && parsed.tree.kind === 'leaf');
  assert.equal(parsed.tree.tests[0]?.operand, 'https://portal.example/a');
  assert.deepEqual(faultsOf({ listings: { url: 'portal.example/a' } }), [
    '422 wrong_format criteria.listings.url',
  ]);
});
