import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BrokenFeed } from './broken-feed.ts';
import { readXmlRecords } from './xml.ts';

async function* chunks(...parts: string[]): AsyncGenerator<string> {
  yield* parts;
}

const found = (...parts: string[]) =>
  Array.fromAsync(readXmlRecords(chunks(...parts), { root: ['root'], elements: ['p'] }));

const texts = async (...parts: string[]) =>
  (await found(...parts)).map(({ element, fault }) => fault ?? element.text.trim());

async function refusal(...parts: string[]): Promise<string> {
  const error = await found(...parts).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof BrokenFeed);
  return error.message;
}

test('selected elements are read with their content and line', async () => {
  const [one, two] = await found(
    '<root xmlns="urn:x">\n<p a="1"><q>x</q></p>\n<o/><x:p xmlns:x="urn:y">',
    '<![CDATA[a ]]]></x:p></root>',
  );
  assert.deepEqual([one?.line, one?.element.attributeAt('', 'a'), one?.element.textAt('q')], [2, '1', 'x']);
  assert.deepEqual([two?.line, two?.element.text], [3, 'a ]']);
});

test('a bare ampersand is read as text', async () => {
  assert.deepEqual(
    await texts(
      '<root><p>Salon & cuisine</p><p>?a=1&',
      'b=2&copy=3</p><p>R&amp',
      ';D</p><p><![CDATA[A & B &amp; C]]></p></root>',
    ),
    ['Salon & cuisine', '?a=1&b=2&copy=3', 'R&D', 'A & B &amp; C'],
  );
});

test('HTML entities are decoded', async () => {
  assert.deepEqual(await texts('<root><p>&eacute;t&eacute;&nbsp;: 5&nbsp;&euro;</p></root>'), [
    'été\u00a0: 5\u00a0€',
  ]);
});

test('an element that is not well-formed is rejected, and reading continues', async () => {
  const fault = (what: string) => `not well-formed XML: ${what}`;
  assert.deepEqual(await texts('<root><p><x>1</y></p><p>b</p><p>c</p></root>'), [
    fault('unexpected close tag.'),
    'b',
    'c',
  ]);
  assert.deepEqual(await texts('<root><p>a\0b</p><p>c</p></root>'), [fault('disallowed character.'), 'c']);
  assert.deepEqual(await texts('<root><p>a < b</p><p>c</p></root>'), [
    fault('disallowed character in tag name'),
    'c',
  ]);
  assert.deepEqual(await texts('<root><p <x>1</x></p><p>c</p></root>'), [
    fault('disallowed character in attribute name.'),
    'c',
  ]);
});

test('documents that declare entities are rejected before any is expanded', async () => {
  const laughs = '<!DOCTYPE root [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><root><p>&b;</p></root>';
  const external = '<!DOCTYPE root [<!ENTITY x SYSTEM "file:///etc/passwd">]><root><p>&x;</p></root>';
  assert.equal(await refusal(laughs), 'the document declares entities of its own');
  assert.equal(await refusal(external), 'the document declares entities of its own');
});

test('an external definition is never fetched, and its entities stay unknown', async () => {
  assert.deepEqual(
    await texts('<!DOCTYPE root SYSTEM "http://dtd.example/x.dtd"><root><p>&x;</p><p>c</p></root>'),
    ['not well-formed XML: undefined entity.', 'c'],
  );
});

test('a wrong root, no XML and a truncated document are rejected', async () => {
  assert.equal(await refusal('<html><p>a</p></html>'), 'the root element is html, not root');
  assert.equal(await refusal('{"a":1}'), 'not well-formed XML: text data outside of root node.');
  assert.equal(await refusal(''), 'not well-formed XML: document must contain a root element.');
  assert.equal(await refusal('<root><p>a</p><p>b'), 'the file ends in the middle');
});

test('depth, attributes, text length and faults are bounded', async () => {
  assert.equal(await refusal(`<root>${'<a>'.repeat(1000)}`), 'elements nested too deep');
  const attributes = Array.from({ length: 2000 }, (_, at) => `a${at}="1"`).join(' ');
  assert.equal(await refusal(`<root><p ${attributes}>`), 'too many attributes');
  assert.equal(
    await refusal('<root><p>', ...Array.from({ length: 300 }, () => 'x'.repeat(65_536))),
    'a text without end',
  );
  assert.equal(await refusal('<root><p>', '<<'.repeat(5000)), 'too many faults to be XML');
});

test('a record that is too large is rejected, and an embedded picture is skipped', async () => {
  const words = Array.from({ length: 40 }, () => `<q>${'x'.repeat(50_000)}</q>`);
  assert.deepEqual(await texts('<root><p>', ...words, '</p><p>c</p></root>'), [
    'longer than 1048576 characters',
    'c',
  ]);
  assert.deepEqual(await texts('<root><p>a', `<q>${'x'.repeat(2_000_000)}</q>`, '</p></root>'), ['a']);
  assert.deepEqual(await texts('<root><p>', '<q/>'.repeat(30_000), '</p><p>c</p></root>'), [
    'more than 20000 elements',
    'c',
  ]);
});
