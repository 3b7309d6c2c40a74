import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesTag } from './entity-tag.ts';
import { createRequestContext, NO_ROUTE } from './request-context.ts';

function tagOf(body: string) {
  const context = createRequestContext(NO_ROUTE);
  assert.equal(matchesTag(undefined, context, body), false);
  const [name, tag = '', ...rest] = context.head;
  assert.deepEqual([name, ...rest], ['etag', 'cache-control', 'private, no-cache']);
  return { tag, textBytes: context.textBytes };
}

test('texts that differ in one character have different tags, whatever was tagged before', () => {
  for (const length of [1, 2, 3, 4, 5, 150, 399, 400, 401, 2_000]) {
    const text = 'a'.repeat(length);
    const { tag } = tagOf(text);
    const others = Array.from({ length }, (_, at) => `${text.slice(0, at)}b${text.slice(at + 1)}`);
    const tags = new Set(
      [...others, `${text}a`, text.slice(1), `${text}\0`].map((other) => tagOf(other).tag),
    );
    assert.equal(tags.size, length + 3);
    assert.ok(!tags.has(tag));
    assert.equal(tagOf(text).tag, tag);
  }
});

test('letters beyond ASCII count, by their bytes', () => {
  const texts = ['é', 'è', 'e', '€', 'ē', '😀', '€'.repeat(400), '€'.repeat(399)];
  assert.equal(new Set(texts.map((text) => tagOf(text).tag)).size, texts.length);
  for (const text of texts) assert.equal(tagOf(text).textBytes, Buffer.byteLength(text));
});

test('a client has a body whose tag it names, weak or strong, alone or among others', () => {
  const { tag } = tagOf('{}');
  const matches = (held: string) => matchesTag(held, createRequestContext(NO_ROUTE), '{}');
  for (const held of [tag, tag.slice(2), `"other", ${tag}`, '*']) assert.equal(matches(held), true, held);
  for (const held of ['"other"', '']) assert.equal(matches(held), false, held);
});
