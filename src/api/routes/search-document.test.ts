import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomProperty } from '../../../test/support/random-property.ts';
import { matchAll } from '../../criteria/tree.ts';
import { newId } from '../../lib/ids.ts';
import { NEWEST_FIRST } from '../../properties/search/order.ts';
import { createRandom } from '../../world/random.ts';
import { resourceListDocument } from '../render/json-api.ts';
import { propertyResource } from './property-resource.ts';
import { renderPropertyList } from './property-text.ts';
import type { SearchBody } from './search-body.ts';
import { searchDocument } from './search-document.ts';

const chance = createRandom('search documents', 1);
const body: SearchBody = {
  criteria: matchAll,
  order: NEWEST_FIRST,
  size: 10,
  paging: { type: 'PAGE', page: 1 },
  relaxations: false,
  asOf: undefined,
  mentions: [],
  sent: {},
};
const meta = {
  totalItems: 5,
  hasNextPage: false,
  cursor: null,
  pagination: { type: 'PAGE', size: 10, nextRequestBody: null },
};

const render = (serialized: string | Buffer, count: number): string => {
  const page = { count, serialized, results: JSON.parse(serialized.toString()) };
  const parts = { resource: propertyResource, relaxations: undefined, notes: [], coding: undefined };
  const { text = '' } = searchDocument(body, { page, totalItems: 5, hasNextPage: false }, parts);
  return text.toString();
};

/** A text that looks like the marks between the parts of a document. */
const HOSTILE = '","property":{"x":1},"publishers":[{"id":"a"}],"listings":[]},{"id":"';

/** From text, what properties share is included after what they have for themselves. */
function withOrder(text: string): string {
  const document = JSON.parse(text);
  const reference = ({ type, id }: { type: string; id: string }): string => `${type} ${id}`;
  document.included.sort((one: never, other: never) => (reference(one) < reference(other) ? -1 : 1));
  return JSON.stringify(document);
}

test('a document from text is that of parsed results, but for the order of what is included', () => {
  for (let round = 0; round < 200; round += 1) {
    const results = Array.from({ length: chance.whole(0, 10) }, () => {
      const result = randomProperty(chance, newId(new Date()));
      const text = { title: HOSTILE, description: `${HOSTILE} déjà 🏠 \\" \\\\` };
      const listings = result.listings.map((one) => (chance.happens(0.3) ? { ...one, title: HOSTILE } : one));
      return { ...result, property: { ...result.property, body: text }, listings };
    });
    const list = JSON.stringify(results);
    assert.ok(renderPropertyList(list), 'not parsed as a whole');
    const expected = JSON.stringify(
      resourceListDocument(propertyResource, results, { meta, self: '/properties' }),
    );
    const rendered = render(list, results.length);
    assert.equal(withOrder(rendered), withOrder(expected));
    assert.equal(render(Buffer.from(list), results.length), rendered);
  }
});

test('documents of another layout are rendered from parsed results', () => {
  const { id, property, publishers, listings } = randomProperty(chance, newId(new Date()));
  const others = [
    { property, id, publishers, listings },
    { id, property, publishers, listings, more: 1 },
  ];
  for (const one of others) {
    assert.equal(renderPropertyList(JSON.stringify([one])), undefined);
    const expected = resourceListDocument(propertyResource, [one], { meta, self: '/properties' });
    assert.equal(render(JSON.stringify([one]), 1), JSON.stringify(expected));
  }
});
