import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { day, madeListing, recordTogether } from '../../test/fixtures/listing-states.ts';
import { freshDatabase } from '../../test/support/database.ts';
import type { Node } from '../catalogue/nodes.ts';
import { encodeWords } from '../criteria/kinds/word-codes.ts';
import { sql } from '../db/sql.ts';
import { recognizeAdvertisers } from '../properties/publishers/publishers.ts';
import { validateObservation } from './observation.ts';
import { payloadSchema } from './payload.ts';

const { db } = await freshDatabase({ after });

const header = {
  source: 'lengths',
  url: 'https://lengths.example/1',
  observedAt: '2026-01-05T00:00:00.000Z',
  kind: 'seen',
};

function seen(given: object) {
  const validated = validateObservation({ ...header, payload: given });
  assert.ok('observation' in validated, 'reason' in validated ? validated.reason : '');
  return { read: validated.observation.payload, ignoredFields: validated.ignoredFields };
}

type TextNode = Extract<Node, { kind: 'text' }>;

/** Text nodes by path, without those that a pattern bounds. */
function textsBelow(node: Node, path: string): [string, TextNode][] {
  if (node.kind === 'text') return node.pattern === undefined ? [[path, node]] : [];
  if (node.kind === 'list') return textsBelow(node.of, path);
  if (node.kind !== 'object') return [];
  return Object.entries(node.members).flatMap(([name, member]) =>
    textsBelow(member, path === '' ? name : `${path}.${name}`),
  );
}

const texts = textsBelow(payloadSchema, '');

/** A payload with one value. */
const at = (path: string, value: unknown): object =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as object;

/** A text of a given length in the format of its node. */
function ofLength({ format }: TextNode, length: number): string {
  if (format === 'email') return 'a@a.example'.padStart(length, 'x');
  return (format === 'uri' ? 'https://a.example/' : '').padEnd(length, 'x');
}

test('every text of a payload has a maximum length in the catalogue', () => {
  assert.ok(texts.length > 15);
  for (const [path, { maxLength }] of texts) assert.ok(maxLength !== undefined, path);
});

test('a text over its maximum is truncated when it is prose, else ignored, and listed either way', () => {
  for (const [path, node] of texts) {
    // Their length is checked after HTML is removed.
    if (path === 'title' || path === 'description') continue;
    const { maxLength = 0, ifLonger } = node;
    const longest = seen(at(path, ofLength(node, maxLength)));
    assert.equal(longest.ignoredFields.length, 0, path);
    const longer = seen(at(path, ofLength(node, maxLength + 1)));
    assert.deepEqual(longer.read, ifLonger === 'cut' ? longest.read : {}, path);
    assert.deepEqual(
      longer.ignoredFields.map(({ member, why }) => [member, why]),
      [[path, 'too long']],
    );
  }
});

test('a text is truncated between characters', () => {
  const cityOf = (city: string) => seen({ location: { city } }).read?.location?.city;
  assert.equal(cityOf('😀'.repeat(150)), '😀'.repeat(100));
  assert.equal(cityOf(`a${'😀'.repeat(150)}`), `a${'😀'.repeat(99)}`);
});

test('the length of a URL counts in its normalized form', () => {
  const validate = (path: string) =>
    validateObservation({ ...header, url: `https://a.example/${path}`, payload: {} });
  assert.deepEqual(validate('é'.repeat(400)), { reason: 'url is longer than 2000 characters' });
  assert.ok('observation' in validate('é'.repeat(320)));
});

/** Random, since PostgreSQL compresses repeated text; of characters that folding makes longer. */
const noise = (length: number): string =>
  Array.from({ length }, () => String.fromCodePoint(0x3300 + Math.floor(Math.random() * 0x57))).join('');

test('an advertiser with names of maximum length is recognised again', async () => {
  const publisher = { agencyName: noise(200), contact: { email: `${noise(240)}@a.example` } };
  const [one, other] = [madeListing({}, { publisher }), madeListing({}, { publisher })];
  const found = await recognizeAdvertisers(db, [one], day(1));
  const again = await recognizeAdvertisers(db, [other], day(1));
  assert.equal(again.get(other.id), found.get(one.id));
});

test('a word too long for the index is not searchable, its neighbours are', async () => {
  const body = { title: noise(500), description: `calme ${noise(9_000)} lumineux` };
  const propertyId = await recordTogether(db, [madeListing({ body })], day(1));
  const [words] = await db.rows(sql`
    select body_title as title, body_description as description from property_search_words where property_id = ${propertyId}`);
  assert.deepEqual(words, { title: null, description: encodeWords('. calme . lumineux .') });
});
