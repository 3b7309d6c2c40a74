import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFeed } from '../feed.ts';

async function listings(text: string) {
  const bytes = (async function* () {
    yield Buffer.from(text);
  })();
  const readings = await Array.fromAsync(
    readFeed(bytes, { format: 'schema-org', source: 'sample', observedAt: new Date('2026-03-01T08:00:00Z') }),
  );
  return readings.map((reading) => {
    if ('reason' in reading) return reading.reason;
    const { url, payload } = reading.observation;
    return [
      url,
      payload?.propertyType,
      payload?.rooms,
      payload?.displayedPrice,
      payload?.publisher?.agencyName,
    ];
  });
}

const page = (at: number, order: readonly string[] = ['site', 'listing', 'home', 'offer', 'agent']) => {
  const id = `https://s.example/${at}`;
  const nodes: Record<string, object> = {
    site: { '@type': 'WebPage', '@id': `${id}#page`, mainEntity: { '@id': id } },
    listing: {
      '@type': 'RealEstateListing',
      '@id': id,
      about: { '@id': '#home' },
      offers: [{ '@id': '#offer' }],
      provider: { '@id': '#agent' },
    },
    home: { '@type': 'Apartment', '@id': '#home', numberOfRooms: at, offers: { '@id': '#offer' } },
    offer: { '@type': 'Offer', '@id': '#offer', price: at * 1000, itemOffered: { '@id': '#home' } },
    agent: { '@type': 'RealEstateAgent', '@id': '#agent', name: `Agence ${at}` },
  };
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': order.map((name) => nodes[name]) });
};
const whole = (at: number) => [`https://s.example/${at}`, 'FLAT', at, at * 1000, `Agence ${at}`];

test('the nodes of a graph that describe one listing are merged', async () => {
  assert.deepEqual(await listings(page(3)), [whole(3)]);
  assert.deepEqual(await listings(page(3, ['offer', 'agent', 'home', 'listing', 'site'])), [whole(3)]);
});

test('nodes of different pages are not merged', async () => {
  assert.deepEqual(await listings(`${page(2)}\n${page(3)}`), [whole(2), whole(3)]);
  assert.deepEqual(await listings(`[${page(2)},${page(3)}]`), [whole(2), whole(3)]);
});

test('a home and its offer that refer to each other are one listing', async () => {
  assert.deepEqual(await listings(page(4, ['offer', 'home'])), [
    ['https://sample.invalid/%23home', 'FLAT', 4, 4000, undefined],
  ]);
});

test('a list entry with only a URL is not a listing', async () => {
  const list = {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, url: 'https://s.example/1' },
      { '@type': 'ListItem', item: { '@type': 'House', url: 'https://s.example/2', numberOfRooms: 5 } },
    ],
  };
  assert.deepEqual(await listings(JSON.stringify(list)), [
    ['https://s.example/2', 'HOUSE', 5, undefined, undefined],
  ]);
});
