import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { assertJsonApi } from '../../../test/support/json-api-referee.ts';
import type { Resource } from '../resource.ts';
import { collectionDocument, singleDocument } from './json-api.ts';

interface Home {
  id: string;
  title: string;
  agent: string | null;
}

/** A resource with an included one that two homes may share. */
const home: Resource<Home> = {
  type: 'Home',
  flat: Type.Object({}),
  attributes: Type.Object({}),
  relationships: Type.Object({}),
  included: [Type.Object({})],
  self: (id) => `/homes/${id}`,
  toJsonApi: ({ id, title, agent }) => ({
    resource: {
      type: 'Home',
      id,
      attributes: { title },
      relationships: { agent: { data: agent === null ? null : { type: 'Agent', id: agent } } },
      links: { self: `/homes/${id}` },
    },
    included: agent === null ? [] : [{ type: 'Agent', id: agent, attributes: { name: agent } }],
  }),
};

const homes = (count: number): Home[] =>
  Array.from({ length: count }, (_, at) => ({ id: `h${at}`, title: 'x', agent: at === 0 ? null : 'a' }));

test('what several resources include stands once in the document', () => {
  const document = collectionDocument(
    home,
    { rows: homes(4), total: 4 },
    { path: '/homes', page: 1, query: '' },
  );
  assertJsonApi(document);
  assert.deepEqual((document as { included: unknown }).included, [
    { type: 'Agent', id: 'a', attributes: { name: 'a' } },
  ]);
});

test('one resource is a document with its own link', () => {
  const document = singleDocument(home, { id: 'h', title: 'x', agent: 'a' }, '/homes/h');
  assertJsonApi(document);
  assert.deepEqual((document as { links: unknown }).links, { self: '/homes/h' });
  assertJsonApi(singleDocument(home, { id: 'h', title: 'x', agent: null }, '/homes/h'));
});

const linksOf = (page: number, total: number, query = '') => {
  const document = collectionDocument(home, { rows: [], total }, { path: '/homes', page, query });
  return (document as { links: Record<string, string> }).links;
};

test('links lead to the first, previous, next and last page, and only to those there are', () => {
  assert.deepEqual(linksOf(1, 0), { self: '/homes?page=1', first: '/homes?page=1', last: '/homes?page=1' });
  assert.deepEqual(linksOf(1, 30), { self: '/homes?page=1', first: '/homes?page=1', last: '/homes?page=1' });
  assert.deepEqual(linksOf(1, 31), {
    self: '/homes?page=1',
    first: '/homes?page=1',
    next: '/homes?page=2',
    last: '/homes?page=2',
  });
  assert.equal(linksOf(7, 31)['prev'], '/homes?page=2', 'past the end leads back to the last page');
  assert.equal(linksOf(7, 31)['next'], undefined);
});

test('links keep the rest of the query as it was written', () => {
  assert.equal(
    linksOf(1, 0, 'a=%C3%A9&page=1&b[]=x&pages=2')['self'],
    '/homes?a=%C3%A9&b[]=x&pages=2&page=1',
  );
  assert.equal(linksOf(2, 0, '%70age=2&&x')['self'], '/homes?x&page=2');
});
