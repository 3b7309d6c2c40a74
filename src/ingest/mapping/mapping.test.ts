import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FeedReading, readFeed } from '../feed.ts';
import { type FeedMapping, parseMapping } from './mapping.ts';

function parse(json: unknown): FeedMapping {
  const parsed = parseMapping(json);
  assert.ok('mapping' in parsed, JSON.stringify(parsed));
  return parsed.mapping;
}

async function read(text: string, json: unknown): Promise<FeedReading[]> {
  const options = {
    format: 'ndjson',
    source: 'house',
    observedAt: new Date('2026-01-05T00:00:00Z'),
    mapping: parse(json),
  } as const;
  const bytes = (async function* () {
    yield Buffer.from(text);
  })();
  return Array.fromAsync(readFeed(bytes, options));
}

const CSV = {
  format: 'csv',
  url: 'Lien',
  expired: { from: 'Etat', in: ['vendu'] },
  fields: {
    transactionType: { value: 'SELL' },
    propertyType: { from: 'Type', values: { Appt: 'FLAT' } },
    displayedPrice: 'Prix',
    'area.living': 'Surface',
    'location.coordinates': ['Lon', 'Lat'],
    pictures: { from: 'Photos', split: '|' },
  },
};
const HEAD = 'Lien;Type;Prix;Surface;Lon;Lat;Photos;Etat;Note';

test('a CSV of any house is read by its mapping, with value tables, lists and constants', async () => {
  const rows = [
    'https://a.example/1;Appt;"250 000 €";62,5;4.8;45.7;https://a.example/1.jpg|https://a.example/2.jpg;en vente;',
    'https://a.example/2;Maison;310000;90;;;;vendu;',
  ];
  const [one, two] = await read([HEAD, ...rows].join('\n'), CSV);
  assert.ok(one !== undefined && 'observation' in one);
  assert.deepEqual(one.observation, {
    source: 'house',
    url: 'https://a.example/1',
    observedAt: '2026-01-05T00:00:00.000Z',
    kind: 'seen',
    payload: {
      transactionType: 'SELL',
      propertyType: 'FLAT',
      displayedPrice: 250_000,
      area: { living: 62.5 },
      location: { coordinates: [4.8, 45.7] },
      pictures: [{ url: 'https://a.example/1.jpg' }, { url: 'https://a.example/2.jpg' }],
    },
  });
  assert.ok(two !== undefined && 'observation' in two);
  assert.equal(two.observation.kind, 'expired');
});

test('a column that the mapping does not name is reported, an empty or ignored one is not', async () => {
  const text = `${HEAD}\nhttps://a.example/1;Appt;250000;60;;;;;secret`;
  const ignoredIn = async (json: unknown) => {
    const [reading] = await read(text, json);
    assert.ok(reading !== undefined && 'observation' in reading);
    return reading.ignoredFields.map(({ member, why }) => `${member} ${why}`);
  };
  assert.deepEqual(await ignoredIn(CSV), ['Note unknown member']);
  assert.deepEqual(await ignoredIn({ ...CSV, ignore: ['Note'] }), []);
});

test('a file without a column of the mapping is refused whole', async () => {
  const [reading] = await read('Lien;Type\nhttps://a.example/1;Appt', CSV);
  assert.ok(reading !== undefined && 'reason' in reading);
  assert.match(reading.reason, /no column "Etat"|no column "Prix"/);
  assert.equal(reading.endsReading, true);
});

test('JSON of any shape is read by pointers', async () => {
  const json = {
    format: 'json',
    records: 'offers',
    key: '/id',
    fields: { displayedPrice: '/offer/price', 'location.city': '/where/0/town', rooms: 'rooms' },
  };
  const document = {
    offers: [{ id: 7, offer: { price: 199_000 }, where: [{ town: 'Lyon' }], rooms: 2, extra: true }],
  };
  const [reading] = await read(JSON.stringify(document), json);
  assert.ok(reading !== undefined && 'observation' in reading);
  assert.equal(reading.observation.url, 'https://house.invalid/7');
  assert.deepEqual(reading.observation.payload, {
    displayedPrice: 199_000,
    location: { city: 'Lyon' },
    rooms: 2,
  });
  assert.deepEqual(
    reading.ignoredFields.map(({ member }) => member),
    ['extra'],
  );
});

test('all faults of a mapping are reported with their paths', () => {
  const parsed = parseMapping({
    format: 'xml',
    fields: { displayedPrise: 'Prix', rooms: { from: 'P', value: 3 }, bedrooms: 7 },
    ignore: 'Note',
    more: 1,
  });
  assert.ok('faults' in parsed);
  assert.deepEqual(parsed.faults.toSorted(), [
    'fields.bedrooms: a column, a JSON pointer or an object with "from" is needed',
    'fields.displayedPrise: no such path; did you mean displayedPrice?',
    'fields.rooms: either "from" or "value" is needed',
    'format: "csv" or "json" is needed',
    'ignore: a list of columns is needed',
    'more: no such member',
    'url: needed, or key where the file has no URLs',
  ]);
});
